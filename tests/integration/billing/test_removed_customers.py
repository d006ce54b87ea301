"""Users who are no longer Stripe's customers: erased here, or deleted at Stripe."""

import asyncio
from threading import Barrier

import pytest

from billing.models import Customer
from billing.providers.stripe_api import Gateway
from billing.stripe_types import State
from clients.models import Client
from sync.writes.db_executor import read
from tests.support.accounts.erasure import ERASE, code_for, work
from tests.support.apps.billing import Till, till
from tests.support.fakes.stripe_sandbox import fake_stripe
from tests.support.mail.mailbox import Mailbox, mailbox
from tests.support.portal.agency import every_row, row

__all__ = ["fake_stripe", "mailbox", "till"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def erase(till: Till, mailbox: Mailbox, name: str) -> None:
    code = await code_for(till.portal, mailbox, name)
    assert (await till.portal.as_(name).post(ERASE, json={"nonce": code})).status_code == 204
    await work()


async def test_erasing_a_user_ends_their_charges_and_deletes_them_at_stripe(till: Till, mailbox: Mailbox) -> None:
    await till.add_card("maya")
    customer, [subscription] = await till.customer("maya"), await till.subscriptions("maya")
    await erase(till, mailbox, "maya")
    stripe_customer = await asyncio.to_thread(till.v1.customers.retrieve, customer)
    stripe_subscription = await asyncio.to_thread(till.v1.subscriptions.retrieve, subscription.id)
    assert (getattr(stripe_customer, "deleted", False), stripe_subscription.status) == (True, "canceled")
    remaining_rows = {
        table: rows for table, rows in (await read(every_row)).items() if any(customer in row for row in rows)
    }
    assert remaining_rows == {}
    await till.deliver(*(await till.events("customer.deleted", "customer.subscription.deleted")))
    rows = await read(every_row)
    assert (rows["stripe_customers"], rows["stripe_subscriptions"]) == ([], [])
    await till.add_card("otto")  # the same card had its trial, which is still recorded without its owner
    assert await till.subscriptions("otto") == []


async def test_an_erased_users_checkout_page_cannot_be_paid(till: Till, mailbox: Mailbox) -> None:
    checkout = (await till.checkout("otto")).json()
    await erase(till, mailbox, "otto")
    assert (await asyncio.to_thread(till.sandbox.pay, checkout["url"])).status_code != 303
    assert (await asyncio.to_thread(till.v1.subscriptions.list, {"status": "all"})).data == []


async def test_a_customer_deleted_at_stripe_can_subscribe_again(till: Till) -> None:
    await till.add_card("maya")
    before = await till.customer("maya")
    await asyncio.to_thread(till.v1.customers.delete, before)
    await till.deliver(*(await till.events("customer.deleted")))
    stored_row = await till.row("maya")
    assert (stored_row["subscription_status"], stored_row["payment_method_last4"]) == (None, None)
    assert (await row(Client, id=till.portal.clients["maya"]))["subscription_status"] == "inactive"
    user_row = await till.add_card("maya", "pm_card_mastercard")
    assert (user_row["payment_method_last4"], user_row["subscription_status"]) == ("4444", None)
    assert await till.customer("maya") != before
    checkout = (await till.checkout("maya")).json()
    assert (await asyncio.to_thread(till.sandbox.pay, checkout["url"])).status_code == 303
    [subscription] = await till.subscriptions("maya")
    assert subscription.status == "active"


async def test_two_concurrent_checkouts_remove_a_customer_deleted_at_stripe(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    await till.add_card("maya")
    await asyncio.to_thread(till.v1.customers.delete, await till.customer("maya"))
    barrier, original = Barrier(2), Gateway.state_of

    def state_of_both_at_once(gateway: Gateway, customer_id: str) -> State:
        barrier.wait(timeout=10)
        return original(gateway, customer_id)

    with monkeypatch.context() as patch:
        patch.setattr(Gateway, "state_of", state_of_both_at_once)
        for reply in await asyncio.gather(till.checkout("maya"), till.checkout("maya")):
            assert (reply.status_code, reply.json()["message"]) == (503, "Failed to create checkout session")
    assert await read(Customer.objects.count) == 0
    assert (await till.checkout("maya")).status_code == 200
