"""The schemas of the sync engine's HTTP endpoints."""

from typing import Annotated, Generic, Literal, TypeVar

from ninja import Schema
from pydantic import UUID7, BaseModel, ConfigDict, Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

from core.errors import NotFound
from core.ids import uuid7

# The id of a new row. A caller that may repeat its request creates the id; without one, the server creates it.
NewRowId = Annotated[UUID7, Field(default_factory=uuid7)]


def uuid_or(error: type[NotFound]) -> WrapValidator:
    """A validator for the id of a row in a request: raises `error` for a text that is no UUID, as for an unknown id."""

    def validate(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        try:
            return handler(value)
        except ValidationError:
            if isinstance(value, str):
                raise error from None
            raise

    return WrapValidator(validate)


class RowOut(BaseModel):
    """A row as an audience sees it. Ninja's Schema would read each field in Python, which takes 20 us more."""

    model_config = ConfigDict(from_attributes=True)


Row = TypeVar("Row")
# A function of the app's code and its position: `send@/assets/sync-3f9aB_1c.js:1:2931`.
STACK_LINE = r"^[\w$.<> -]{0,60}@/(?:assets|src|sw\.js)[\w./-]{0,80}:\d{1,6}:\d{1,7}$"


class ErrorOut(Schema):
    """The body of every error: a stable `code` for programs and a `message` for users."""

    code: str
    message: str


class OneRow(Schema, Generic[Row]):
    """The response of an endpoint that selects a single row."""

    data: Row


class NoRow(Schema):
    """The response of an endpoint that selects a single row, with status 200, if there is no row. Ignore the code."""

    data: None
    code: Literal["PGRST116"]


NO_ROW = NoRow(data=None, code="PGRST116")


class StreamIn(Schema):
    model_config = ConfigDict(extra="forbid")

    s: str


class PositionOut(Schema):
    """The start of a first load: the cursor `c`, the id `at` of its change, and the tables to page through."""

    s: str
    e: str
    c: int
    at: str
    tables: list[str]


class OutboxIn(Schema):
    """The unsent entries of a device: their number, and the age of the oldest in seconds."""

    model_config = ConfigDict(extra="forbid")

    waiting: int = Field(ge=0, le=1_000_000)
    oldest_s: int = Field(ge=0, le=10**9)


class FailureIn(Schema):
    """An error of the app: its type and the positions in the app's files, without its text, which may quote a row."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(pattern=r"^[A-Za-z]{1,40}$")
    at: list[Annotated[str, Field(max_length=160, pattern=STACK_LINE)]] = Field(max_length=12)


class ReportIn(Schema):
    """A report of a device: an uncaught error, a failed self-check, or the age of its outbox."""

    model_config = ConfigDict(extra="forbid")

    what: Literal["error", "gap", "second-gap", "bad-frame", "ended", "store", "outbox", "outbox-stuck"]
    build: str = Field(pattern=r"^[0-9.]{1,20}$")
    error: FailureIn | None = None
    outbox: OutboxIn | None = None
