"""The demo's admin, clients and conversations, read from `stories.json` and validated."""

from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Line(NamedTuple):
    """One message, at a time in the provider's time zone. `file` is a title in demo.files.

    `when` is like `12 09:42` (days ago and time), `2w Fri 15:20` (a day two weeks before this week, which the scans of
    Fridays need) or `25m` (minutes ago). `{score}` in the text is the newest score of the website at that time.
    """

    when: str
    role: Literal["client", "admin"]
    text: str
    file: str | None = None

    def written_at(self, now: datetime) -> datetime:
        """The time of the message; `now` is in the provider's time zone."""
        if self.when.endswith("m"):
            return now - timedelta(minutes=int(self.when[:-1]))
        *day, clock = self.when.split()
        ago = int(day[0]) if len(day) == 1 else now.weekday() + 7 * int(day[0].removesuffix("w")) - DAYS.index(day[1])
        return datetime.combine(now.date() - timedelta(days=ago), time.fromisoformat(clock), now.tzinfo)


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Provider(_Model):
    """The admin."""

    email: str
    name: str


class Unread(_Model):
    """How many of the other side's last messages the provider and the client have not read."""

    provider: int
    client: int


class Story(_Model):
    """A client, added `days_ago`, and its thread, oldest line first. A pending client has no user yet."""

    company_name: str
    contact_name: str
    contact_email: str
    phone: str
    website_url: str | None
    tier: Literal["basic", "pro", "enterprise"]
    status: Literal["active", "inactive"]
    days_ago: int
    pending: bool
    unread: Unread
    thread: list[Line]

    def last_read(self, role: Literal["client", "admin"]) -> int | None:
        """The index of the other side's last line that `role` has read, or None."""
        unread = self.unread.provider if role == "admin" else self.unread.client
        others = [index for index, line in enumerate(self.thread) if line.role != role]
        return others[-1 - unread] if len(others) > unread else None


class Stories(_Model):
    admin: Provider
    clients: list[Story]


STORIES = Stories.model_validate_json(Path(__file__).with_name("stories.json").read_bytes())
