"""Actions of the performance app: scans from the request to the result."""

from datetime import date

from clients import services as clients
from performance import services as performance
from performance.queries.findings import evaluate
from performance.scan_result import Result
from sync.writes.db_executor import read, write
from tests.support.actions import Actions
from tests.support.apps.scans import import_score
from tests.support.fakes.page_speed import stored
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of


async def save_website(portal: Portal) -> None:
    await write(
        clients.save_website, actor=actor_of(portal.users["maya"]), website_url="harbor.example", service_areas=""
    )


async def onboarded(portal: Portal) -> performance.Onboarded:
    actor = actor_of(portal.users["maya"])
    return await write(performance.onboard, actor=actor, website_url="harbor.example", service_areas="Lisbon")


async def admin_requests_a_scan(portal: Portal) -> None:
    await save_website(portal)
    await write(performance.request_scan, actor=actor_of(portal.users["ana"]), client_id=portal.clients["maya"])


async def friday_run(portal: Portal) -> None:
    await save_website(portal)
    await write(performance.request_weekly_scans, week=date(2026, 11, 20), after=None)


async def scan_fails(portal: Portal) -> None:
    run_id = (await onboarded(portal)).run.id
    await write(performance.start, run_id=run_id)
    await write(performance.note_step, run_id=run_id, step=1)
    await write(performance.fail, run_id=run_id, reason="page")


async def weekly_scan_is_imported(portal: Portal) -> None:
    await import_score(portal, Result(stored("large-picture"), (89,), "lighthouse"), url="https://harbor.example/")


async def scan_ends(portal: Portal) -> None:
    run_id = (await onboarded(portal)).run.id
    measurement = await write(performance.start, run_id=run_id)
    assert measurement is not None
    result = Result(stored("large-picture"), (89,), "lighthouse")
    findings = await read(evaluate, client_id=measurement.client_id, url=measurement.url, result=result)
    await write(performance.finish, run_id=run_id, measurement=measurement, findings=findings)


ACTIONS: Actions = {
    "performance.onboard": [onboarded],
    "performance.request_scan": [admin_requests_a_scan],
    "performance.request_weekly_scans": [friday_run],
    "performance.start": [scan_fails],
    "performance.note_step": [scan_fails],
    "performance.fail": [scan_fails],
    "performance.finish": [scan_ends],
    "performance.import_weekly_scan": [weekly_scan_is_imported],
}
