"""Scores, scans, and the tasks that follow from the findings."""

from django.db import models
from django.db.models import Q

from core.clock import now
from sync.models import SyncedRow


class State(models.TextChoices):
    """The state of a scan: it waits, runs, has a score, has failed, or was cancelled."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    DROPPED = "dropped"


class Trigger(models.TextChoices):
    """What requested a scan: a client's onboarding, the Friday run, or an admin."""

    ONBOARDING = "onboarding"
    WEEKLY = "weekly"
    ASKED = "asked"


class Place(models.IntegerChoices):
    """The age class of a client's scan: admins' devices have the latest, the client's devices the last ten."""

    LATEST = 0
    HISTORY = 1
    PAST = 2


class Score(SyncedRow):
    """One scan's result. It is compared with the client's previous score and the last score of an earlier week.

    `json_response` is the compressed raw result; the socket never sends it.
    """

    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    website_url = models.CharField(max_length=2000)
    strategy = models.CharField(max_length=10, default="mobile")
    performance_score = models.IntegerField()  # 0 to 100
    # True if the result has no performance category. The score is then 0, and alerts and comparisons ignore it.
    is_incomplete = models.BooleanField(default=False)
    source = models.CharField(max_length=20)
    runs = models.JSONField(default=list)  # the score of each measurement; the row's score is their median
    metrics = models.JSONField(default=dict)
    field = models.JSONField(null=True)
    previous_score = models.IntegerField(null=True)
    previous_at = models.DateTimeField(null=True)
    last_week_score = models.IntegerField(null=True)
    last_week_at = models.DateTimeField(null=True)
    verdict = models.CharField(max_length=10)
    reasons = models.JSONField(default=list)
    json_response = models.BinaryField()
    is_shown = models.BooleanField(default=True)  # among the client's last ten
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "performance_scores"
        indexes = [models.Index(fields=["client", "-created_at"], name="scores_by_client")]


class ScanRun(SyncedRow):
    """One scan of one client's website, from its request to its end. `week` is the Friday of a Friday run."""

    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+", db_index=False)
    why = models.CharField(max_length=10, choices=Trigger.choices)
    week = models.DateField(null=True)
    website_url = models.CharField(max_length=2000)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    step = models.IntegerField(default=0)  # measurements made
    steps = models.IntegerField(default=3)
    tries = models.IntegerField(default=0)  # how often it was started
    reason = models.CharField(max_length=20, default="")
    error = models.CharField(max_length=200, default="")
    score_id = models.UUIDField(null=True)
    performance_score = models.IntegerField(null=True)
    place = models.IntegerField(choices=Place.choices, default=Place.LATEST)
    asked_at = models.DateTimeField(default=now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "scan_runs"
        indexes = [models.Index(fields=["client", "-asked_at"], name="scan_runs_by_client")]
        constraints = [
            models.UniqueConstraint(fields=["client", "week"], name="scan_runs_once_a_week"),
            models.UniqueConstraint(fields=["client"], condition=Q(place=0), name="scan_runs_one_latest"),
        ]


class ScanTask(SyncedRow):
    """A task for a website, open as long as scans find its cause. `audit` and `subject` identify it."""

    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+", db_index=False)
    audit = models.CharField(max_length=60)
    subject = models.CharField(max_length=400, default="")  # a URL on the page; "" for the page as a whole
    title = models.CharField(max_length=200)
    detail = models.CharField(max_length=600)
    weight = models.IntegerField(default=0)  # importance, for the order
    is_open = models.BooleanField(default=True)
    proof = models.CharField(max_length=300, default="")
    reopened = models.IntegerField(default=0)
    opened_at = models.DateTimeField(default=now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "scan_tasks"
        constraints = [models.UniqueConstraint(fields=["client", "audit", "subject"], name="scan_tasks_one_each")]
