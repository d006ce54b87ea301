"""All checks, in the order in which the doctor prints them."""

from collections.abc import Callable, Iterator

from django.conf import settings

from config.doctor import backup_folder, database, disk_space, secrets_and_folders, services, time_service, work
from config.doctor.finding import Finding, broken

Check = Callable[[], Iterator[Finding]]
MACHINE_CHECKS: tuple[Check, ...] = (
    secrets_and_folders.check_settings,
    secrets_and_folders.check_secrets,
    secrets_and_folders.check_data_folder,
    disk_space.check_disks,
    backup_folder.check_backup_folder,
    time_service.check_time_service,
    database.check_database,
)
# These read tables, so they run only if the database has all of them.
DATABASE_CHECKS: tuple[Check, ...] = (
    work.check_setup,
    work.check_jobs,
    work.check_effects,
    work.check_backups,
    work.check_audit_log,
)
SERVICE_CHECKS: tuple[Check, ...] = (
    services.check_redis,
    services.check_mail,
    services.check_bucket,
    services.check_clock,
)


def examine() -> Iterator[Finding]:
    """All findings. A check that raises an error is a finding too."""
    if not settings.DATA_DIR.is_dir():
        yield broken(
            "Data folder",
            f"{settings.DATA_DIR} does not exist.",
            why="No server has run with these settings.",
            remedy="correct DATA_DIR, or start the server, which creates it",
        )
        return
    is_store_usable = True
    for check in MACHINE_CHECKS:
        for finding in _run(check):
            is_store_usable &= not (finding.topic == "Database" and finding.state == "broken")
            yield finding
    for check in (*(DATABASE_CHECKS if is_store_usable else ()), *SERVICE_CHECKS):
        yield from _run(check)


def _run(check: Check) -> Iterator[Finding]:
    try:
        yield from check()
    except Exception as error:
        name = check.__name__.removeprefix("check_").replace("_", " ").capitalize()
        text = f"the check itself failed: {type(error).__name__}: {error}"
        yield broken(
            name, text, why="Nobody knows whether this works.", remedy="report this to the product's developers"
        )
