"""The schemas of performance: the inputs and outputs of its endpoints, and its rows."""

from datetime import date
from uuid import UUID

from ninja import Schema
from pydantic import ConfigDict, Field, JsonValue

from clients.schemas import Areas, ClientOut, Timestamp
from sync.schemas import RowOut


class OnboardingIn(Schema):
    """A client's website as it was typed, and the areas that the business serves."""

    model_config = ConfigDict(extra="forbid")

    website_url: str = Field(max_length=4000)
    service_areas: Areas | None = None


class ScanIn(Schema):
    """The client whose website to scan."""

    model_config = ConfigDict(extra="forbid")

    client_id: UUID


class ScoreOut(RowOut):
    """A row of `performance_scores`. `metrics` and `field` are in milliseconds, except `cls`, which has no unit."""

    id: UUID
    v: int
    client_id: UUID
    user_id: UUID | None
    website_url: str
    strategy: str
    performance_score: int
    is_incomplete: bool
    source: str
    runs: list[int | None]
    metrics: dict[str, float]
    field: dict[str, float | str] | None
    previous_score: int | None
    previous_at: Timestamp | None
    last_week_score: int | None
    last_week_at: Timestamp | None
    verdict: str
    reasons: list[str]
    created_at: Timestamp


class ScanRunOut(RowOut):
    """A row of `scan_runs`; `step` of `steps` measurements are complete."""

    id: UUID
    v: int
    client_id: UUID
    why: str
    week: date | None
    website_url: str
    state: str
    step: int
    steps: int
    reason: str
    error: str
    score_id: UUID | None
    performance_score: int | None
    asked_at: Timestamp
    started_at: Timestamp | None
    finished_at: Timestamp | None


class ScanTaskOut(RowOut):
    """A row of `scan_tasks`."""

    id: UUID
    v: int
    client_id: UUID
    audit: str
    subject: str
    title: str
    detail: str
    weight: int
    is_open: bool
    proof: str
    reopened: int
    opened_at: Timestamp
    closed_at: Timestamp | None


class OnboardedOut(Schema):
    """The client's row with the normalized website, and its scan."""

    client: ClientOut
    run: ScanRunOut


class ScoresOut(Schema):
    """Scores, newest first."""

    rows: list[ScoreOut]


class TasksOut(Schema):
    """Tasks, open ones first, then the weightiest first."""

    rows: list[ScanTaskOut]


class WholeScoreOut(ScoreOut):
    """A score with its raw result."""

    json_response: dict[str, JsonValue]
