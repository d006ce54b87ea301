"""What is known of Google's side, in plain words: what services take, and the gateway and the reports give."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

ANALYTICS_SCOPE = "https://www.googleapis.com/auth/analytics.readonly"
SEARCH_CONSOLE_SCOPE = "https://www.googleapis.com/auth/webmasters.readonly"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Of one consent; `refresh` is "" if Google gave none."""

    access: str
    refresh: str


@dataclass(frozen=True, slots=True)
class Consent:
    """What a person agreed to at Google, and who they are there."""

    subject: str
    email: str
    name: str
    picture: str
    scopes: frozenset[str]
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Property:
    """A property of Google Analytics; `id` is the number alone."""

    id: str
    name: str
    account: str


@dataclass(frozen=True, slots=True)
class Readable:
    """A client whose figures can be read: their property and the tokens of the consent to it."""

    client_id: UUID
    user_id: UUID
    property_id: str
    tokens: Tokens | None
    read_at: datetime | None


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a property: by part, the columns of a snapshot. `error` is "" if everything was."""

    property_id: str
    at: datetime
    parts: dict[str, dict[str, object]]
    error: str
    is_worth_another_try: bool
