"""The checks after the day: each accepted message is stored once, and each device has the rows of its user."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.nemesis.outbox import ACCEPTED, SEND, TAKEN_BACK
from tests.nemesis.simulated_device import SimulatedDevice
from tests.nemesis.store_reader import normalize
from tests.support.servers.crash_harness import Place

# Statuses of expected rejections. A message that was read or answered meanwhile cannot be taken back (409), and a
# message that was taken back before it arrived is rejected (410).
TOO_LATE, GONE = 409, 410


@dataclass(frozen=True, slots=True)
class Stored:
    """The messages in the database, by id: thread, text and version."""

    messages: dict[str, tuple[str, str, int]]


def read_stored(place: Place) -> Stored:
    """Read the database, without the product's code."""
    rows = place.rows("SELECT id, client_id, content, v FROM messages")
    return Stored({str(normalize(id)): (str(normalize(client)), content, v) for id, client, content, v in rows})


def accepted(devices: Iterable[SimulatedDevice]) -> set[str]:
    """The ids of the messages that the server has accepted."""
    return {
        entry.body["id"]
        for device in devices
        for entry in device.outbox.settled
        if entry.kind == SEND and entry.status in ACCEPTED
    }


def lost(devices: Iterable[SimulatedDevice], rows: Stored) -> set[str]:
    """The ids of accepted messages that are not stored."""
    return accepted(devices) - rows.messages.keys()


def doubled(rows: Stored) -> list[str]:
    """The texts that are stored more than once. Each written text is unique; a message taken back has an empty text."""
    texts = Counter(content for _, content, _ in rows.messages.values() if content)
    return [text for text, count in texts.items() if count > 1]


def problems(devices: Sequence[SimulatedDevice], rows: Stored) -> list[str]:
    """One line for each breach: a lost, doubled or foreign message, a rejected write, or a device with other rows."""
    breaches = [f"lost: {id}" for id in lost(devices, rows)]
    breaches += [f"doubled: {text[:40]}" for text in doubled(rows)]
    for device in devices:
        breaches += [f"foreign: {leak[:200]}" for leak in device.leaks]
        breaches += _rejected(device)
        if device.role == "client":
            breaches += _differences(device, rows)
    return breaches


def _rejected(device: SimulatedDevice) -> Iterable[str]:
    for entry in device.outbox.settled:
        allowed = ACCEPTED | TAKEN_BACK | {TOO_LATE} | ({GONE} if entry.is_taken_back else set())
        if entry.status not in allowed or (entry.kind == SEND and entry.status == TOO_LATE):
            yield f"rejected: {entry.kind} with {entry.status}"


def _differences(device: SimulatedDevice, rows: Stored) -> Iterable[str]:
    """One line if the device's messages differ from those that the database has in the user's thread."""
    expected = {id: v for id, (client, _, v) in rows.messages.items() if client == device.owner.client}
    actual = {id: row["v"] for (tbl, id), row in device.replica.rows.items() if tbl == "messages"}
    if expected != actual:
        different = expected.items() ^ actual.items()
        yield f"{device.owner.email} has {len(actual)} messages, {len(expected)} are stored; different: {different}"
