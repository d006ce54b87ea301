"""What the sign-in service asks of the rooms above it; each registers when it starts."""

from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.conf import settings

from accounts.personal_data import PersonalPort
from sync.ports import Port


class PersonConfirmed(Protocol):
    """Called in the transaction in which a person's e-mail address becomes confirmed.

    `email` is lower-case. The names are what the person typed at sign-up: trimmed, without control
    characters, at most 200 characters, "" if not given. Without `may_create` the person did not come by a sign-up of
    their own: they are asked for their names next, and `person_named` is called.
    """

    def __call__(
        self,
        *,
        user_id: UUID,
        email: str,
        full_name: str,
        company_name: str,
        confirmed_at: datetime,
        may_create: bool,
    ) -> None: ...


class PersonConfirmedPort:
    """Those who want to know of confirmed people, in the order in which they registered."""

    def __init__(self) -> None:
        self._listeners: list[PersonConfirmed] = []

    def register(self, listener: PersonConfirmed) -> None:
        self._listeners.append(listener)

    def tell(
        self,
        *,
        user_id: UUID,
        email: str,
        full_name: str,
        company_name: str,
        confirmed_at: datetime,
        may_create: bool,
    ) -> None:
        for listener in self._listeners:
            listener(
                user_id=user_id,
                email=email,
                full_name=full_name,
                company_name=company_name,
                confirmed_at=confirmed_at,
                may_create=may_create,
            )


person_confirmed = PersonConfirmedPort()


class PersonNamed(Protocol):
    """Called in the transaction in which a person with a confirmed address changes their names; see PersonConfirmed."""

    def __call__(self, *, user_id: UUID, email: str, full_name: str, company_name: str) -> None: ...


class PersonNamedPort:
    """Who is notified of changed names; nobody, unless somebody registers."""

    def __init__(self) -> None:
        self._listener: PersonNamed | None = None

    def register(self, listener: PersonNamed) -> None:
        self._listener = listener

    def notify(self, *, user_id: UUID, email: str, full_name: str, company_name: str) -> None:
        if self._listener is not None:
            self._listener(user_id=user_id, email=email, full_name=full_name, company_name=company_name)


person_named = PersonNamedPort()


class MayGetSms(Protocol):
    def __call__(self, user_id: UUID) -> bool:
        """Whether a person may have a text message sent to a number that they have not verified yet: it costs money."""


may_get_sms: Port[MayGetSms] = Port("accounts.may_get_sms")


class SendSms(Protocol):
    async def __call__(self, *, to: str, text: str) -> bool:
        """Hand a text message for the number `to` (with `+`) over; False if nobody takes it."""


class SmsPort:
    """Who sends text messages; nobody, unless somebody registers."""

    def __init__(self) -> None:
        self._sender: SendSms | None = None

    def register(self, sender: SendSms | None) -> None:
        self._sender = sender

    @property
    def carrier(self) -> str:
        """The carrier by the name of its API, "" if there is none."""
        return "twilio" if self._sender is not None else ""

    def reaches(self, phone: str) -> bool:
        """Whether a code can be brought to `phone` (without `+`)."""
        return self._sender is not None or phone in settings.AUTH_TEST_PHONE

    async def send(self, *, to: str, text: str) -> bool:
        """False if it was not taken."""
        return self._sender is not None and await self._sender(to=to, text=text)


sms = SmsPort()

# What each room has of a person, for the export, and when they are erased.
personal = PersonalPort()
