"""Ports of the sign-in service. The apps that depend on it register their functions here at start."""

from datetime import datetime
from enum import Enum
from typing import Protocol
from uuid import UUID

from django.conf import settings

from accounts.ports.personal_data import PersonalDataPort
from sync.ports import Port


class UserConfirmed(Protocol):
    """Called in the transaction in which a user's email address becomes confirmed.

    `email` is lower-case. The names are those typed at sign-up: trimmed, without control characters, at most 200
    characters, "" if not given. `may_create` is False if the user has no sign-up of their own: the app asks them for
    their names next, which calls `user_renamed`.
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


class UserConfirmedPort:
    """The listeners for confirmed users, called in the order in which they registered."""

    def __init__(self) -> None:
        self._listeners: list[UserConfirmed] = []

    def register(self, listener: UserConfirmed) -> None:
        self._listeners.append(listener)

    def notify(
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


user_confirmed = UserConfirmedPort()


class UserRenamed(Protocol):
    """Called in the transaction in which a user with a confirmed address changes their names; see UserConfirmed."""

    def __call__(self, *, user_id: UUID, email: str, full_name: str, company_name: str) -> None: ...


class UserRenamedPort:
    """The listener for changed names, if one is registered."""

    def __init__(self) -> None:
        self._listener: UserRenamed | None = None

    def register(self, listener: UserRenamed) -> None:
        self._listener = listener

    def notify(self, *, user_id: UUID, email: str, full_name: str, company_name: str) -> None:
        if self._listener is not None:
            self._listener(user_id=user_id, email=email, full_name=full_name, company_name=company_name)


user_renamed = UserRenamedPort()


class MayGetSms(Protocol):
    def __call__(self, user_id: UUID) -> bool:
        """Whether this user may cause a text message to a number that is not verified yet. Each message costs money."""


may_get_sms: Port[MayGetSms] = Port("accounts.may_get_sms")


class SmsOutcome(Enum):
    """The outcome of sending a text message.

    UNKNOWN: the message may have been sent. NOT_SENT: the carrier takes no message now, whatever the number is, so the
    limits do not count this one.
    """

    ACCEPTED = "accepted"
    NUMBER_REJECTED = "number rejected"
    UNKNOWN = "unknown"
    NOT_SENT = "not sent"


class SendSms(Protocol):
    async def __call__(self, *, to: str, text: str) -> SmsOutcome:
        """Send a text message to the number `to` (with `+`)."""


class SmsPort:
    """The sender of text messages, if one is registered."""

    def __init__(self) -> None:
        self._sender: SendSms | None = None

    def register(self, sender: SendSms | None) -> None:
        self._sender = sender

    @property
    def carrier(self) -> str:
        """The name of the carrier's API, or "" if no sender is registered."""
        return "twilio" if self._sender is not None else ""

    def reaches(self, phone: str) -> bool:
        """Whether a code can reach `phone` (without `+`): by a sender, or because it is a test number."""
        return self._sender is not None or phone in settings.AUTH_TEST_PHONE

    async def send(self, *, to: str, text: str) -> SmsOutcome:
        """Send a text message. Without a sender it is not sent."""
        return SmsOutcome.NOT_SENT if self._sender is None else await self._sender(to=to, text=text)


sms = SmsPort()

# Each app registers its export and erasure of personal data here.
personal = PersonalDataPort()
