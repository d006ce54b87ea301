"""Publishes rows to sync streams: a client's last ten scores and scans and its tasks; to admins the latest scans."""

from typing import Any

from django.db.models import QuerySet

from performance import queries
from performance.models import Place, ScanRun, ScanTask, Score
from performance.schemas import ScanRunOut, ScanTaskOut, ScoreOut
from sync.log import streams
from sync.log.registry import publish


def _run_streams(run: ScanRun) -> list[str]:
    if run.place == Place.PAST:
        return []
    own = streams.client(run.client_id)
    return [streams.ADMINS, own] if run.place == Place.LATEST else [own]


def _runs_snapshot(stream: str) -> QuerySet[Any]:
    if stream == streams.ADMINS:
        return ScanRun.objects.filter(place=Place.LATEST)
    return ScanRun.objects.filter(client_id=streams.subject_of(stream), place__lt=Place.PAST)


publish(
    Score,
    streams=lambda score: [streams.client(score.client_id)] if score.is_shown else [],
    as_={"c": ScoreOut},
    snapshot=lambda stream: queries.scores().filter(client_id=streams.subject_of(stream), is_shown=True),
)
publish(ScanRun, streams=_run_streams, as_={"w": ScanRunOut, "c": ScanRunOut}, snapshot=_runs_snapshot)
publish(
    ScanTask,
    streams=lambda task: [streams.client(task.client_id)],
    as_={"c": ScanTaskOut},
    snapshot=lambda stream: ScanTask.objects.filter(client_id=streams.subject_of(stream)),
)
