"""Writes of reports: create, change, publish, withdraw and view reports; store weekly videos."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.timezone import get_default_timezone_name

from clients import services as clients
from core.actor import Actor
from core.clock import now
from core.text import is_visible
from reports import access
from reports.effects import video_posters
from reports.errors import AlreadyNotified, IdTaken, PostedTooLate, ReportNotFound, UntitledReport
from reports.models import ClientVideo, Report, ReportView, Status
from reports.publish_time import last_posted_day, next_delivery
from reports.services import home_video, notify, publication, report_video
from reports.services.report_video import NO_CLAIMS, VideoClaims
from reports.video_addresses import read_video
from sync.effects import effects
from sync.log import changes

# The screen offers to withdraw a report for ten seconds; two more allow for the network.
WITHDRAW_WITHIN = timedelta(seconds=12)
When = Literal["now", "monday"]


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A stored report; `first` is false if an earlier call stored it."""

    report: Report
    first: bool


@dataclass(frozen=True, slots=True)
class StoredVideo:
    """A stored weekly video; `first` is false if an earlier call stored it."""

    video: ClientVideo
    first: bool


def create_report(
    *,
    actor: Actor,
    report_id: UUID,
    client_id: UUID,
    title: str,
    text: str,
    video_url: str | None,
    claims: VideoClaims = NO_CLAIMS,
    at: datetime | None = None,
) -> StoredReport:
    """Store a draft; the device creates its id. An equal repeat changes nothing (MU1).

    `at` is for imported data. Raises AdminsOnly, ClientNotFound, UntitledReport, BadVideo, FileNotFound, FieldMismatch,
    IdTaken (MU2).
    """
    author = access.writer_for(actor, client_id)
    video = report_video.claim(actor=actor, report_id=report_id, address=video_url)
    report_video.check_claims(video, claims)
    columns = report_video.columns(text, video)
    timestamp = at or now()
    report = Report(
        id=report_id,
        client_id=client_id,
        title=_clean_title(title),
        **columns,
        author_name=author.name,
        created_at=timestamp,
        updated_at=timestamp,
    )
    if not changes.ensure(report):
        return _stored_before(report)
    home_video.unmark_old_reports(client_id)
    return StoredReport(report, first=True)


def update_report(
    *,
    actor: Actor,
    report_id: UUID,
    title: str | None = None,
    text: str | None = None,
    video_url: str | None = None,
    claims: VideoClaims = NO_CLAIMS,
) -> Report:
    """Change a report. None leaves a field unchanged; a `video_url` of "" removes the video, also from the home.

    Raises AdminsOnly, ReportNotFound, UntitledReport, BadVideo, FileNotFound, FieldMismatch.
    """
    report = _locked_report(actor, report_id)
    new_title = report.title if title is None else _clean_title(title)
    former_content = report.content
    keeps_video = video_url is None or video_url.strip() == former_content["video_url"]
    if not keeps_video:
        report_video.release_file(report)
    video = (
        report_video.video_of(report)
        if keeps_video
        else report_video.claim(actor=actor, report_id=report_id, address=video_url)
    )
    report_video.check_claims(video, claims)
    columns = report_video.columns(former_content["text"] if text is None else text, video)
    if (report.title, former_content) == (new_title, columns["content"]):
        return report
    changes.update(report, title=new_title, updated_at=now(), **columns)
    if report.content["video_url"] != former_content["video_url"]:
        video_posters.drop(report.id)
        home_video.replace_videos(report, video, now())
        if video is not None and video_posters.is_needed(report):
            video_posters.request(report)
    return report


