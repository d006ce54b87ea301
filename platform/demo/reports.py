"""The demo's weekly reports. The first client has three and a draft; five other clients have one each."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from uuid import UUID, uuid5

from core.actor import Actor
from demo import files, google
from reports import services as reports
from reports.services import notify

NAMESPACE = UUID("0e7d3f5c-6a54-4a53-8f1f-1c3b1d0a77b2")
WRITTEN_AT, DELIVERED_AT, OPENED_AT = time(16, 20), time(8, 0), time(8, 47)
FILM = "https://www.youtube.com/watch?v=aqz-KE-bpKQ"  # Big Buck Bunny, free to show
SHORT = "https://vimeo.com/1084537"


@dataclass(frozen=True, slots=True)
class DemoReport:
    """A report. `weeks` is how many weeks ago its Monday was, None for a draft; `video` is a URL or a demo file.

    `totals` are the figures of Google Analytics on that day.
    """

    weeks: int | None
    title: str
    text: str
    video: str | None = None
    is_opened: bool = True
    totals: google.Totals | None = None


REPORTS = {
    "maya@harborcoffee.example": [
        DemoReport(
            2,
            "Fonts and an old widget are gone",
            "The review widget of the shop you no longer use was still being loaded on every page. It is gone, and so "
            "are four of the five fonts.\n\nYour home page now shows its picture after 3.1 seconds on a phone; two "
            "weeks ago it was almost eight.",
            SHORT,
            totals=google.Totals(3_148, 2_410, 4_127, 38.2),
        ),
        DemoReport(
            1,
            "A quiet week, and steady",
            "We changed nothing on the site this week, and the score is steady.\n\nNext: the winter menu. Please send us "
            "the pictures as they come from the camera, and we will shrink them.",
            totals=google.Totals(3_287, 2_498, 4_301, 37.4),
        ),
        DemoReport(
            0,
            "The winter menu is online",
            "Over ninety for the first time.\n\nThe menu's picture is now the heaviest thing on the page. We will cut it "
            "to a quarter of its size by Friday.\n\nSearch brings more of your visitors than anything else, and more "
            "people come than in October.",
            files.FILM,
            is_opened=False,
            totals=google.Totals(3_381, 2_563, 4_412, 36.9),
        ),
        DemoReport(None, "Before Christmas", "Opening hours, gift cards, and what people searched for last December."),
    ],
    "priya@alderfinch.example": [
        DemoReport(
            0,
            "Appointments from the home page",
            "The button is within reach of the thumb. Eleven people have used it.",
            FILM,
        )
    ],
    "hannah@juniperrye.example": [
        DemoReport(
            0, "Your first week with us", "We have read every page and measured the home page. The plan is on its way."
        )
    ],
    "camille@bluedooryoga.example": [
        DemoReport(
            0,
            "The timetable loads first now",
            "Most of your visitors want to know when the next class is. The timetable is there after one second.",
        )
    ],
    "kenji@nakamuradental.example": [
        DemoReport(
            0, "Still among the fastest", "96, and nothing to repair. Next week we read the page about implants."
        )
    ],
    "lucia@verdantland.example": [
        DemoReport(
            0,
            "The planning tool waits its turn",
            "It loads only when somebody opens it, which brought the score back to 84.",
            is_opened=False,
        )
    ],
}


def seed(*, email: str, client_id: UUID, admin: Actor, reader: Actor, local_now: datetime) -> None:
    """Create the reports of the client with this email address. `local_now` is the time in the provider's time zone."""
    monday = local_now.date() - timedelta(days=local_now.weekday())
    for entry in REPORTS.get(email, ()):
        day = monday - timedelta(weeks=entry.weeks or 0)
        delivered_at = min(datetime.combine(day, DELIVERED_AT, local_now.tzinfo), local_now - timedelta(minutes=50))
        written_at = datetime.combine(delivered_at.date() - timedelta(days=3), WRITTEN_AT, local_now.tzinfo)
        if entry.weeks is None:
            written_at = local_now - timedelta(hours=2)
        id = uuid5(NAMESPACE, f"{email} {entry.title}")
        reports.create_report(
            actor=admin,
            report_id=id,
            client_id=client_id,
            title=entry.title,
            text=entry.text,
            video_url=_address(entry, id, admin),
            at=written_at,
        )
        if entry.weeks is None:
            continue
        if entry.totals is not None:
            google.store_totals(
                client_id=client_id, user_id=reader.id, email=email, at=delivered_at, totals=entry.totals
            )
        has_video = entry.video is not None
        report = reports.publish_report(actor=admin, report_id=id, when="now", on_home=has_video, at=delivered_at)
        notify.notify_client(report, at=delivered_at)
        if entry.is_opened:
            opened_at = min(
                datetime.combine(delivered_at.date(), OPENED_AT, local_now.tzinfo), local_now - timedelta(minutes=3)
            )
            reports.view_report(actor=reader, report_id=id, at=opened_at)


def _address(entry: DemoReport, id: UUID, admin: Actor) -> str | None:
    if entry.video != files.FILM:
        return entry.video
    return files.store(actor=admin, file_id=id, title=files.FILM)
