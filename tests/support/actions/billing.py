"""Actions of the billing app: states that are read from Stripe."""

from datetime import timedelta

from django.test import override_settings

from billing import services as billing
from billing.stripe_types import State, StripeEvent
from clients import services as clients
from core.clock import now
from sync.writes.db_executor import write
from tests.support.actions import Action, Actions
from tests.support.apps.billing import CARD, SOLD, store_stripe_state
from tests.support.portal.agency import Portal

# For one write only: otherwise a device could request its streams while billing decides who may follow them.
SET_UP = override_settings(STRIPE_SECRET_KEY="sk_test_of_a_test")
END = int((now() + timedelta(days=14)).timestamp())


def trialing() -> State:
    return State("sub_1", "trialing", SOLD.price_id, END, trial_end=END, card=CARD)


async def trial_begins_and_is_paid_for(portal: Portal) -> None:
    assert await store_stripe_state(portal, "maya", trialing()) is None
    await write(billing.notify_trial_ends, client_id=portal.clients["maya"], trial_end=END)
    await store_stripe_state(portal, "maya", State("sub_1", "active", SOLD.price_id, END, card=CARD))


async def payment_fails_and_subscription_ends(portal: Portal) -> None:
    await store_stripe_state(portal, "maya", trialing())
    await store_stripe_state(portal, "maya", State("sub_1", "past_due", SOLD.price_id, card=CARD))
    await store_stripe_state(portal, "maya", State("sub_1", "canceled", SOLD.price_id, card=CARD))


async def state_of_an_earlier_read_is_ignored(portal: Portal) -> None:
    await store_stripe_state(portal, "maya", trialing())
    await store_stripe_state(portal, "maya", trialing())
    await store_stripe_state(portal, "maya", State(), read_number=1)


async def event_arrives(portal: Portal) -> None:
    await write(billing.store_event, stripe_event=StripeEvent("evt_1", "customer.updated", "cus_maya"))


async def catalogue_is_read(portal: Portal) -> None:
    await write(billing.store_product, item=SOLD)


async def missing_rows_are_created(portal: Portal) -> None:
    with SET_UP:
        await write(billing.ensure_row, user_id=portal.users["maya"].id)
        await write(billing.ensure_rows)


async def card_is_imported(portal: Portal) -> None:
    with SET_UP:
        await write(billing.import_card, user_id=portal.users["maya"].id, card=CARD)


async def client_status_follows_payment(portal: Portal) -> None:
    for is_paid in (False, True, True):
        await write(clients.follow_billing, client_id=portal.clients["maya"], is_paid=is_paid)


async def subscription_begins(portal: Portal) -> None:
    await store_stripe_state(portal, "maya", State())
    assert await write(billing.offer_checkout, customer_id="cus_maya", after=0, session_id="cs_1")
    assert await write(billing.offer_trial, customer_id="cus_maya", after=1, payment_method="pm_1")


async def customer_is_deleted(portal: Portal) -> None:
    await store_stripe_state(portal, "maya", trialing())
    await store_stripe_state(portal, "maya", State(is_deleted=True))


ACTIONS: Actions = {
    "billing.apply": [trial_begins_and_is_paid_for, payment_fails_and_subscription_ends, customer_is_deleted],
    "billing.offer_checkout": [subscription_begins],
    "billing.offer_trial": [subscription_begins],
    "billing.start_read": [state_of_an_earlier_read_is_ignored],
    "billing.store_customer": [state_of_an_earlier_read_is_ignored],
    "billing.notify_trial_ends": [trial_begins_and_is_paid_for],
    "billing.store_event": [event_arrives],
    "billing.store_product": [catalogue_is_read],
    "billing.ensure_row": [missing_rows_are_created],
    "billing.ensure_rows": [missing_rows_are_created],
    "billing.import_card": [card_is_imported],
    "clients.follow_billing": [client_status_follows_payment],
}
# These actions write no row that reaches a device.
NO_CHANGE: set[Action] = {catalogue_is_read, event_arrives}
