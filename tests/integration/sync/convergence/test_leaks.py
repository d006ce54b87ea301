"""No data of one client reaches another: each text of the client contains a canary, which no other client receives."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable

import httpx
import pytest

from clients import services as clients
from clients.models import Client
from sync.errors import NotPublished
from sync.log import changes, membership, registry, streams
from sync.models import Change
from sync.writes.db_executor import read, write
from tests.support.endpoints.requests import IN_PATH, good_request
from tests.support.endpoints.rules import RULES
from tests.support.portal.agency import Portal
from tests.support.portal.client_data import data_of
from tests.support.sync.convergence import Devices
from tests.support.sync.socket import Opener

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

CANARY = "canary-7f3a"


async def every_response(http: httpx.AsyncClient, portal: Portal, ids: Collection[str]) -> AsyncIterator[str]:
    """A user's responses: first loads of all streams, and every GET endpoint for all clients or these ids."""
    all_streams = ["w", *(f"c:{id}" for id in portal.clients.values()), *(f"u:{p.id}" for p in portal.users.values())]
    for stream in all_streams:
        yield (await http.post("/realtime/v1/bootstrap", json={"s": stream})).text
        for published in registry.all_tables():
            yield (await http.get("/realtime/v1/rows", params={"s": stream, "tbl": published.tbl})).text
    for method, path in (name.split() for name in RULES):
        if method == "GET":
            params = good_request(portal, method, path).get("params", {}) | {"words": CANARY}
            values: Iterable[str] = ids if "{" in path or "conversation_id" in params else [""]
            if "client_id" in params:
                values = map(str, portal.clients.values())
            for value in values:
                query = {name: value if name.endswith("_id") else given for name, given in params.items()}
                yield (await http.get(IN_PATH.sub(value, path), params=query)).text
    yield (await http.get("/rest/v1/openapi.json")).text


async def act_as_otto(portal: Portal) -> set[str]:
    """Write otto's message and row with the canary; returns the texts that no other client may receive."""
    sent = await portal.post("otto", f"{CANARY} from otto", to="otto")
    reply = await portal.post("ana", f"{CANARY} to otto", to="otto")
    for name, message in (("ana", sent), ("otto", reply)):
        marker = {"id": sent["client_id"], "read_to": message["id"]}
        assert (await portal.as_(name).put("/rest/v1/threads", json=marker)).status_code == 200

    def rename() -> None:
        otto = Client.objects.select_for_update().get(id=portal.clients["otto"])
        changes.update(otto, phone=CANARY, company_name=f"{CANARY} Ltd", plan_level=CANARY)

    await write(rename)
    return {CANARY, sent["id"], reply["id"], "otto@"}


async def test_no_byte_of_one_client_reaches_another(portal: Portal, devices: Devices) -> None:
    """LG6, HE5, BO5: checks sockets from before and after the changes, first loads, and every GET endpoint."""
    maya, otto = devices["maya"], await data_of(portal, "otto", CANARY)
    secrets = otto.ids | await act_as_otto(portal)
    await portal.post("ana", "something for maya")
    await maya.cut()
    secrets |= await act_as_otto(portal)
    await portal.post("ana", "something else for maya")
    foreign = [f"c:{portal.clients['otto']}", f"u:{portal.users['otto'].id}", "w"]
    await maya.connect()
    await asyncio.gather(*(device.caught_up() for device in devices.values()))
    await maya.request(*foreign)
    received = [text for text in maya.received() if '"t":"revoke"' not in text]
    received += [text async for text in every_response(maya.http, portal, otto.ids)]
    assert [(secret, text) for text in received for secret in secrets if secret in text] == []
    assert any("something else for maya" in text for text in received)
    ottos_responses = "".join([text async for text in every_response(devices["otto"].http, portal, otto.ids)])
    for kind in ("report", "bot", "question?", "answer.", "from the client", "Ltd"):
        assert f"{CANARY} {kind}" in ottos_responses
    assert all(id in ottos_responses for id in otto.ids)
    assert any(CANARY in text for text in devices["otto"].received())
    assert any(CANARY in text for text in devices["ana"].received())


async def test_mb2_nothing_is_sent_after_a_loss_without_a_gain(portal: Portal, sockets: Opener) -> None:
    shared, device = streams.client(portal.clients["maya"]), sockets(portal.users["maya"].token)
    load = (await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": shared})).json()
    await device.hello({key: load[key] for key in ("s", "e", "c", "at")})
    await write(membership.leave, user_id=portal.users["maya"].id, stream=shared)
    await portal.post("ana", f"{CANARY} after the loss")
    assert await device.frame("revoke") == {"t": "revoke", "s": shared, "why": "membership"}
    await device.drain()
    assert not any(CANARY in text for text in device.texts)


async def test_a_client_never_receives_admin_only_fields(portal: Portal, devices: Devices) -> None:
    """LG6: the server computes the projection of an audience when it writes the change."""

    def set_admin_fields() -> None:
        maya = Client.objects.select_for_update().get(id=portal.clients["maya"])
        changes.update(maya, plan_level=CANARY, is_staff=True)

    await write(set_admin_fields)
    for device in devices.values():
        await device.caught_up()
    received = [
        *devices["maya"].received(),
        *[text async for text in every_response(devices["maya"].http, portal, [])],
    ]
    rows = [text for text in received if not text.startswith('{"openapi"')]
    assert not any(secret in text for text in rows for secret in (CANARY, "is_staff", "plan_level"))
    assert any(CANARY in text for text in devices["ana"].received())


async def test_lg6_a_row_without_a_projection_for_the_streams_audience_is_not_written(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a defect publishes an admin's row in a client's stream, the write fails and stores nothing."""
    admins = next(entry for entry in registry.all_tables() if entry.tbl == "admins")
    wrong_stream = streams.client(portal.clients["maya"])
    defective = registry.PublishedTable(
        admins.tbl, admins.model, lambda row: ["w", wrong_stream], admins.projections, admins.snapshot
    )
    monkeypatch.setitem(registry._by_model, admins.model, defective)
    async with portal.unchanged():
        with pytest.raises(NotPublished):
            await write(clients.create_admin, email="otto@portal.example", name="Otto", password_hash="")


async def test_lg6_every_change_in_the_log_has_a_projection_for_its_stream(portal: Portal) -> None:
    await act_as_otto(portal)
    logged = await read(lambda: list(Change.objects.exclude(op="m").values_list("stream", "tbl").distinct()))
    assert len(logged) >= 6
    for stream, tbl in logged:
        assert tbl in {entry.tbl for entry in registry.tables_of(stream)}
