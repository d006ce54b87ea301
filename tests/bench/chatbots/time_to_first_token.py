"""Measures the time from the model's first token to the user's device, with 308 rows of training."""

import asyncio
import json
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from core.ids import uuid7
from tests.bench.harness.device import Device, connect_all, decode, disconnect_all
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, data_folder, product
from tests.bench.harness.tally import Latencies
from tests.bench.harness.users import Position, User, seed
from tests.support.fakes.sandbox import Sandbox, running_sandbox
from tests.support.knowledge import TUNED, encoded, trade
from tests.support.servers.server import free_port

TITLE = "A bot's reply: its first token"
QUESTIONS, MAX_MS = 40, 300


class ReplyDevice(Device):
    """The user's device. `received_at` has the `time.monotonic()` of the first item of each reply, by the reply's id."""

    def __init__(self, user: User, positions: Sequence[Position]) -> None:
        super().__init__(user, positions, lambda frame: None)
        self.received_at: dict[str, float] = {}

    def text(self, payload: bytes) -> None:
        frame = decode(payload)
        if frame.kind == "eph":
            for item in frame.fields["d"]:
                if item["k"] == "reply" and item["on"]:
                    self.received_at.setdefault(item["id"], time.monotonic())
        super().text(payload)


async def measure() -> Sequence[Figure]:
    """One round, which sends one question after another to a bot whose language model is a fake."""
    with data_folder() as folder:
        users = seed(folder, clients=1)
        admin = users.admins[0]
        with running_sandbox(Path(folder) / "model", "", free_port()) as model:
            settings = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "bench", "CHAT_PER_MINUTE": "1000"}
            with product(folder, Server, **settings) as server:
                device = ReplyDevice(admin, users.positions_of(admin))
                await connect_all([device], server.port)
                sent_at = await asyncio.to_thread(_send_all, server.port, admin.token)
                await disconnect_all([device])
            return _figures(sent_at, device.received_at, model)


def _send_all(port: int, token: str) -> dict[str, float]:
    """Create a bot with training and send it questions; returns the time of each question by its id."""
    connection = HTTPConnection("127.0.0.1", port)

    def post(path: str, body: object) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        result = json.load(response)
        assert response.status in {200, 201}, result
        return result

    bot = str(uuid7())
    post("/rest/v1/chatbots", {"id": bot, "bot_name": "Bean", "category": "Support"})
    for name in TUNED:
        source = {"source_type": "document", "name": f"{name}.txt", "file": encoded(name)}
        rows = [{"id": str(uuid7()), **row} for row in post("/functions/v1/read-training-source", source)["rows"]]
        post("/rest/v1/training_data/import", {"chatbot_id": bot, "source_type": "document", "rows": rows})
    sent_at = {}
    for question, _ in trade(TUNED[0]).questions[:QUESTIONS]:
        id = str(uuid7())
        sent_at[id] = time.monotonic()
        post("/functions/v1/generate-chat-response", {"id": id, "botId": bot, "prompt": question})
    return sent_at


def _figures(sent_at: dict[str, float], received_at: dict[str, float], model: Sandbox) -> Sequence[Figure]:
    first_token_times = model.first_token_times()
    assert len(first_token_times) == len(sent_at) == len(received_at)
    from_model, from_question = Latencies(), Latencies()
    for (id, question_at), first_token_at in zip(sent_at.items(), first_token_times, strict=True):
        from_model.add(received_at[id] - first_token_at)
        from_question.add(received_at[id] - question_at)
    return [
        Figure("the model's first token until it is on the device, p99", from_model.ms(99), "ms", at_most=MAX_MS),
        Figure("the same, p50", from_model.ms(50), "ms"),
        Figure("the question until the first token is on the device, p50", from_question.ms(50), "ms"),
    ]