def publish_report(*, actor: Actor, report_id: UUID, when: When, on_home: bool, at: datetime | None = None) -> Report:
    """Publish a report now, or next Monday at 08:00; `on_home` shows its video on the client's home too.

    A published report stays unchanged. `at` is the time of imported data. Raises AdminsOnly, ReportNotFound.
    """
    report = _locked_report(actor, report_id)
    if report.status == Status.PUBLISHED:
        return report
    if at is not None:
        publication.publish(report, on_home=on_home, at=at)
        return report
    clients.audit(actor_id=actor.id, action=f"report.publish-{when}", subject=str(report_id))
    if when == "now":
        timestamp = now()
        publication.publish(report, on_home=on_home, at=timestamp)
        notify.schedule(report, timestamp, publisher_id=actor.id)
        return report
    due = next_delivery(now(), ZoneInfo(get_default_timezone_name()))
    changes.update(report, status=Status.SCHEDULED, publish_at=due, on_home=on_home)
    effects.after_commit(publication.publish_scheduled, f"{report.id} {due:%Y-%m-%d}", due=due)
    return report


def withdraw_report(*, actor: Actor, report_id: UUID) -> Report:
    """Make a report a draft again before its client is notified. Raises AdminsOnly, ReportNotFound, AlreadyNotified."""
    report = _locked_report(actor, report_id)
    if report.status == Status.DRAFT:
        return report
    if report.published_at is not None:
        if report.published_at + WITHDRAW_WITHIN < now():
            raise AlreadyNotified
        home_video.remove_videos(report)
        # The notices may exist already, because the withdrawal is accepted a little longer than the notifications wait.
        notify.withdraw(report)
    clients.audit(actor_id=actor.id, action="report.withdrawn", subject=str(report_id))
    changes.update(
        report, status=Status.DRAFT, publish_at=None, published_at=None, figures=None, seen_at=None, seen_by=None
    )
    video_posters.drop(report.id)
    return report


def view_report(*, actor: Actor, report_id: UUID, at: datetime | None = None) -> Report:
    """Record that a user of the client has opened a report. The report's row gets the first time.

    `at` is the time of imported data; no endpoint passes it. Raises ReportNotFound, also for admins.
    """
    report = changes.locked(Report, report_id)
    reader = access.reader_of(actor, report_id)  # after the lock, because the report may be withdrawn meanwhile
    if report is None:
        raise ReportNotFound
    ReportView.objects.get_or_create(report_id=report_id, user_id=actor.id, defaults={"viewed_at": at or now()})
    if report.seen_at is None:
        changes.update(report, seen_at=at or now(), seen_by=reader.name)
        notify.mark_opened(report)
    return report


def save_weekly_video(*, actor: Actor, video_id: UUID, client_id: UUID, video_url: str, posted_at: date) -> StoredVideo:
    """Store a video for a client's home screen, which shows the latest. An equal repeat changes nothing (MU1).

    Raises AdminsOnly, ClientNotFound, BadVideo, PostedTooLate, IdTaken (MU2).
    """
    access.writer_for(actor, client_id)
    video = read_video(video_url)
    if posted_at > last_posted_day(now(), ZoneInfo(get_default_timezone_name())):
        raise PostedTooLate
    first = home_video.add_video(
        video_id=video_id, client_id=client_id, video=video, posted_at=posted_at, report_id=None, at=now()
    )
    stored = ClientVideo.objects.get(id=video_id)
    if (stored.client_id, stored.video_url, stored.posted_at) != (client_id, video.address, posted_at):
        raise IdTaken
    if first:
        clients.audit(actor_id=actor.id, action="video.posted", subject=str(client_id))
    return StoredVideo(stored, first)


def _locked_report(actor: Actor, report_id: UUID) -> Report:
    access.writer(actor)
    report = changes.locked(Report, report_id)
    if report is None:
        raise ReportNotFound
    return report


def _stored_before(report: Report) -> StoredReport:
    """The report that an earlier, equal call has stored. Raises IdTaken if that call was not equal."""
    stored = Report.objects.get(id=report.id)
    if (stored.client_id, stored.title, stored.content) != (report.client_id, report.title, report.content):
        raise IdTaken
    return StoredReport(stored, first=False)


def _clean_title(title: str) -> str:
    if not is_visible(title):
        raise UntitledReport
    return title.strip()
