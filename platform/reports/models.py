"""Models of reports, their views by clients' users, the weekly videos of home screens, and the posters of videos."""

from django.db import models
from django.db.models import Q

from core.clock import now
from sync.models import SyncedRow


class Status(models.TextChoices):
    """A report is a draft, is scheduled for a Monday, or is visible to the client."""

    DRAFT = "draft"
    SCHEDULED = "scheduled"
    PUBLISHED = "published"


class Report(SyncedRow):
    """One weekly report. `content` is `{text, embed_url, video_url, video_name}`, as in the specification.

    `figures` are the measurements at publication, so that a published report never changes its figures.
    """

    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+", db_index=False)
    title = models.CharField(max_length=200)
    content = models.JSONField()
    video_kind = models.CharField(max_length=10, default="")  # "" if there is no video
    video_size = models.BigIntegerField(null=True)  # bytes of an uploaded video
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    publish_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)
    on_home = models.BooleanField(default=False)  # whether the client's home screen shows the report's video too
    figures = models.JSONField(null=True)
    author_name = models.CharField(max_length=200)
    seen_at = models.DateTimeField(null=True)  # when a user of the client first opened it
    seen_by = models.CharField(max_length=200, null=True)
    is_recent = models.BooleanField(default=True)  # one of the client's last twelve, which are on admins' devices
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "reports"
        indexes = [
            models.Index(fields=["client", "-created_at"], name="reports_by_client"),
            models.Index(
                fields=["published_at"],
                name="reports_unopened",
                condition=Q(status="published", is_recent=True, seen_at=None),
            ),
        ]


class ReportView(models.Model):
    """The first time that a user of the client opened a report. The report's row has the time of the earliest view."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    viewed_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "report_views"
        constraints = [models.UniqueConstraint(fields=["report", "user"], name="report_views_once")]


class ClientVideo(SyncedRow):
    """A weekly video of a client. The home screen shows the latest. `report_id` is the video's report, if any."""

    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+", db_index=False)
    video_url = models.CharField(max_length=2000)
    embed_url = models.CharField(max_length=2000, null=True)
    video_kind = models.CharField(max_length=10)
    report = models.ForeignKey(Report, on_delete=models.CASCADE, null=True, related_name="+")
    posted_at = models.DateField()
    is_latest = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "client_videos"
        indexes = [models.Index(fields=["client", "-posted_at"], name="client_videos_by_client")]
        constraints = [
            models.UniqueConstraint(fields=["client"], condition=Q(is_latest=True), name="client_videos_one_latest")
        ]


class Poster(SyncedRow):
    """The poster of a report or a weekly video, as a `data:` URL. It exists only while a screen may show the video."""

    owner_id = models.UUIDField(unique=True)
    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+")
    picture = models.TextField()

    class Meta:
        db_table = "report_posters"
