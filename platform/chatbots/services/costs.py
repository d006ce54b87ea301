"""Keeps what models cost in each month."""

from datetime import datetime

from django.db.models import F

from chatbots import queries
from chatbots.models import MonthlyCost


def add_cost(micro_usd: int, at: datetime) -> None:
    """Add to the month of that moment, in the caller's transaction; below 0 where something cost less than was kept."""
    month = MonthlyCost.objects.filter(month=queries.month_of(at))
    if not month.update(micro_usd=F("micro_usd") + micro_usd):
        # Another process may add the first cost of the same month just now.
        MonthlyCost.objects.bulk_create([MonthlyCost(month=queries.month_of(at))], ignore_conflicts=True)
        month.update(micro_usd=F("micro_usd") + micro_usd)
