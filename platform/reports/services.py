"""Writes of reports: an admin writes, publishes and takes back; a client's people see; videos get their pictures."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.timezone import get_default_timezone_name

from clients import services as clients
from core.actor import Person
from core.clock import now
from core.ids import uuid7
from core.text import is_visible
from reports import access, home_video, notify, ports, report_video
from reports.errors import AlreadyTold, IdTaken, ReportNotFound, UntitledReport
from reports.models import ClientVideo, Poster, Report, ReportView, Status
from reports.publish_time import next_delivery
from reports.video_addresses import read_video
from sync.effects import effects
from sync.log import changes

PUBLISH = "reports.publish"
# The person may take it back for ten seconds; two more for the way there.
UNDONE_WITHIN = timedelta(seconds=12)
When = Literal["now", "monday"]


@dataclass(frozen=True, slots=True)
class Written:
    """A stored report; `first` is false when it had been stored before."""

    report: Report
    first: bool


@dataclass(frozen=True, slots=True)
class Posted:
    """A stored weekly video; `first` is false when it had been stored before."""

    video: ClientVideo
    first: bool


def create_report(
    *,
    actor: Person,
    report_id: UUID,
    client_id: UUID,
    title: str,
    text: str,
    video_url: str | None,
    at: datetime | None = None,
) -> Written:
    """Store a draft; its id is made on the device. The same again changes nothing (MU1).

    `at` is for data that is brought in; no door passes it.
    Raises AdminsOnly, ClientNotFound, UntitledReport, BadVideo, FileNotFound, IdTaken (MU2).
    """
    author = access.writer_for(actor, client_id)
    said = report_video.said(text, report_video.taken(actor=actor, report_id=report_id, address=video_url))
    moment = at or now()
    report = Report(
        id=report_id,
        client_id=client_id,
        title=_titled(title),
        **said,
        author_name=author.name,
        created_at=moment,
        updated_at=moment,
    )
    if not changes.ensure(report):
        return _written_before(report)
    home_video.age(client_id)
    return Written(report, first=True)


def update_report(
    *, actor: Person, report_id: UUID, title: str | None = None, text: str | None = None, video_url: str | None = None
) -> Report:
    """Change a report; what is None stays, a video "" goes; a home that shows its video follows.

    Raises AdminsOnly, ReportNotFound, UntitledReport, BadVideo, FileNotFound.
    """
    report = _held(actor, report_id)
    new_title = report.title if title is None else _titled(title)
    was = report.content
    stays = video_url is None or video_url.strip() == was["video_url"]
    if not stays:
        report_video.let_go(report)
    video = (
        report_video.of(report) if stays else report_video.taken(actor=actor, report_id=report_id, address=video_url)
    )
    said = report_video.said(was["text"] if text is None else text, video)
    if (report.title, was) == (new_title, said["content"]):
        return report
    changes.update(report, title=new_title, updated_at=now(), **said)
    if report.content["video_url"] != was["video_url"]:
        home_video.drop_poster(report.id)
        home_video.replace_videos(report, video, now())
        if video is not None and home_video.is_seen(report):
            home_video.ask_for_poster(report)
    return report


def publish_report(*, actor: Person, report_id: UUID, when: When, on_home: bool, at: datetime | None = None) -> Report:
    """Let the client have a report now, or on the coming Monday at eight; `on_home` shows its video there too.

    One that is published stays as it is. `at` is for data that is brought in; no door passes it.
    Raises AdminsOnly, ReportNotFound.
    """
    report = _held(actor, report_id)
    if report.status == Status.PUBLISHED:
        return report
    if at is not None:
        _publish(report, on_home=on_home, at=at)
        return report
    clients.audit(actor_id=actor.id, action=f"report.publish-{when}", subject=str(report_id))
    if when == "now":
        moment = now()
        _publish(report, on_home=on_home, at=moment)
        notify.ask(report, moment, by=actor.id)
        return report
    due = next_delivery(now(), ZoneInfo(get_default_timezone_name()))
    changes.update(report, status=Status.SCHEDULED, publish_at=due, on_home=on_home)
    effects.after_commit(kind=PUBLISH, subject=f"{report.id} {due:%Y-%m-%d}", due=due)
    return report


def publish_due(*, report_id: UUID) -> None:
    """Publish a report whose Monday has come; one that was taken back, or put off, is left as it is."""
    report = changes.locked(Report, report_id)
    if report is None or report.status != Status.SCHEDULED or report.publish_at is None or report.publish_at > now():
        return
    moment = now()
    _publish(report, on_home=report.on_home, at=moment)
    notify.ask(report, moment)


def withdraw_report(*, actor: Person, report_id: UUID) -> Report:
    """Make a report a draft again, as long as nobody was told of it. Raises AdminsOnly, ReportNotFound, AlreadyTold."""
    report = _held(actor, report_id)
    if report.status == Status.DRAFT:
        return report
    if report.published_at is not None:
        if report.published_at + UNDONE_WITHIN < now():
            raise AlreadyTold
        home_video.remove_videos(report)
        # The undo is accepted a little longer than nobody is told.
        notify.withdrawn(report)
    clients.audit(actor_id=actor.id, action="report.withdrawn", subject=str(report_id))
    changes.update(
        report, status=Status.DRAFT, publish_at=None, published_at=None, figures=None, seen_at=None, seen_by=None
    )
    home_video.drop_poster(report.id)
    return report


def view_report(*, actor: Person, report_id: UUID, at: datetime | None = None) -> Report:
    """One of the client's people has opened a report; the first time is kept, and told.

    `at` is for data that is brought in; no door passes it. Raises ReportNotFound, for admins too.
    """
    reader = access.reader_of(actor, report_id)
    report = changes.locked(Report, report_id)
    if report is None:
        raise ReportNotFound
    ReportView.objects.get_or_create(report_id=report_id, user_id=actor.id, defaults={"viewed_at": at or now()})
    if report.seen_at is None:
        changes.update(report, seen_at=at or now(), seen_by=reader.name)
        notify.opened(report)
    return report


def tell(*, report_id: UUID, stamp: str, by: UUID | None) -> None:
    """Tell of a report that went out at that moment and was not taken back: its client, and admins but for `by`."""
    notify.tell(report_id=report_id, stamp=stamp, by=by)


def save_weekly_video(*, actor: Person, video_id: UUID, client_id: UUID, video_url: str, posted_at: date) -> Posted:
    """Show a video on a client's home; the one posted last is shown. The same again changes nothing (MU1).

    Raises AdminsOnly, ClientNotFound, BadVideo, IdTaken (MU2).
    """
    access.writer_for(actor, client_id)
    video = read_video(video_url)
    first = home_video.add_video(
        video_id=video_id, client_id=client_id, video=video, posted_at=posted_at, report_id=None, at=now()
    )
    stored = ClientVideo.objects.get(id=video_id)
    if (stored.client_id, stored.video_url, stored.posted_at) != (client_id, video.address, posted_at):
        raise IdTaken
    if first:
        clients.audit(actor_id=actor.id, action="video.posted", subject=str(client_id))
    return Posted(stored, first)


def keep_poster(*, owner_id: UUID, video_url: str, picture: str) -> None:
    """Keep the picture of a report's or client video's video, if that is still shown with this video."""
    row = changes.locked(Report, owner_id) or changes.locked(ClientVideo, owner_id)
    if row is None or not home_video.is_seen(row) or _address_of(row) != video_url:
        return
    poster = Poster.objects.select_for_update(no_key=True).filter(owner_id=owner_id).first()
    if poster is None:
        changes.insert(Poster(id=uuid7(), owner_id=owner_id, client_id=row.client_id, picture=picture))
    elif poster.picture != picture:
        changes.update(poster, picture=picture)


def _publish(report: Report, *, on_home: bool, at: datetime) -> None:
    figures = dict(ports.figures.ask(report.client_id, at)) or None
    said = {"on_home": on_home, "figures": figures, "publish_at": None, "published_at": at, "updated_at": at}
    changes.update(report, status=Status.PUBLISHED, **said)
    video = report_video.of(report)
    if video is not None and home_video.is_seen(report):
        home_video.ask_for_poster(report)
    if on_home and video is not None:
        day = at.astimezone(ZoneInfo(get_default_timezone_name())).date()
        ids = {"video_id": uuid7(), "client_id": report.client_id, "report_id": report.id}
        home_video.add_video(video=video, posted_at=day, at=at, **ids)


def _held(actor: Person, report_id: UUID) -> Report:
    access.writer(actor)
    report = changes.locked(Report, report_id)
    if report is None:
        raise ReportNotFound
    return report


def _written_before(report: Report) -> Written:
    stored = Report.objects.get(id=report.id)
    same = (stored.client_id, stored.title, stored.content) == (report.client_id, report.title, report.content)
    if not same:
        raise IdTaken
    return Written(stored, first=False)


def _titled(title: str) -> str:
    if not is_visible(title):
        raise UntitledReport
    return title.strip()


def _address_of(row: Report | ClientVideo) -> str | None:
    return row.video_url if isinstance(row, ClientVideo) else row.content["video_url"]
