"""Checks that devices converge: a replica plus the frames it received equals a first load."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.support.portal.agency import Portal
from tests.support.sync.device import Device
from tests.support.sync.socket import disconnect_all

Devices = dict[str, Device]


@pytest.fixture
async def devices(portal: Portal) -> AsyncIterator[Devices]:
    """A connected, up-to-date device for each audience: an admin, a client, and another client."""
    by_name = {name: Device(portal.users[name]) for name in ("ana", "maya", "otto")}
    for device in by_name.values():
        await device.load_without_http()
        await device.connect()
        await device.caught_up()
    yield by_name
    for device in by_name.values():
        await device.stop()
    await disconnect_all([])


@asynccontextmanager
async def replicas_converge(devices: Devices, *, may_load: tuple[str, ...] = ()) -> AsyncIterator[None]:
    """Assert that after the block each device holds the rows that a new device loads, and got them by frames alone.

    The users in `may_load` may also make first loads, because the block gives them a new stream.
    """
    await asyncio.gather(*(device.caught_up() for device in devices.values()))
    loads = {name: device.replica.loads for name, device in devices.items()}
    yield
    await wait_until_converged(devices)
    for name, device in devices.items():
        assert device.replica.loads == loads[name] or name in may_load


async def wait_until_converged(devices: Devices) -> None:
    """Wait until every device is caught up, and assert that it holds what a new device of the same user loads."""
    await asyncio.gather(*(device.caught_up() for device in devices.values()))
    for name, device in devices.items():
        assert device.replica.rows == (await device.fresh()).rows, f"{name} diverged"
