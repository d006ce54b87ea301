"""Writes of the weekly email: request, compose and send it once per client and week, send tests, and unsubscribe."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.timezone import get_default_timezone_name

from accounts import queries as accounts
from accounts import services as accounts_services
from accounts.limits import buckets
from clients import queries as clients
from clients import services as clients_services
from core.actor import Actor
from core.clock import now
from mail import ports as mail_ports
from mail import services as mail
from notifications import access, weekly_email_layout
from notifications.errors import BadLink, NothingToSend, TooManyTests
from notifications.models import Preferences, WeeklyMail
from notifications.ports import weekly_section
from notifications.week import SENT_AT_HOUR, days_of, next_week
from sync.effects import effects

UNSUBSCRIBE_PATH = "/functions/v1/unsubscribe"
TESTS = buckets.Limit(5, 5, timedelta(hours=1))  # per admin


@dataclass(frozen=True, slots=True)
class WeeklyEmail:
    """A rendered weekly email about the days `first_day` to `last_day`. `to` is None if the client does not want it."""

    subject: str
    to: str | None
    html: str
    text: str
    unsubscribe_url: str
    first_day: date
    last_day: date


def request(*, week: date, client_ids: Collection[UUID]) -> None:
    """Request these clients' emails of a week. A repeated request changes nothing."""
    for client_id in client_ids:
        effects.after_commit(send_requested, f"{week.isoformat()}:{client_id}")


def send_requested(subjects: Sequence[str]) -> None:
    """Send weekly emails. Each subject is `<week>:<client>`."""
    for subject in subjects:
        week, _, client_id = subject.partition(":")
        send(client_id=UUID(client_id), week=date.fromisoformat(week))


def send(*, client_id: UUID, week: date) -> None:
    """Send a client's email of a week, unless it was sent, is empty or is switched off.

    Raises what `compose` raises.
    """
    if WeeklyMail.objects.filter(client_id=client_id, week=week).exists():
        return
    email = compose(client_id=client_id, week=week)
    if email is not None and email.to is not None:
        mail_id = mail.send_composed(
            kind="weekly",
            to=email.to,
            subject=email.subject,
            text=email.text,
            html=email.html,
            unsubscribe_url=email.unsubscribe_url,
        )
        WeeklyMail.objects.create(client_id=client_id, week=week, mail_id=mail_id)


def send_test(*, actor: Actor, about: UUID) -> str:
    """Send a client's next email, with the current data, to the admin who requests it. Returns the admin's address.

    The test has no link to unsubscribe, because the link would unsubscribe the client. `about` is the client's id. It
    is not named `client_id`, because a service with that parameter may lock only the client's rows, and this one also
    locks the admin's limit of tests.
    Raises AdminsOnly, ClientNotFound, NothingToSend, TooManyTests.
    """
    access.may_preview(actor, about)
    email = compose(client_id=about, week=_next_week(), is_test=True)
    to = accounts.address_of(actor.id)
    if email is None or to is None:
        raise NothingToSend
    exhausted = accounts_services.take(buckets=[(buckets.key_of("weekly-test", str(actor.id)), TESTS)])
    if exhausted is not None:
        raise TooManyTests(retry_after=exhausted.wait_s)
    subject = f"Test: {email.subject}"
    mail.send_composed(kind="weekly_test", to=to, subject=subject, text=email.text, html=email.html, unsubscribe_url="")
    return to


def compose(*, client_id: UUID, week: date, is_test: bool = False) -> WeeklyEmail | None:
    """A client's email of the Monday `week`, or None if the client has not signed up or no app has a section.

    A test has no link to unsubscribe. Raises the error of an app whose section fails.
    """
    contact = clients.contact_of(client_id=client_id)
    if contact is None:
        return None
    zone = ZoneInfo(get_default_timezone_name())
    start, end = days_of(week, zone)
    sections = weekly_section.collect(client_id, start, end)
    if not sections:
        return None
    unsubscribe_url = "" if is_test else _unsubscribe_url(client_id)
    frame = weekly_email_layout.Frame(
        brand=mail_ports.brand.call(),
        company=contact.company_name,
        start=start,
        end=end,
        zone=_zone_for(contact.user_id, end.replace(hour=SENT_AT_HOUR)),
        sections=sections,
        unsubscribe_url=unsubscribe_url,
    )
    to = accounts.address_of(contact.user_id) if contact.notify_reports else None
    return WeeklyEmail(
        subject=weekly_email_layout.subject(frame),
        to=to,
        html=weekly_email_layout.html(frame),
        text=weekly_email_layout.text(frame),
        unsubscribe_url=unsubscribe_url,
        first_day=start.date(),
        last_day=end.date() - timedelta(days=1),
    )


def preview(*, actor: Actor, client_id: UUID) -> WeeklyEmail | None:
    """A client's next email with the current data. Raises AdminsOnly, ClientNotFound."""
    access.may_preview(actor, client_id)
    return compose(client_id=client_id, week=_next_week())


def unsubscribe(*, token: str) -> None:
    """Switch off the client's notifications of new reports, which include the weekly email. Raises BadLink."""
    clients_services.stop_reports(client_id=client_of(token))


def client_of(token: str) -> UUID:
    """The id of the client for whom a link's token was signed. Raises BadLink."""
    try:
        return UUID(_signer().unsign(token))
    except (BadSignature, ValueError):
        raise BadLink from None


def _next_week() -> date:
    return next_week(now(), ZoneInfo(get_default_timezone_name()))


def _zone_for(user_id: UUID, sent_at: datetime) -> str:
    """The provider's time zone in words, such as `New York time`.

    Empty unless the user has chosen a zone for quiet hours whose time differs at `sent_at`.
    """
    own = Preferences.objects.filter(id=user_id).values_list("zone", flat=True).first()
    if not own or sent_at.astimezone(ZoneInfo(own)).utcoffset() == sent_at.utcoffset():
        return ""
    return f"{get_default_timezone_name().rpartition('/')[2].replace('_', ' ')} time"


def _unsubscribe_url(client_id: UUID) -> str:
    return f"{settings.SITE_URL}{UNSUBSCRIBE_PATH}?{urlencode({'t': _signer().sign(str(client_id))})}"


def _signer() -> Signer:
    return Signer(salt="notifications.weekly")
