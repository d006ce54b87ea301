"""`GET /rest/v1/stripe_user_subscriptions` returns the caller's row, and `stripe_subscriptions` the row of a client."""

import pytest

from billing.stripe_types import State
from tests.support.apps.billing import CARD, payments, store_stripe_state
from tests.support.portal.agency import Portal

__all__ = ["payments"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

USER_PATH, CLIENT_PATH = "/rest/v1/stripe_user_subscriptions", "/rest/v1/stripe_subscriptions"
NO_ROW = {"data": None, "code": "PGRST116"}
TRIAL = State("sub_1", "trialing", "price_1", 1_800_000_000, trial_end=1_800_000_000, card=CARD)


async def test_a_user_gets_their_payment_method_and_their_clients_subscription(payments: Portal) -> None:
    await store_stripe_state(payments, "maya", TRIAL)
    maya, client = str(payments.users["maya"].id), str(payments.clients["maya"])
    async with payments.unchanged():
        user_row = (await payments.as_("maya").get(USER_PATH)).json()["data"]
        client_reply = (await payments.as_("maya").get(CLIENT_PATH)).json()
        same_reply = (await payments.as_("maya").get(CLIENT_PATH, params={"client_id": client})).json()
    for row, tbl in ((user_row, "stripe_user_subscriptions"), (client_reply["data"], "stripe_subscriptions")):
        stream = "u:maya" if tbl == "stripe_user_subscriptions" else "c:maya"
        assert [each["row"] for each in await payments.frames(stream, 9) if each["tbl"] == tbl][-1] == row
    assert (user_row["user_id"], user_row["subscription_status"], user_row["payment_method_last4"]) == (
        maya,
        "trialing",
        "4242",
    )
    assert (client_reply["data"]["client_id"], client_reply["data"]["status"]) == (client, "trialing")
    assert same_reply == client_reply


async def test_a_user_without_a_card_still_gets_their_payment_row(payments: Portal) -> None:
    reply = await payments.as_("maya").get(USER_PATH)
    assert (reply.status_code, reply.json()["data"]["payment_method_last4"]) == (200, None)


async def test_an_admin_has_no_rows_of_their_own_and_reads_those_of_any_client(payments: Portal) -> None:
    await store_stripe_state(payments, "maya", TRIAL)
    ana = payments.as_("ana")
    for path in (USER_PATH, CLIENT_PATH):
        assert (await ana.get(path)).json() == NO_ROW
    for name, status in (("maya", "trialing"), ("otto", None)):
        row = (await ana.get(CLIENT_PATH, params={"client_id": str(payments.clients[name])})).json()["data"]
        assert (row and row["status"]) == status
