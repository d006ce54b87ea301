"""Access rules: only owners change notices and devices; only admins preview a client's weekly email."""

from uuid import UUID

from clients import access as clients
from clients.access import Membership
from clients.errors import ClientNotFound
from core.actor import Actor
from notifications.errors import DeviceNotFound, NoticeNotFound
from notifications.models import Notice, PushDevice


def must_be_member(actor: Actor) -> Membership:
    """The actor's role. Raises ClientNotFound for a user who is neither admin nor client, CardRequired."""
    membership = clients.membership_of(actor)
    if membership is None:
        raise ClientNotFound
    return membership


def must_own_notice(actor: Actor, notice_id: UUID) -> None:
    """Raises NoticeNotFound if the notice is absent or belongs to another user, ClientNotFound, CardRequired."""
    must_be_member(actor)
    if not Notice.objects.filter(id=notice_id, user_id=actor.id).exists():
        raise NoticeNotFound


def must_own_device(actor: Actor, device_id: UUID) -> None:
    """Raises DeviceNotFound if the device is absent or belongs to another user, ClientNotFound, CardRequired."""
    must_be_member(actor)
    if not PushDevice.objects.filter(id=device_id, user_id=actor.id).exists():
        raise DeviceNotFound


def may_preview(actor: Actor, client_id: UUID) -> None:
    """Raises AdminsOnly, ClientNotFound."""
    clients.must_be_admin(actor)
    clients.client_for(actor, client_id)
