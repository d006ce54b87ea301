"""Actions of the analytics app: consents, connections, and figures that are read from Google."""

from datetime import timedelta
from typing import TypedDict
from uuid import UUID

from analytics import services as analytics
from analytics.google_types import ANALYTICS_SCOPE, SEARCH_CONSOLE_SCOPE, Consent, Property, Reading, Tokens
from clients import services as clients
from core.clock import now
from sync.writes.db_executor import write
from tests.support.actions import Action, Actions
from tests.support.portal.agency import Portal

TOKENS = Tokens("access-1", "refresh-1")
BOTH = frozenset({ANALYTICS_SCOPE, SEARCH_CONSOLE_SCOPE})
SHOP, BLOG = Property("123", "Shop", "Harbor"), Property("456", "Blog", "Harbor")


class Owner(TypedDict):
    user_id: UUID
    client_id: UUID


def maya(portal: Portal) -> Owner:
    return {"user_id": portal.users["maya"].id, "client_id": portal.clients["maya"]}


async def user_consents(portal: Portal) -> None:
    consent = Consent("sub-1", "maya@gmail.example", "Maya", "", BOTH, TOKENS)
    await write(analytics.store_consent, **maya(portal), consent=consent)


async def client_connects_analytics(portal: Portal) -> None:
    await user_consents(portal)
    await write(analytics.record_properties, **maya(portal), has_any=True)
    await write(analytics.save_property, **maya(portal), chosen=SHOP)


async def google_authorization_is_finished(portal: Portal) -> None:
    user_id = portal.users["maya"].id
    proof = await write(analytics.start_authorization, user_id=user_id, source_type="google_analytics")
    assert await write(analytics.finish_authorization, user_id=user_id, state=proof.state) == (
        proof,
        "google_analytics",
    )
    assert await write(analytics.finish_authorization, user_id=user_id, state=proof.state) is None


async def google_is_called(portal: Portal) -> None:
    assert await write(analytics.count_call, user_id=portal.users["maya"].id)


async def figures_are_read(portal: Portal) -> None:
    await client_connects_analytics(portal)
    for minutes, users in ((0, 10), (60, 12), (30, 11)):
        at = now() + timedelta(minutes=minutes)
        columns: dict[str, object] = {"total_users": users, "sessions": 0, "totals_as_of": at}
        reading = Reading(SHOP.id, at, {"totals": columns}, "", is_retryable=False)
        await write(analytics.apply, **maya(portal), reading=reading)
    other = Reading(BLOG.id, now(), {"totals": {"total_users": 99}}, "", is_retryable=False)
    await write(analytics.apply, **maya(portal), reading=other)


async def another_property_is_chosen(portal: Portal) -> None:
    await figures_are_read(portal)
    await write(analytics.save_property, **maya(portal), chosen=BLOG)


async def account_has_no_property(portal: Portal) -> None:
    await user_consents(portal)
    await write(analytics.record_properties, **maya(portal), has_any=False)


async def tokens_are_renewed_and_lost(portal: Portal) -> None:
    await client_connects_analytics(portal)
    await write(
        analytics.store_access_token, user_id=portal.users["maya"].id, old_token=TOKENS.access, new_token="access-2"
    )
    await write(analytics.delete_tokens, **maya(portal), rejected_token="access-2")
    await write(analytics.record_missing_tokens, **maya(portal))


async def search_console_is_disconnected(portal: Portal) -> None:
    await client_connects_analytics(portal)
    await write(analytics.disconnect, **maya(portal), source_type="google_search_console")


async def analytics_is_disconnected(portal: Portal) -> None:
    await figures_are_read(portal)
    await write(analytics.disconnect, **maya(portal), source_type="google_analytics")


async def key_is_changed(portal: Portal) -> None:
    await client_connects_analytics(portal)
    await write(analytics.reseal)


async def property_is_set(portal: Portal) -> None:
    for number, name in ((SHOP.id, SHOP.name), (SHOP.id, SHOP.name), (None, None)):
        client_id = portal.clients["maya"]
        await write(clients.set_property, client_id=client_id, property_id=number, property_name=name)


ACTIONS: Actions = {
    "analytics.count_call": [google_is_called],
    "analytics.start_authorization": [google_authorization_is_finished],
    "analytics.finish_authorization": [google_authorization_is_finished],
    "analytics.store_consent": [user_consents],
    "analytics.record_properties": [account_has_no_property],
    "analytics.save_property": [another_property_is_chosen],
    "analytics.apply": [figures_are_read],
    "analytics.store_access_token": [tokens_are_renewed_and_lost],
    "analytics.delete_tokens": [tokens_are_renewed_and_lost],
    "analytics.record_missing_tokens": [tokens_are_renewed_and_lost],
    "analytics.disconnect": [search_console_is_disconnected, analytics_is_disconnected],
    "analytics.reseal": [key_is_changed],
    "clients.set_property": [property_is_set],
}
# These actions write no row that reaches a device.
NO_CHANGE: set[Action] = {google_authorization_is_finished, google_is_called}
