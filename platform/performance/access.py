"""Who may see a website's scores, and who may have it scanned."""

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
    """The client's own people, and admins. Raises ClientNotFound."""
    client_for(actor, client_id)


def score_for(actor: Person, score_id: UUID) -> Score:
    """A score with its raw answer. Raises ScoreNotFound, whether it is not there or another client's."""
    found = standing(actor)
    score = Score.objects.filter(id=score_id).first()
    if found is None or score is None or (found.role == "client" and found.client_id != score.client_id):
        raise ScoreNotFound
    return score
