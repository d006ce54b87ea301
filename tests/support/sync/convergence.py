"""Proof that devices converge: what a replica held before plus the frames it got is what a first load gives after."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.support.portal.agency import Portal
from tests.support.sync.device import Device
from tests.support.sync.socket import hang_up

Devices = dict[str, Device]


@pytest.fixture
async def devices(portal: Portal) -> AsyncIterator[Devices]:
    """A connected device in step for each audience: an admin, a client, and another client."""
    made = {name: Device(portal.people[name]) for name in ("ana", "maya", "otto")}
    for device in made.values():
        await device.connect()
        await device.caught_up()
    yield made
    for device in made.values():
        await device.stop()
    await hang_up([])


@asynccontextmanager
async def replicas_converge(devices: Devices, *, loading: tuple[str, ...] = ()) -> AsyncIterator[None]:
    """Inside, things happen; afterwards each device holds what a new one would, by frames alone.

    Those named in `loading` may make first loads, because the deed gives them a stream.
    """
    await settled(devices)
    loads = {name: device.replica.loads for name, device in devices.items()}
    yield
    await settled(devices)
    for name, device in devices.items():
        assert device.replica.loads == loads[name] or name in loading


async def settled(devices: Devices) -> None:
    """Every device has all there is, and it is what a new device of the same person would load now."""
    await asyncio.gather(*(device.caught_up() for device in devices.values()))
    for name, device in devices.items():
        assert device.replica.rows == (await device.fresh()).rows, f"{name} diverged"
