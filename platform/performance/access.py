"""Access rules: who may read a website's scores, and who may start a scan."""

from uuid import UUID

from clients import access
from clients.access import client_for, membership_of
from clients.errors import ClientNotFound
from core.actor import Actor
from performance.errors import AdminsOnly, ScoreNotFound
from performance.models import Score


def must_be_admin(actor: Actor) -> None:
    """Raises AdminsOnly."""
    access.must_be_admin(actor, error=AdminsOnly)


def must_be_reader(actor: Actor, client_id: UUID) -> None:
    """Allows the client's own users and admins. Raises ClientNotFound for others."""
    client_for(actor, client_id)


def client_to_read(actor: Actor, client_id: UUID | None) -> UUID:
    """The requested client, or the actor's own client if none is requested. Raises ClientNotFound."""
    if client_id is None:
        membership = membership_of(actor)
        if membership is None or membership.client_id is None:
            raise ClientNotFound
        return membership.client_id
    must_be_reader(actor, client_id)
    return client_id


def score_for(actor: Actor, score_id: UUID) -> Score:
    """A score with its raw result. Raises ScoreNotFound if it is absent or belongs to another client."""
    membership = membership_of(actor)
    score = Score.objects.filter(id=score_id).first()
    if membership is None or score is None or not membership.may_see_rows_of(score.client_id):
        raise ScoreNotFound
    return score
