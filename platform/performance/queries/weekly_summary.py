"""The performance section of the weekly email: the score, its change since the week before, and the reasons."""

from datetime import datetime
from uuid import UUID

from core.dates import short_day
from notifications.ports import SCORE_MAX_AGE, Bar, Figure, Section, Tone
from performance import bands, formatting, queries
from performance.models import Score

BARS_MAX, REASONS_MAX = 8, 2


def section_of(client_id: UUID, start: datetime, end: datetime) -> Section | None:
    """The section about the newest score before `end`, with earlier scores of the same website as bars.

    None if there is no score from the last `SCORE_MAX_AGE`.
    """
    complete = queries.scores().filter(client_id=client_id, is_incomplete=False, created_at__lt=end)
    newest = list(complete.order_by("-created_at", "-id")[:BARS_MAX])
    if not newest or newest[0].created_at < end - SCORE_MAX_AGE:
        return None
    score = newest[0]
    same_website = [one for one in reversed(newest) if one.website_url == score.website_url]
    change, tone = _change(score)
    rating = bands.rating(score.performance_score)
    return Section(
        title="Website performance on phones",
        figures=(Figure(str(score.performance_score), f"of 100: {rating}", change, tone),),
        lines=tuple(str(reason) for reason in score.reasons[:REASONS_MAX]),
        bars=tuple(_bar(one, start) for one in same_website) if len(same_website) > 1 else (),
        path="/dashboard?view=pagespeed",
        action="See what we'll improve" if score.performance_score < bands.GOOD else "See the details",
    )


def _change(score: Score) -> tuple[str, Tone]:
    """The change since the week before in words ("" if unknown), and its tone."""
    if score.last_week_score is None:
        return "", "plain"
    change = score.performance_score - score.last_week_score
    if bands.is_noise(change):
        return "no real change since the week before", "plain"
    arrow = "▲" if change > 0 else "▼"
    text = f"{arrow} {bands.comparison(change)} by {formatting.points(abs(change))} since the week before"
    return text, "good" if change > 0 else "bad"


def _bar(score: Score, start: datetime) -> Bar:
    """A score's bar, labelled with its day in the time zone of `start`."""
    day = score.created_at.astimezone(start.tzinfo)
    return Bar(score.performance_score, str(score.performance_score), short_day(day))
