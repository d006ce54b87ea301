"""The types of data from Google, which the Google client, the reports and the services share."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

ANALYTICS_SCOPE = "https://www.googleapis.com/auth/analytics.readonly"
SEARCH_CONSOLE_SCOPE = "https://www.googleapis.com/auth/webmasters.readonly"


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one consent; `refresh` is "" if Google issued none."""

    access: str
    refresh: str


@dataclass(frozen=True, slots=True)
class Consent:
    """The scopes that a user granted at Google, and their Google profile."""

    subject: str
    email: str
    name: str
    picture: str
    scopes: frozenset[str]
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Property:
    """A property of Google Analytics; `id` is its number."""

    id: str
    name: str
    account: str


@dataclass(frozen=True, slots=True)
class ReadTarget:
    """A client with a property, and the tokens of their consent, if stored."""

    client_id: UUID
    user_id: UUID
    property_id: str
    tokens: Tokens | None
    read_at: datetime | None


@dataclass(frozen=True, slots=True)
class Reading:
    """The figures read from a property: a snapshot's columns by part. `error` is "" if every part was read."""

    property_id: str
    at: datetime
    parts: dict[str, dict[str, object]]
    error: str
    is_retryable: bool
