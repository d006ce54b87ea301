"""Publishes rows to sync streams: users get their own notices, devices and preferences; admins also get notices
unopened for two days."""

from typing import Any

from django.db.models import QuerySet

from notifications import queries
from notifications.models import Notice, Preferences, PushDevice
from notifications.schemas import NoticeOut, PreferencesOut, PushDeviceOut
from sync.log import streams
from sync.log.registry import publish


def _notice_streams(notice: Notice) -> list[str]:
    own = streams.user(notice.user_id)
    return [own] if notice.unreached_at is None else [streams.ADMINS, own]


def _notices_snapshot(stream: str) -> QuerySet[Any]:
    return queries.unreached_notices() if stream == streams.ADMINS else queries.notices_of(streams.subject_of(stream))


publish(Notice, streams=_notice_streams, as_={"w": NoticeOut, "u": NoticeOut}, snapshot=_notices_snapshot)
publish(
    PushDevice,
    streams=lambda device: [streams.user(device.user_id)],
    as_={"u": PushDeviceOut},
    snapshot=lambda stream: PushDevice.objects.filter(user_id=streams.subject_of(stream)),
)
publish(
    Preferences,
    streams=lambda preferences: [streams.user(preferences.id)],
    as_={"u": PreferencesOut},
    snapshot=lambda stream: Preferences.objects.filter(id=streams.subject_of(stream)),
)
