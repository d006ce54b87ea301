"""Actions of the clients app: clients who change their own row, and admins who manage clients and snooze attention."""

from datetime import timedelta

from accounts import services as accounts
from clients import services as clients
from clients.models import Source, Status
from clients.ports import Reason
from core.clock import now
from core.ids import uuid7
from sync.writes.db_executor import write
from tests.support.actions import Action, Actions
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

NELL = {"company_name": "New", "contact_name": "Nell", "contact_email": "nell@portal.example", "phone": ""}
SHEET = b"company,contact,email\nOne,Ida,ida@portal.example\nTwo,Jo,jo@portal.example\n"
WAITS, WAITS_LONGER = Reason("waiting", 20, "waiting", now()), Reason("waiting", 40, "waiting", now())
FELL = Reason("score", 20, "score −12")


async def client_is_added(portal: Portal) -> None:
    actor = actor_of(portal.users["ana"])
    await write(clients.add_client, actor=actor, new_id=uuid7(), details={**NELL, "subscription_tier": "pro"})


async def client_is_edited(portal: Portal) -> None:
    details = {"company_name": "Harbor", "plan_level": "pro", "website_url": "harbor.example"}
    await write(
        clients.edit_client, actor=actor_of(portal.users["ana"]), client_id=portal.clients["maya"], details=details
    )


async def access_is_switched_and_back(portal: Portal) -> None:
    actor, ids = actor_of(portal.users["ana"]), [portal.clients["maya"], portal.clients["pending"]]
    for status, source in ((Status.INACTIVE, Source.ADMIN), (Status.ACTIVE, Source.BILLING)):
        await write(clients.set_access, actor=actor, client_ids=ids, status=status, source=source)


async def client_is_invited(portal: Portal) -> None:
    await write(clients.invite, actor=actor_of(portal.users["ana"]), client_id=portal.clients["pending"])


async def list_is_imported(portal: Portal) -> None:
    actor = actor_of(portal.users["ana"])
    for dry_run in (True, False):
        await write(clients.import_clients, actor=actor, file=SHEET, dry_run=dry_run)


async def attention_comes_and_goes(portal: Portal) -> None:
    maya, otto = portal.clients["maya"], portal.clients["otto"]
    await write(clients.store_attention, reasons_by_client={maya: [WAITS], otto: [WAITS]})
    await write(clients.store_attention, reasons_by_client={maya: [WAITS_LONGER], otto: []})


async def attention_is_put_off(portal: Portal) -> None:
    maya, actor = portal.clients["maya"], actor_of(portal.users["ana"])
    await write(clients.store_attention, reasons_by_client={maya: [WAITS]})
    await write(clients.snooze, actor=actor, client_id=maya, until=now() + timedelta(days=1))
    await write(clients.store_attention, reasons_by_client={maya: [WAITS, FELL]})


async def client_is_viewed(portal: Portal) -> None:
    await write(clients.view_client, actor=actor_of(portal.users["ana"]), client_id=portal.clients["maya"])


async def waiting_account_is_linked(portal: Portal) -> None:
    await write(
        clients.create_client,
        company_name="Quiet Books II",
        contact_name="Quinn",
        contact_email="pending@portal.example",
    )
    await write(accounts.create_confirmed_user, email="pending@portal.example", password_hash="", full_name="Quinn")
    await write(clients.link_account, actor=actor_of(portal.users["ana"]), client_id=portal.clients["pending"])


async def website_is_saved(portal: Portal) -> None:
    await write(
        clients.save_website, actor=actor_of(portal.users["maya"]), website_url="harbor.example", service_areas=""
    )


async def own_row_is_changed(portal: Portal) -> None:
    actor = actor_of(portal.users["maya"])
    await write(clients.save_own, actor=actor, company_name=" Harbor ", notify_messages=False)
    for _ in range(2):
        await write(clients.stop_reports, client_id=portal.clients["maya"])


async def website_is_locked(portal: Portal) -> None:
    await write(clients.locked_site, client_id=portal.clients["maya"])


ACTIONS: Actions = {
    "clients.add_client": [client_is_added],
    "clients.edit_client": [client_is_edited],
    "clients.set_access": [access_is_switched_and_back],
    "clients.invite": [client_is_invited],
    "clients.import_clients": [list_is_imported],
    "clients.store_attention": [attention_comes_and_goes],
    "clients.snooze": [attention_is_put_off],
    "clients.view_client": [client_is_viewed],
    "clients.link_account": [waiting_account_is_linked],
    "clients.save_website": [website_is_saved],
    "clients.save_own": [own_row_is_changed],
    "clients.stop_reports": [own_row_is_changed],
    "clients.locked_site": [website_is_locked],
}
# These actions write no row that reaches a device.
NO_CHANGE: set[Action] = {client_is_invited, client_is_viewed, website_is_locked}
