"""Checks the work of the installation in the database: jobs, effects, backups, and features that are not set up."""

import re
from collections.abc import Iterator
from datetime import timedelta

from clients.queries import audit_verification
from config import setup_page
from config.doctor.finding import Finding, broken, ok, restart_command, warning
from core.clock import now
from performance.effects import scan_job
from server.backups.status import last_backup_at
from sync import heartbeats
from sync.effects import reactions, unfinished

# As in deploy/monitoring/alerts.yml. The weekly scans of all clients are due at once, and run one after the other.
OVERDUE_S = 600
WEEKLY_SCANS_OVERDUE_S = 43_200
HEARTBEAT_S = 120
BACKUP_AGE = VERIFICATION_AGE = timedelta(days=2)
# Other checks of the doctor cover these in more detail.
ELSEWHERE = frozenset({"Mail", "Keys"})
SETTING = re.compile(r"[A-Z_]+=")


def check_setup() -> Iterator[Finding]:
    for step in setup_page.steps():
        if step.name in ELSEWHERE:
            continue
        remedy = _instructions(step.how)
        if step.state == "missing":
            yield warning(step.name, step.text, why="The portal is not ready for clients without it.", remedy=remedy)
        else:
            yield Finding("ok", step.name, step.text, remedy=remedy if step.state == "assumed" else "")


def _instructions(lines: tuple[str, ...]) -> str:
    """A step's commands, and then its settings, in one line. A comment that begins with "or" starts an alternative."""
    alternatives: list[list[str]] = [[]]
    for line in lines:
        if line.startswith("# or "):
            alternatives.append([])
        elif not line.startswith("#"):
            alternatives[-1].append(line)
    return "; or ".join(_instruction(one) for one in alternatives)


def _instruction(lines: list[str]) -> str:
    commands = [line for line in lines if not SETTING.match(line)]
    values = [line for line in lines if SETTING.match(line)]
    if values:
        commands.append(f"set {', '.join(values)} in the settings, then {restart_command()}")
    return "; ".join(commands)


def check_jobs() -> Iterator[Finding]:
    late = {name: age for name, age in heartbeats.ages_of_jobs().items() if age > HEARTBEAT_S}
    if late:
        never = min(late.values()) == float("inf")
        yield broken(
            "Jobs",
            f"no process has done jobs ({', '.join(late)}) {'yet' if never else f'in the last {HEARTBEAT_S} s'}.",
            why="Emails, pushes, scans and reports wait.",
            remedy=f"wait a minute after the first start; if this stays, {restart_command()}"
            if never
            else restart_command(),
        )
    else:
        yield ok("Jobs", "a process does them.")


def check_effects() -> Iterator[Finding]:
    counts = unfinished.counts_by_kind()
    limits = {reactions.reaction_of(scan_job.weekly_scan).stored_name: WEEKLY_SCANS_OVERDUE_S}
    overdue = [one for one in counts if one.overdue_s > limits.get(one.kind, OVERDUE_S)]
    for one in overdue:
        yield broken(
            "Effects",
            f"{one.due} of the kind {one.kind} are not done; the oldest is {one.overdue_s / 60:.0f} minutes late.",
            why="Emails, pushes and notices that users expect do not arrive.",
            remedy="the admins' page Installation shows each error and retries them; journalctl -u 'pulseboard*' has the rest",
        )
    if not overdue:
        yield ok("Effects", f"{sum(one.due + one.later + one.leased for one in counts)} wait, and none is late.")


def check_backups() -> Iterator[Finding]:
    last_at = last_backup_at()
    why = "Without a backup a broken disk ends the installation."
    remedy = "set BACKUP_DIR and restart, or pulseboard backup FILE"
    if last_at is None:
        yield warning("Backup", "there is none.", why=why, remedy=remedy)
    elif now() - last_at > BACKUP_AGE:
        yield warning("Backup", f"the last one is {(now() - last_at).days} days old.", why=why, remedy=remedy)
    else:
        yield ok("Backup", f"the last one ended at {last_at:%Y-%m-%d %H:%M} UTC.")


def check_audit_log() -> Iterator[Finding]:
    last = audit_verification.last_verification()
    remedy = "pulseboard verify_audit_log"
    if last.faults:
        yield broken(
            "Audit log",
            f"faults found by its last verification: {last.faults}.",
            why="Somebody has changed it in the database, so it proves nothing any more.",
            remedy=f"{remedy} names the entries",
        )
    elif last.verified_at is None and not audit_verification.has_entry_before(now() - VERIFICATION_AGE):
        yield ok("Audit log", "it is new; the server verifies it every day.")
    elif last.verified_at is None or now() - last.verified_at > VERIFICATION_AGE:
        yield warning(
            "Audit log", "it was not verified in the last two days.", why="Changes stay unnoticed.", remedy=remedy
        )
    else:
        yield ok("Audit log", f"unchanged at {last.verified_at:%Y-%m-%d %H:%M} UTC.")
