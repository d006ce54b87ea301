"""Access rules: only owners change notices and devices; only admins preview a client's weekly email."""

from uuid import UUID

from clients import access as clients
from clients.access import Standing
from clients.errors import ClientNotFound
from core.actor import Person
from notifications.errors import DeviceNotFound, NoticeNotFound
from notifications.models import Notice, PushDevice


def taking_part(actor: Person) -> Standing:
    """The actor's role. Raises ClientNotFound for a user who is neither admin nor client, CardRequired."""
    found = clients.standing(actor)
    if found is None:
        raise ClientNotFound
    return found


def own_notice(actor: Person, notice_id: UUID) -> None:
    """Raises NoticeNotFound if the notice is absent or belongs to another user, ClientNotFound, CardRequired."""
    taking_part(actor)
    if not Notice.objects.filter(id=notice_id, user_id=actor.id).exists():
        raise NoticeNotFound


def own_device(actor: Person, device_id: UUID) -> None:
    """Raises DeviceNotFound if the device is absent or belongs to another user, ClientNotFound, CardRequired."""
    taking_part(actor)
    if not PushDevice.objects.filter(id=device_id, user_id=actor.id).exists():
        raise DeviceNotFound


def may_preview(actor: Person, client_id: UUID) -> None:
    """Raises AdminsOnly, ClientNotFound."""
    clients.must_be_admin(actor)
    clients.client_for(actor, client_id)
