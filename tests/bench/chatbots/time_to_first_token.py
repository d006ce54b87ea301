"""Measures the time from the model's first token to the user's device, with 308 rows of training."""

import asyncio
import json
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from core.ids import uuid7
from tests.bench.harness.device import Device, connect_all, decode, hang_up
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, data_folder, product
from tests.bench.harness.tally import Latencies
from tests.bench.harness.users import Person, Position, seed
from tests.support.fakes.sandbox import StandIn, standing_in
from tests.support.knowledge import TUNED, encoded, trade
from tests.support.servers.server import free_port

TITLE = "A bot's reply: its first words"
QUESTIONS, MOST_MS = 40, 300


class Asking(Device):
    """The user's device. `seen` has the monotonic time of the first item of each reply, by the reply's id."""

    def __init__(self, person: Person, positions: Sequence[Position]) -> None:
        super().__init__(person, positions, lambda frame: None)
        self.seen: dict[str, float] = {}

    def text(self, payload: bytes) -> None:
        frame = decode(payload)
        if frame.kind == "eph":
            for item in frame.fields["d"]:
                if item["k"] == "reply" and item["on"]:
                    self.seen.setdefault(item["id"], time.monotonic())
        super().text(payload)


async def measure() -> Sequence[Figure]:
    """One round; sends one question after another."""
    with data_folder() as folder:
        people = seed(folder, clients=1)
        admin = people.admins[0]
        with standing_in(Path(folder) / "model", "", free_port()) as model:
            settings = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "bench", "CHAT_PER_MINUTE": "1000"}
            with product(folder, Server, **settings) as server:
                device = Asking(admin, people.of(admin))
                await connect_all([device], server.port)
                asked = await asyncio.to_thread(_ask_all, server.port, admin.token)
                await hang_up([device])
            return _figures(asked, device.seen, model)


def _ask_all(port: int, token: str) -> dict[str, float]:
    """Create a bot with training and send it questions; returns the time of each question by its id."""
    line = HTTPConnection("127.0.0.1", port)

    def do(path: str, body: object) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        line.request("POST", path, json.dumps(body), headers)
        reply = line.getresponse()
        said = json.load(reply)
        assert reply.status in {200, 201}, said
        return said

    bot = str(uuid7())
    do("/rest/v1/chatbots", {"id": bot, "bot_name": "Bean", "category": "Support"})
    for name in TUNED:
        source = {"source_type": "document", "name": f"{name}.txt", "file": encoded(name)}
        rows = [{"id": str(uuid7()), **row} for row in do("/functions/v1/read-training-source", source)["rows"]]
        do("/rest/v1/training_data/import", {"chatbot_id": bot, "source_type": "document", "rows": rows})
    asked = {}
    for question, _ in trade(TUNED[0]).asked[:QUESTIONS]:
        id = str(uuid7())
        asked[id] = time.monotonic()
        do("/functions/v1/generate-chat-response", {"id": id, "botId": bot, "prompt": question})
    return asked


def _figures(asked: dict[str, float], seen: dict[str, float], model: StandIn) -> Sequence[Figure]:
    spoken = model.first_words()
    assert len(spoken) == len(asked) == len(seen)
    shown, whole = Latencies(), Latencies()
    for (id, began), word in zip(asked.items(), spoken, strict=True):
        shown.add(seen[id] - word)
        whole.add(seen[id] - began)
    return [
        Figure("the model's first word until it is on the device, p99", shown.ms(99), "ms", at_most=MOST_MS),
        Figure("the same, p50", shown.ms(50), "ms"),
        Figure("the question until the first words are on the device, p50", whole.ms(50), "ms"),
    ]
