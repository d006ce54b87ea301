"""Writes of the monthly cost of models."""

from datetime import datetime

from django.db.models import F

from chatbots import queries
from chatbots.models import MonthlyCost


def add_cost(micro_usd: int, at: datetime) -> None:
    """Add to the cost of the month of `at`, in the caller's transaction. A negative amount corrects an estimate."""
    month = MonthlyCost.objects.filter(month=queries.month_of(at))
    if not month.update(micro_usd=F("micro_usd") + micro_usd):
        # Conflicts are ignored, because another process may insert the same month now.
        MonthlyCost.objects.bulk_create([MonthlyCost(month=queries.month_of(at))], ignore_conflicts=True)
        month.update(micro_usd=F("micro_usd") + micro_usd)
