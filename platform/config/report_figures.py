"""The figures of a client that a report stores, from the apps that measure them."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from analytics import queries as analytics
from core.clock import iso
from performance import queries as performance


def figures_of(client_id: UUID, until: datetime) -> Mapping[str, object]:
    """The last scores up to `until`, oldest first, and Google Analytics figures. Omits keys without data."""
    complete = performance.scores().filter(client_id=client_id, is_incomplete=False, created_at__lte=until)
    newest = complete.order_by("-created_at", "-id").values_list("created_at", "performance_score")
    scores = [(iso(at), score) for at, score in reversed(list(newest[: performance.HISTORY_MAX]))]
    figures: dict[str, object] = {}
    if scores:
        figures = {"scores": scores, "score": scores[-1][1], "as_of": scores[-1][0]}
        if len(scores) > 1:
            figures["score_before"] = scores[-2][1]
    snapshot = analytics.snapshot(client_id=client_id)
    if snapshot is not None and snapshot.totals_as_of is not None and snapshot.totals_as_of <= until:
        figures["as_of"] = max(str(figures.get("as_of", "")), iso(snapshot.totals_as_of))
        figures |= {"users": snapshot.total_users, "new_users": snapshot.new_users}
        figures |= {"sessions": snapshot.sessions, "bounce_rate": snapshot.bounce_rate}
    return figures
