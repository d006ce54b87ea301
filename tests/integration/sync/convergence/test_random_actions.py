"""Random actions, disconnects and reconnects: every replica equals a first load, and nothing leaks."""

import asyncio
import json

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from accounts import services as accounts
from clients import services as clients
from core.ids import uuid7
from sync.log import streams
from sync.writes.db_executor import write
from tests.support.portal.agency import Portal, sign_in
from tests.support.sync.convergence import Devices, wait_until_converged
from tests.support.sync.device import Device

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PLAYERS = ("admin", "left", "left again", "right")
Action = tuple[str, str]

actions = st.lists(
    st.tuples(
        st.sampled_from(
            ["write", "write", "write", "read", "cut", "cut", "reconnect", "settle", "new client", "promote"]
        ),
        st.sampled_from(PLAYERS),
    ),
    min_size=4,
    max_size=14,
)


class Simulation:
    """Two new clients, `left` with two devices and `right` with one, and the agency's admin with one."""

    def __init__(self, portal: Portal) -> None:
        self.portal, self.devices, self.newest_ids = portal, Devices(), dict[str, str]()
        self.sides = {"left": f"left-{uuid7()}", "right": f"right-{uuid7()}"}

    async def begin(self) -> None:
        for side, name in self.sides.items():
            email = f"{name}@portal.example"
            client = await write(clients.create_client, company_name=name, contact_name=name, contact_email=email)
            await write(accounts.create_confirmed_user, email=email, password_hash="", full_name=name)
            self.portal.clients[name] = client.id
            self.portal.users[name] = await sign_in(email)
            self.devices[side] = Device(self.portal.users[name])
        self.devices["left again"] = Device(self.portal.users[self.sides["left"]])
        self.devices["admin"] = Device(self.portal.users["ana"])
        await asyncio.gather(*(device.connect() for device in self.devices.values()))

    async def do(self, action: str, player: str, n: int) -> None:
        device = self.devices[player]
        side = "left" if player.startswith("left") else "right"
        thread = self.sides["left" if n % 2 else "right"] if player == "admin" else self.sides[side]
        match action:
            case "write":
                body = self.portal.message(f"{player} {n}", to=thread)
                if (await device.http.post("/rest/v1/messages", json=body)).status_code == 201:
                    self.newest_ids[thread] = body["id"]
            case "read" if thread in self.newest_ids:
                marker = {"id": str(self.portal.clients[thread]), "read_to": self.newest_ids[thread]}
                await device.http.put("/rest/v1/threads", json=marker)
            case "cut":
                await device.cut()
            case "reconnect":
                await device.connect()
            case "settle" if device.is_connected:
                await device.caught_up()
            case "new client":
                await write(
                    clients.create_client, company_name=f"{n}", contact_name="", contact_email="new@portal.example"
                )
            case "promote" if player == "right":
                email = self.devices["right"].user.email
                await write(clients.create_admin, email=email, name="Right", password_hash="")

    def forbidden_streams(self, player: str) -> set[str]:
        """The streams of which the device `player` must never receive a frame."""
        other = self.sides["right" if player.startswith("left") else "left"]
        forbidden = {streams.client(self.portal.clients[other]), streams.user(self.portal.users[other].id)}
        return set() if player in {"admin", "right"} else forbidden | {"w"}


# No shrinking: timing differs in each run, so a shorter sequence that also fails is rarely the same failure.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
HEALTH = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)


@settings(max_examples=6, deadline=None, phases=PHASES, suppress_health_check=HEALTH)
@given(actions)
@pytest.mark.usefixtures("sockets")
async def test_any_actions_and_cuts_converge(portal: Portal, steps: list[Action]) -> None:
    """LG1-LG5, CU1, CH1-CH3, MB2, MB3, BO1: `Replica` checks these rules for each frame."""
    simulation = Simulation(portal)
    try:
        await simulation.begin()
        for n, (action, player) in enumerate(steps):
            note(f"{player}: {action}")
            await simulation.do(action, player, n)
        await asyncio.gather(*(d.connect() for d in simulation.devices.values() if not d.is_connected))
        await wait_until_converged(simulation.devices)
        for player, device in simulation.devices.items():
            streams_received = {json.loads(text).get("s") for text in device.received()}
            assert not streams_received & simulation.forbidden_streams(player)
    finally:
        await asyncio.gather(*(device.stop() for device in simulation.devices.values()))
