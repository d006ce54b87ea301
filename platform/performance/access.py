"""Access rules: who may read a website's scores, and who may start a scan."""

from uuid import UUID

from clients import access
from clients.access import client_for, standing
from core.actor import Person
from performance.errors import AdminsOnly, ScoreNotFound
from performance.models import Score


def must_be_admin(actor: Person) -> None:
    """Raises AdminsOnly."""
    access.must_be_admin(actor, refusal=AdminsOnly)


def may_read(actor: Person, client_id: UUID) -> None:
    """Allows the client's own users and admins. Raises ClientNotFound."""
    client_for(actor, client_id)


def score_for(actor: Person, score_id: UUID) -> Score:
    """A score with its raw result. Raises ScoreNotFound if it is absent or belongs to another client."""
    found = standing(actor)
    score = Score.objects.filter(id=score_id).first()
    if found is None or score is None or (found.role == "client" and found.client_id != score.client_id):
        raise ScoreNotFound
    return score
