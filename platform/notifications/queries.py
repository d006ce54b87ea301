"""Reads of a notification's recipients, their quiet hours, waiting notices and push devices."""

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
from notifications import access, vapid
from notifications.models import Kind, Notice, PushDevice, Side, Wishes
from notifications.quiet_hours import Hours
from notifications.quiet_hours import quiet_until as ends_at

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


def of_client(client_id: UUID) -> list[UUID]:
    """The ids of a client's users: one, or none before the client signs up."""
    return clients.users_of(client_id=client_id)


def of_provider(*, but: UUID | None = None) -> list[UUID]:
    """The ids of all admins except `but`, who caused the event."""
    return [user_id for user_id in clients.admins() if user_id != but]


def recipients(user_ids: Collection[UUID], kind: str) -> list[Recipient]:
    """The users, of those given, who have not switched this kind off, in the order of their ids."""
    ids = set(user_ids)
    admins = ids & set(clients.admins()) if ids else set()
    wishes = {row.id: row for row in Wishes.objects.filter(id__in=admins)}
    result = [Recipient(one, Side.PROVIDER) for one in admins if _is_enabled_for_admin(wishes.get(one), kind)]
    for contact in clients.contacts(user_ids=ids - admins):
        is_on = {Kind.MESSAGE: contact.notify_messages, Kind.REPORT: contact.notify_reports}
        if is_on.get(Kind(kind), True):
            result.append(Recipient(contact.user_id, Side.CLIENT))
    return sorted(result, key=lambda one: one.user_id)


def locked_recipients(user_ids: Collection[UUID], kind: str) -> list[Recipient]:
    """Does the same as `recipients` with the admins' rows locked, so that a removed admin gets no new notice.

    Removing an admin deletes the admin's notices once, so a notice that is created later would stay.
    """
    listeners = recipients(user_ids, kind)
    if not any(listener.side == Side.PROVIDER for listener in listeners):
        return listeners
    held = clients.locked_admins()
    return [listener for listener in listeners if listener.side != Side.PROVIDER or listener.user_id in held]


def is_kind_enabled(notice: Notice) -> bool:
    """Whether the recipient has this kind of notice switched on now."""
    return bool(with_kind_enabled([notice]))


def with_kind_enabled(notices: Collection[Notice]) -> dict[UUID, Notice]:
    """The given notices whose recipients have this kind switched on now, by the notice's id."""
    enabled = {
        (listener.user_id, kind)
        for kind in {notice.kind for notice in notices}
        for listener in recipients({notice.user_id for notice in notices if notice.kind == kind}, kind)
    }
    return {notice.id: notice for notice in notices if (notice.user_id, notice.kind) in enabled}


def quiet_until(user_ids: Collection[UUID], at: datetime) -> dict[UUID, datetime]:
    """When the quiet hours end, for each of these users whose quiet hours include `at`."""
    ends = {}
    for row in Wishes.objects.filter(id__in=user_ids, is_quiet=True):
        zone = ZoneInfo(row.zone or get_default_timezone_name())
        end = ends_at(at, Hours(row.quiet_from, row.quiet_to, zone))
        if end is not None:
            ends[row.id] = end
    return ends


def devices_of(user_ids: Collection[UUID]) -> dict[UUID, list[PushDevice]]:
    """The push devices of each of these users whose session is still valid."""
    rows = list(PushDevice.objects.filter(user_id__in=user_ids).order_by("id"))
    valid_sessions = accounts.live_sessions({device.session_id for device in rows})
    devices: dict[UUID, list[PushDevice]] = {user_id: [] for user_id in user_ids}
    for device in rows:
        if valid_sessions.get(device.session_id) == device.user_id:
            devices[device.user_id].append(device)
    return devices


def surplus_devices(user_id: UUID, *, limit: int) -> list[PushDevice]:
    """All devices of a user except the `limit` that showed a notice most recently; locked."""
    devices = PushDevice.objects.select_for_update(no_key=True).filter(user_id=user_id)
    return list(devices.order_by(Coalesce("shown_at", "added_at").desc(), "-id")[limit:])


def push_failures(*, limit: int) -> list[PushFailure]:
    """The devices whose last push failed, the latest first."""
    failed = PushDevice.objects.exclude(trouble="").order_by("-checked_at", "id")
    rows = failed.values_list("user__email", "user_agent", "trouble", "checked_at")[:limit]
    return [PushFailure(email or "", device, reason, at) for email, device, reason, at in rows]


def badge_of(user_id: UUID) -> int:
    """The number of messages in a user's unopened notices."""
    waiting = Notice.objects.filter(user_id=user_id, kind=Kind.MESSAGE, opened_at=None)
    return int(waiting.aggregate(all=Sum("count"))["all"] or 0)


def shown_to(stream_subject: UUID) -> QuerySet[Notice]:
    """A user's notices."""
    return Notice.objects.filter(user_id=stream_subject)


def unreached() -> QuerySet[Notice]:
    """The notices that their recipients have not opened for two days."""
    return Notice.objects.filter(unreached_at__isnull=False)


def reasons() -> Iterator[tuple[UUID, Reason]]:
    """Yield the clients with notices unopened for two days, for `clients.ports.attention`."""
    rows = (
        unreached()
        .filter(side=Side.CLIENT, client__isnull=False)
        .values_list("client_id")
        .annotate(since=Min("open_since"))
    )
    for client_id, since in rows.order_by("client_id"):
        yield client_id, Reason("unreached", UNREACHED_POINTS, "not reached", since)


def _is_enabled_for_admin(wishes: Wishes | None, kind: str) -> bool:
    if wishes is None:
        return True
    return {Kind.MESSAGE: wishes.messages, Kind.REPORT: wishes.reports}.get(Kind(kind), True)
