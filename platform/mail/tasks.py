"""Background jobs of the mail app: deliver a mail, and delete old ones."""

import logging
from uuid import UUID

from huey import crontab
from huey.contrib.djhuey import db_periodic_task

from core.clock import now
from mail import services, transport
from mail.composition import compose
from mail.errors import DeliveryUnknown, MailNotAccepted, MailRejected
from mail.models import State
from sync.effects import effects
from sync.writes.db_executor import write_now

log = logging.getLogger(__name__)


@effects.handles(services.DELIVER)
def deliver(subject: str) -> None:
    """Deliver one mail, at most once. Raises MailNotAccepted, so that the effect tries again later."""
    mail_id = UUID(subject)
    taken = write_now(services.claim, mail_id=mail_id)
    if taken is None:
        return
    content, brand = taken
    try:
        name = f"{now():%Y%m%dT%H%M%S}-{content.kind}-{mail_id}"
        transport.deliver(compose(content, brand), to=content.to, name=name)
    except MailRejected as error:
        log.warning("mail %s (%s) was rejected: %s", mail_id, content.kind, error)
        write_now(services.settle, mail_id=mail_id, state=State.FAILED, reason=str(error))
    except DeliveryUnknown as unknown:
        log.warning("mail %s (%s) may have been sent: %s", mail_id, content.kind, unknown)
        write_now(services.settle, mail_id=mail_id, state=State.UNKNOWN, reason=str(unknown))
    except MailNotAccepted as not_taken:
        write_now(services.settle, mail_id=mail_id, state=State.WAITING, reason=str(not_taken))
        raise
    else:
        write_now(services.settle, mail_id=mail_id, state=State.SENT)


@effects.handles("mail.prune")
def prune(day: str) -> None:
    """Delete old mails. Runs once a day."""
    write_now(services.prune)


def schedule_pruning() -> None:
    """Runs hourly in every process. The effect is unique per day, so the pruning runs once a day."""
    write_now(effects.after_commit, kind="mail.prune", subject=now().date().isoformat())


db_periodic_task(crontab(minute="10"))(schedule_pruning)
