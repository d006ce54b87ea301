"""A fake language model: it replies with the first note in its prompt, word by word.

It does not judge notes, so it uses none that may be about something else.
"""

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from zlib import crc32

from sandbox.server import Answer, Asked, in_json

CHAT, EMBEDDINGS, CONTROL = "/v1/chat/completions", "/v1/embeddings", "/sandbox/model"
WORD, LETTERS = re.compile(r"\S+\s*"), re.compile(r"[a-z0-9]+")
NOTE = re.compile(r"^Q: .*?\nA: (.*?)(?=\n\nQ: |\Z)", re.MULTILINE | re.DOTALL)
UNKNOWN = "I do not know that yet. I have passed your question on, and the team will get back to you."
WORD_S = 0.03
REFUSALS = {
    "401": (401, "invalid_api_key", "Incorrect API key provided."),
    "404": (404, "model_not_found", "The model does not exist or you do not have access to it."),
    "429": (429, "rate_limit_exceeded", "Rate limit reached."),
    "500": (500, "server_error", "The server had an error while processing your request."),
}
OTHER = frozenset({"hang", "break", "empty", "slow"})


class Model:
    """Accepts any model name. deploy/sandbox/README.md lists the orders."""

    def __init__(self) -> None:
        self._lock, self._numbers = threading.Lock(), count(1)
        self._ordered: Counter[str] = Counter()
        self._asked: list[dict[str, object]] = []
        self._first_words: list[float] = []  # when each streamed reply began, by the monotonic clock

    def answer(self, asked: Asked) -> Answer | None:
        if asked.path == CONTROL:
            return self._obey(asked)
        if asked.path == EMBEDDINGS and asked.method == "POST":
            return self._embedded(asked)
        if asked.path != CHAT or asked.method != "POST":
            return None
        try:
            body = json.loads(asked.body)
            messages = [(str(one["role"]), str(one["content"])) for one in body["messages"]]
        except (ValueError, KeyError, TypeError):
            return _refusal(400, "invalid_request_error", "The request is not a chat.")
        with self._lock:
            self._asked.append(body)
        for order, said in REFUSALS.items():
            if self._takes(order):
                return _refusal(*said)
        text = "" if self._takes("empty") else _composed(messages)
        return self._streamed(body, messages, text) if body.get("stream") else self._whole(body, messages, text)

    def _embedded(self, asked: Asked) -> Answer:
        """Return embeddings by spelling: each run of three letters has its own dimension."""
        try:
            body = json.loads(asked.body)
            texts, size = [str(one) for one in body["input"]], int(body.get("dimensions", 1536))
        except (ValueError, KeyError, TypeError):
            return _refusal(400, "invalid_request_error", "The request asks for no embeddings.")
        for order, said in REFUSALS.items():
            if self._takes(order):
                return _refusal(*said)
        data = [{"object": "embedding", "index": n, "embedding": _spelt(text, size)} for n, text in enumerate(texts)]
        used = sum(map(len, texts)) // 4
        usage = {"prompt_tokens": used, "total_tokens": used}
        return in_json({"object": "list", "model": str(body.get("model", "")), "data": data, "usage": usage})

    def _whole(self, body: dict[str, object], messages: list[tuple[str, str]], text: str) -> Answer:
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        return in_json(self._head(body, "chat.completion") | {"choices": [choice], "usage": _usage(messages, text)})

    def _streamed(self, body: dict[str, object], messages: list[tuple[str, str]], text: str) -> Answer:
        head = self._head(body, "chat.completion.chunk")
        pause = WORD_S * (10 if self._takes("slow") else 1)
        hangs, breaks = self._takes("hang"), self._takes("break")

        def pieces() -> Iterator[bytes]:
            yield _event(head | {"choices": [{"index": 0, "delta": {"role": "assistant"}, "finish_reason": None}]})
            for number, word in enumerate(WORD.findall(text)):
                if number == 0:
                    self._first_words.append(time.monotonic())
                if hangs and number == 3:
                    time.sleep(3600)
                if breaks and number == 3:
                    raise BrokenPipeError
                yield _event(head | {"choices": [{"index": 0, "delta": {"content": word}, "finish_reason": None}]})
                time.sleep(pause)
            yield _event(head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            yield _event(head | {"choices": [], "usage": _usage(messages, text)})
            yield b"data: [DONE]\n\n"

        return Answer(200, kind="text/event-stream", pieces=pieces())

    def _head(self, body: dict[str, object], kind: str) -> dict[str, object]:
        return {
            "id": f"chatcmpl-{next(self._numbers)}",
            "object": kind,
            "created": int(time.time()),
            "model": str(body.get("model", "")),
        }

    def _obey(self, asked: Asked) -> Answer:
        if asked.method == "POST":
            order, times = asked.form.get("order", ""), asked.form.get("times", "1")
            with self._lock:
                if order == "reset":
                    self._ordered.clear()
                    self._asked.clear()
                    self._first_words.clear()
                elif order in REFUSALS.keys() | OTHER and times.isdecimal():
                    self._ordered[order] = int(times)
                else:
                    return in_json({"error": "unknown order"}, 400)
        with self._lock:
            return in_json({"asked": self._asked, "first_words": self._first_words})

    def _takes(self, order: str) -> bool:
        with self._lock:
            if self._ordered[order] < 1:
                return False
            self._ordered[order] -= 1
            return True


def _composed(messages: list[tuple[str, str]]) -> str:
    system = next((said for role, said in messages if role == "system"), "")
    note = NOTE.search(system.partition("\n\nNotes:\n")[2])
    return note[1].strip() if note else UNKNOWN


def _spelt(text: str, size: int) -> list[float]:
    letters = f" {' '.join(LETTERS.findall(text.lower()))} "
    counted = Counter(crc32(letters[at : at + 3].encode()) % size for at in range(len(letters) - 2))
    return [float(counted[dimension]) for dimension in range(size)]


def _usage(messages: list[tuple[str, str]], text: str) -> dict[str, int]:
    told, said = sum(len(said) for _, said in messages) // 4, len(text) // 4
    return {"prompt_tokens": told, "completion_tokens": said, "total_tokens": told + said}


def _event(value: dict[str, object]) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def _refusal(status: int, code: str, message: str) -> Answer:
    return in_json(
        {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code}}, status
    )
