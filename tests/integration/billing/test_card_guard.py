"""Without a card on file a client can use only sign-in, the card, checkout and the public website."""

import pytest

from billing.stripe_types import State
from tests.support.accounts.api import Json
from tests.support.apps.billing import card_on_file, payments, store_stripe_state
from tests.support.endpoints.requests import IN_PATH, SOME_ID, good_request
from tests.support.endpoints.rules import AUTH, PUBLIC, RULES
from tests.support.portal.agency import Portal
from tests.support.sync.socket import Opener, modes

__all__ = ["payments"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

CARD_REQUIRED = (403, {"code": "card_required", "message": "Add a payment method first"})
# Export and erasure of the user's own data.
OWN_DATA = {
    "POST /functions/v1/erase-account",
    "POST /functions/v1/erase-account-code",
    "POST /functions/v1/export-data",
}
# The rows that an endpoint of OPEN adds in this test. The other endpoints lack some input and add none.
ADDED_ROWS = {
    "POST /functions/v1/erase-account-code": {"mails": 1, "effects": 1, "one_time_tokens": 1, "limit_counters": 1}
}
# The calls of the page /connect-ga. Only the pages under /dashboard require a card.
CONNECTING = {
    "GET /rest/v1/connections",
    "GET /functions/v1/google-properties",
    "POST /functions/v1/google-authorize",
    "POST /functions/v1/google-disconnect",
    "POST /functions/v1/google-exchange",
    "POST /functions/v1/google-property",
    "POST /functions/v1/google-refresh",
}
# Endpoints that work without a card: sessions, own data, the page /connect-ga, and all that put a card on file.
OPEN = {
    *OWN_DATA,
    *CONNECTING,
    "DELETE /rest/v1/sessions/{session_id}",
    "GET /rest/v1/client_links",
    "GET /rest/v1/recovery_codes",
    "GET /rest/v1/sessions",
    "GET /rest/v1/stripe_user_subscriptions",
    "POST /functions/v1/confirm-checkout",
    "POST /functions/v1/create-checkout-session",
    "POST /functions/v1/create-portal-session",
    "POST /functions/v1/create-setup-intent",
    "POST /functions/v1/save-payment-method",
    "POST /functions/v1/stripe-checkout",
    "POST /rest/v1/recovery_codes",
}


async def response_of(portal: Portal, user: str, name: str) -> tuple[int, Json]:
    """The response of an endpoint to a request that is valid except for its user."""
    method, path = name.split()
    request = good_request(portal, method, path)
    if method == "GET":
        request.pop("json", None)
    reply = await portal.as_(user).request(method, IN_PATH.sub(SOME_ID, path), **request)
    if method == "HEAD":  # the response has no body with the code
        return reply.status_code, CARD_REQUIRED[1] if reply.status_code == CARD_REQUIRED[0] else {}
    return reply.status_code, reply.json() if reply.content else {}


@pytest.mark.parametrize("name", [name for name, rule in RULES.items() if rule not in {PUBLIC, AUTH}])
async def test_only_open_endpoints_accept_a_client_without_a_card(name: str, payments: Portal) -> None:
    async with payments.unchanged() if name not in OPEN else payments.grows(ADDED_ROWS.get(name, {})):
        status, body = await response_of(payments, "maya", name)
    if name in OPEN:
        assert body.get("code") != "card_required"
    else:
        assert (status, body) == CARD_REQUIRED


@pytest.mark.parametrize(
    "name", [name for name, rule in RULES.items() if rule not in {PUBLIC, AUTH} and name not in OPEN]
)
async def test_no_endpoint_requires_a_card_of_a_client_with_a_card_or_an_admin(name: str, payments: Portal) -> None:
    await card_on_file(payments, "maya")
    for user in ("maya", "ana"):
        status, body = await response_of(payments, user, name)
        assert "card_required" not in str(body), (user, status)


@pytest.mark.parametrize("stream", ["w", "c:maya", "c:otto", "u:otto", "c:nobody"])
async def test_a_first_load_without_a_card_has_only_the_users_own_stream(stream: str, payments: Portal) -> None:
    ids = {name: str(id) for name, id in payments.clients.items()} | {"nobody": SOME_ID}
    kind, _, name = stream.partition(":")
    subject = ids.get(name, "") if kind != "u" else str(payments.users[name].id)
    stream_id = f"{kind}:{subject}" if subject else kind
    http = payments.as_("maya")
    for reply in (
        await http.post("/realtime/v1/bootstrap", json={"s": stream_id}),
        await http.get("/realtime/v1/rows", params={"s": stream_id, "tbl": "clients"}),
    ):
        assert (reply.status_code, reply.json()) == CARD_REQUIRED


async def test_the_socket_gives_a_client_without_a_card_only_their_own_stream(
    payments: Portal, sockets: Opener
) -> None:
    await payments.post("ana", "Before the card", to="maya")
    maya, client = payments.users["maya"], payments.clients["maya"]
    own = f"u:{maya.id}"
    socket = sockets(maya.token)
    ok = await socket.hello({"s": f"c:{client}", "e": "k1", "c": 0, "at": ""})
    assert (ok["role"], ok["client"], modes(ok)) == ("client", str(client), {own: "bootstrap"})
    assert await socket.frame("revoke") == {"t": "revoke", "s": f"c:{client}", "why": "membership"}
    await payments.post("ana", "Still before the card", to="maya")
    await socket.drain()
    assert [frame["t"] for frame in socket.frames] == ["ok", "revoke", "pong"]


async def test_the_card_opens_the_clients_stream_on_the_same_socket_and_its_loss_closes_it(
    payments: Portal, sockets: Opener
) -> None:
    maya, client = payments.users["maya"], f"c:{payments.clients['maya']}"
    socket = sockets(maya.token)
    await socket.hello()
    await card_on_file(payments, "maya")
    subs = await socket.frame("subs")
    assert modes(subs) == {client: "bootstrap"}
    assert (await payments.as_("maya").get("/rest/v1/clients")).status_code == 200
    await store_stripe_state(payments, "maya", State())
    assert await socket.frame("revoke") == {"t": "revoke", "s": client, "why": "membership"}
    assert (await payments.as_("maya").get("/rest/v1/clients")).status_code == 403


async def test_without_stripe_keys_no_card_is_required(portal: Portal, sockets: Opener) -> None:
    assert (await portal.as_("maya").get("/rest/v1/clients")).status_code == 200
    for name in OPEN - OWN_DATA - CONNECTING:
        if "/functions/" in name:
            status, body = await response_of(portal, "maya", name)
            assert (status, body["code"]) == (404, "payments_not_set_up")
    ok = await sockets(portal.users["maya"].token).hello()
    assert len(ok["subs"]) == 2
