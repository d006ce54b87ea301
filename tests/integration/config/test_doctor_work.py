"""The doctor's checks of work that is not done: steps of the installation, jobs, effects and backups."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from pytest_django import Settings
from time_machine import TimeMachineFixture

from config.doctor import work
from config.doctor.finding import Finding, ok
from core.clock import now
from server.backups.backup import LAST_BACKUP
from sync import heartbeats
from sync.models import Effect

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def states(findings: Iterator[Finding]) -> list[tuple[str, str]]:
    """The state and text of each finding."""
    return [(finding.state, finding.what) for finding in findings]


def test_a_missing_step_has_its_settings_and_its_commands(settings: Settings) -> None:
    settings.SITE_URL, settings.TIME_ZONE = "http://localhost:8000", "Europe/Berlin"
    results = {result.topic: result for result in work.check_setup()}
    address, admin = results["Address"], results["First admin"]
    assert (address.state, address.what) == ("warning", "SITE_URL names this machine, so no phone can reach it.")
    assert address.remedy.startswith("set SITE_URL=https://portal.example.com in the settings, then systemctl restart")
    assert (admin.state, admin.remedy) == ("warning", "pulseboard create_admin you@example.com")
    assert results["Zone"] == ok("Zone", "Europe/Berlin")
    assert "Mail" not in results


def test_alternatives_of_a_step_are_separated(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PAGESPEED_KEY = None
    monkeypatch.setattr("performance.providers.local_lighthouse.missing", lambda: "install Chromium")
    [scans] = [result for result in work.check_setup() if result.topic == "Website scans"]
    assert scans.remedy == (
        "apt-get install chromium; make lighthouse; or set PAGESPEED_KEY=... in the settings, then"
        " systemctl restart pulseboard"
    )


def test_jobs_effects_and_backups_are_reported(
    settings: Settings, tmp_path: Path, time_machine: TimeMachineFixture
) -> None:
    settings.DATA_DIR = tmp_path
    [jobs] = work.check_jobs()
    assert (jobs.state, jobs.what) == ("broken", "no process has done jobs (scans, other) yet.")
    assert jobs.remedy.startswith("wait a minute after the first start; if this stays, systemctl restart")
    time_machine.move_to(now())
    heartbeats.beat(heartbeats.JOBS)
    assert states(work.check_jobs()) == [("ok", "a process does them.")]
    time_machine.shift(timedelta(seconds=121))
    assert states(work.check_jobs()) == [("broken", "no process has done jobs (scans, other) in the last 120 s.")]
    assert states(work.check_effects()) == [("ok", "0 wait, and none is late.")]
    due = now() + timedelta(minutes=5)
    Effect.objects.create(kind="mail.send", subject="1", due=due)
    Effect.objects.create(kind="mail.send", subject="2", due=due + timedelta(minutes=1))
    assert states(work.check_effects()) == [("ok", "2 wait, and none is late.")]
    time_machine.shift(timedelta(minutes=17))
    [late_effects] = work.check_effects()
    assert (late_effects.state, late_effects.what) == (
        "broken",
        "2 of the kind mail.send are not done; the oldest is 12 minutes late.",
    )
    assert late_effects.remedy.startswith("the admins' page Installation shows each error and retries them")
    Effect.objects.all().delete()
    assert states(work.check_backups()) == [("warning", "there is none.")]
    (tmp_path / LAST_BACKUP).write_text((now() - timedelta(days=3)).isoformat())
    assert states(work.check_backups()) == [("warning", "the last one is 3 days old.")]
    (tmp_path / LAST_BACKUP).write_text(now().isoformat())
    assert [finding.state for finding in work.check_backups()] == ["ok"]


def test_a_running_effect_is_not_late_and_weekly_scans_may_wait_for_hours(time_machine: TimeMachineFixture) -> None:
    time = now()
    time_machine.move_to(time, tick=False)
    leased = {"due": time - timedelta(minutes=20), "leased_until": time + timedelta(minutes=5)}
    backup = Effect.objects.create(kind="backups.daily", subject="1", **leased)
    Effect.objects.create(kind="performance.weekly-scan", subject="1", due=time - timedelta(hours=11))
    assert states(work.check_effects()) == [("ok", "2 wait, and none is late.")]
    backup.leased_until = time + timedelta(days=1)  # leased while the clock was ahead, so any process may run it
    backup.save()
    expected = "1 of the kind backups.daily are not done; the oldest is 20 minutes late."
    assert states(work.check_effects()) == [("broken", expected)]
    backup.delete()
    Effect.objects.create(kind="mail.deliver", subject="1", due=time - timedelta(minutes=11), error="x", tries=1)
    expected = "1 of the kind mail.deliver are not done; the oldest is 11 minutes late."
    assert states(work.check_effects()) == [("broken", expected)]
    Effect.objects.filter(kind="mail.deliver").delete()
    time_machine.shift(timedelta(hours=2))
    expected = "1 of the kind performance.weekly-scan are not done; the oldest is 780 minutes late."
    assert states(work.check_effects()) == [("broken", expected)]
