"""Reads of a notification's recipients, their quiet hours, unopened notices and push devices."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Min, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.timezone import get_default_timezone_name

from accounts import queries as accounts
from clients import queries as clients
from clients.ports import Reason
from core.actor import Actor
from notifications import access, quiet_hours, vapid
from notifications.models import Kind, Notice, Preferences, PushDevice, Side

UNREACHED_POINTS = 25


@dataclass(frozen=True, slots=True)
class Recipient:
    """A recipient of a notification, and their side."""

    user_id: UUID
    side: Side


@dataclass(frozen=True, slots=True)
class PushFailure:
    """A device whose last push failed; `recipient` is its owner's email address."""

    recipient: str
    device: str
    reason: str
    at: datetime


def push_key(*, actor: Actor) -> str:
    """The key with which the caller's browsers subscribe to pushes. Raises CardRequired, ClientNotFound."""
    access.must_be_member(actor)
    return vapid.public_key()


def client_users(client_id: UUID) -> list[UUID]:
    """The ids of a client's users: one, or none before the client signs up."""
    return clients.users_of(client_id=client_id)


def admin_users(*, excluded: UUID | None = None) -> list[UUID]:
    """The ids of all admins except `excluded`, the admin who caused the event."""
    return [user_id for user_id in clients.admins() if user_id != excluded]


def recipients(user_ids: Collection[UUID], kind: str) -> list[Recipient]:
    """Those of the users who have not switched this kind off, in the order of their ids."""
    ids = set(user_ids)
    admins = ids & set(clients.admins()) if ids else set()
    preferences = {row.id: row for row in Preferences.objects.filter(id__in=admins)}
    result = [Recipient(one, Side.PROVIDER) for one in admins if _is_enabled_for_admin(preferences.get(one), kind)]
    for contact in clients.contacts(user_ids=ids - admins):
        is_on = {Kind.MESSAGE: contact.notify_messages, Kind.REPORT: contact.notify_reports}
        if is_on.get(Kind(kind), True):
            result.append(Recipient(contact.user_id, Side.CLIENT))
    return sorted(result, key=lambda one: one.user_id)


def locked_recipients(user_ids: Collection[UUID], kind: str) -> list[Recipient]:
    """Does the same as `recipients` with the admins' rows locked, so that a removed admin gets no new notice.

    Removing an admin deletes the admin's notices once, so a notice that is created later would stay.
    """
    enabled = recipients(user_ids, kind)
    if not any(recipient.side == Side.PROVIDER for recipient in enabled):
        return enabled
    locked_admins = clients.locked_admins()
    return [recipient for recipient in enabled if recipient.side != Side.PROVIDER or recipient.user_id in locked_admins]


def is_kind_enabled(notice: Notice) -> bool:
    """Whether the recipient has this kind of notice switched on now."""
    return bool(with_kind_enabled([notice]))


def with_kind_enabled(notices: Collection[Notice]) -> dict[UUID, Notice]:
    """Those of the notices whose recipients have their kind switched on now, by the notice's id."""
    enabled = {
        (recipient.user_id, kind)
        for kind in {notice.kind for notice in notices}
        for recipient in recipients({notice.user_id for notice in notices if notice.kind == kind}, kind)
    }
    return {notice.id: notice for notice in notices if (notice.user_id, notice.kind) in enabled}


def quiet_until(user_ids: Collection[UUID], at: datetime) -> dict[UUID, datetime]:
    """When the quiet hours end, for each of these users whose quiet hours include `at`."""
    ends = {}
    for row in Preferences.objects.filter(id__in=user_ids, is_quiet=True):
        zone = ZoneInfo(row.zone or get_default_timezone_name())
        end = quiet_hours.quiet_until(at, quiet_hours.Hours(row.quiet_from, row.quiet_to, zone))
        if end is not None:
            ends[row.id] = end
    return ends


def devices_of(user_ids: Collection[UUID]) -> dict[UUID, list[PushDevice]]:
    """The push devices of each of these users, without devices whose session has ended."""
    rows = list(PushDevice.objects.filter(user_id__in=user_ids).order_by("id"))
    valid_sessions = accounts.live_sessions({device.session_id for device in rows})
    devices: dict[UUID, list[PushDevice]] = {user_id: [] for user_id in user_ids}
    for device in rows:
        if valid_sessions.get(device.session_id) == device.user_id:
            devices[device.user_id].append(device)
    return devices


def surplus_devices(user_id: UUID, *, limit: int) -> list[PushDevice]:
    """All devices of a user except the `limit` devices that showed a notice most recently; locked.

    A device that has shown none counts by the time when it was added.
    """
    devices = PushDevice.objects.select_for_update(no_key=True).filter(user_id=user_id)
    return list(devices.order_by(Coalesce("shown_at", "added_at").desc(), "-id")[limit:])


def push_failures(*, limit: int) -> list[PushFailure]:
    """The devices whose last push failed, the latest first."""
    failed = PushDevice.objects.exclude(trouble="").order_by("-checked_at", "id")
    rows = failed.values_list("user__email", "user_agent", "trouble", "checked_at")[:limit]
    return [PushFailure(email or "", device, reason, at) for email, device, reason, at in rows]


def badge_of(user_id: UUID) -> int:
    """The number of messages in a user's unopened notices."""
    unopened = Notice.objects.filter(user_id=user_id, kind=Kind.MESSAGE, opened_at=None)
    return int(unopened.aggregate(total=Sum("count"))["total"] or 0)


def notices_of(user_id: UUID) -> QuerySet[Notice]:
    return Notice.objects.filter(user_id=user_id)


def unreached_notices() -> QuerySet[Notice]:
    """The notices that their recipients have not opened for two days."""
    return Notice.objects.filter(unreached_at__isnull=False)


def reasons() -> Iterator[tuple[UUID, Reason]]:
    """Yield the clients with notices that stayed unopened for two days, for `clients.ports.attention`."""
    rows = (
        unreached_notices()
        .filter(side=Side.CLIENT, client__isnull=False)
        .values_list("client_id")
        .annotate(since=Min("open_since"))
    )
    for client_id, since in rows.order_by("client_id"):
        yield client_id, Reason("unreached", UNREACHED_POINTS, "not reached", since)


def _is_enabled_for_admin(preferences: Preferences | None, kind: str) -> bool:
    if preferences is None:
        return True
    return {Kind.MESSAGE: preferences.messages, Kind.REPORT: preferences.reports}.get(Kind(kind), True)
