"""A server that stops while a bot writes an answer."""

import os
import signal

import httpx
import pytest

from core.ids import uuid7
from tests.support.fakes.sandbox import Sandbox, running_fake_providers
from tests.support.servers.crash_harness import WITHIN_S, Place, eventually

__all__ = ["running_fake_providers"]

pytestmark = pytest.mark.thorough

CHAT = "/functions/v1/generate-chat-response"


def add_bot(ana: httpx.Client, user_id: str) -> str:
    """An active bot that is assigned to this user."""
    bot = str(uuid7())
    ana.post("/rest/v1/chatbots", json={"id": bot, "bot_name": "Harbor Bot", "category": "Support"}).raise_for_status()
    ana.put(f"/rest/v1/chatbots/{bot}/status", json={"status": "active"}).raise_for_status()
    ana.put("/rest/v1/user_chatbots", json={"user_id": user_id, "chatbot_id": bot}).raise_for_status()
    return bot


def test_a_stopping_server_releases_an_unfinished_answer_and_the_next_one_answers_at_once(
    place: Place, running_fake_providers: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer has a limit of ten minutes. A lease that was not released would block the repeat for as long."""
    model = f"{running_fake_providers.url}/sandbox/model"
    settings = {"OPENAI_API_KEY": "sandbox", "OPENAI_BASE_URL": running_fake_providers.url, "CHAT_WITHIN_S": "600"}
    for name, text in (settings | {"CHAT_EMBEDDINGS": "none"}).items():
        monkeypatch.setenv(name, text)
    for order in ("reset", "hang"):
        httpx.post(model, data={"order": order, "times": "1"}).raise_for_status()

    with place.served() as server, place.http(server, "ana") as ana, place.http(server) as maya:
        question = {"id": str(uuid7()), "botId": add_bot(ana, place.accounts["maya"].user_id), "prompt": "When?"}
        with pytest.raises(httpx.ReadTimeout):  # the phone loses its connection; the answer continues
            maya.post(CHAT, json=question, timeout=httpx.Timeout(WITHIN_S, read=0.5))
        assert eventually(lambda: bool(httpx.get(model).json()["first_token_times"]))
        os.kill(server.pid, signal.SIGTERM)
        assert server.ended() == 0
    assert place.rows("SELECT sender_type FROM chat_messages") == [("user",)]

    with place.served() as server, place.http(server) as maya:
        answer = maya.post(CHAT, json=question).raise_for_status().json()
    assert answer["fallback_used"] is False
    stored = place.rows("SELECT sender_type, content FROM chat_messages ORDER BY created_at")
    assert stored == [("user", "When?"), ("bot", answer["response"])]
