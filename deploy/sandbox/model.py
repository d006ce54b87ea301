"""A fake language model: it replies with the first note in its prompt, word by word.

It cannot judge notes, so it ignores those that the prompt lists as perhaps about something else.
"""

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from zlib import crc32

from sandbox.server import Answer, Request, in_json

CHAT, EMBEDDINGS, CONTROL = "/v1/chat/completions", "/v1/embeddings", "/sandbox/model"
WORD, WORDS = re.compile(r"\S+\s*"), re.compile(r"[a-z0-9]+")
NOTE = re.compile(r"^Q: .*?\nA: (.*?)(?=\n\nQ: |\Z)", re.MULTILINE | re.DOTALL)
UNKNOWN = "I do not know that yet. I have passed your question on, and the team will get back to you."
WORD_S = 0.03
ERRORS = {
    "401": (401, "invalid_api_key", "Incorrect API key provided."),
    "404": (404, "model_not_found", "The model does not exist or you do not have access to it."),
    "429": (429, "rate_limit_exceeded", "Rate limit reached."),
    "500": (500, "server_error", "The server had an error while processing your request."),
}
OTHER_ORDERS = frozenset({"hang", "break", "empty", "slow"})


class Model:
    """Accepts any model name. deploy/sandbox/README.md lists the orders."""

    def __init__(self) -> None:
        self._lock, self._numbers = threading.Lock(), count(1)
        self._ordered: Counter[str] = Counter()
        self._requests: list[dict[str, object]] = []
        self._first_token_times: list[float] = []  # when each streamed reply began, by the monotonic clock

    def answer(self, request: Request) -> Answer | None:
        if request.path == CONTROL:
            return self._execute(request)
        if request.path == EMBEDDINGS and request.method == "POST":
            return self._embeddings(request)
        if request.path != CHAT or request.method != "POST":
            return None
        try:
            body = json.loads(request.body)
            messages = [(str(one["role"]), str(one["content"])) for one in body["messages"]]
        except (ValueError, KeyError, TypeError):
            return _error(400, "invalid_request_error", "The request is not a chat.")
        with self._lock:
            self._requests.append(body)
        for order, error in ERRORS.items():
            if self._takes(order):
                return _error(*error)
        text = "" if self._takes("empty") else _reply_to(messages)
        return self._stream(body, messages, text) if body.get("stream") else self._completion(body, messages, text)

    def _embeddings(self, request: Request) -> Answer:
        """Return embeddings by spelling: each run of three letters has its own dimension."""
        try:
            body = json.loads(request.body)
            texts, size = [str(one) for one in body["input"]], int(body.get("dimensions", 1536))
        except (ValueError, KeyError, TypeError):
            return _error(400, "invalid_request_error", "The request asks for no embeddings.")
        for order, error in ERRORS.items():
            if self._takes(order):
                return _error(*error)
        data = [
            {"object": "embedding", "index": n, "embedding": _vector_of(text, size)} for n, text in enumerate(texts)
        ]
        used = sum(map(len, texts)) // 4
        usage = {"prompt_tokens": used, "total_tokens": used}
        return in_json({"object": "list", "model": str(body.get("model", "")), "data": data, "usage": usage})

    def _completion(self, body: dict[str, object], messages: list[tuple[str, str]], text: str) -> Answer:
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        return in_json(self._head(body, "chat.completion") | {"choices": [choice], "usage": _usage(messages, text)})

    def _stream(self, body: dict[str, object], messages: list[tuple[str, str]], text: str) -> Answer:
        head = self._head(body, "chat.completion.chunk")
        pause = WORD_S * (10 if self._takes("slow") else 1)
        hangs, breaks = self._takes("hang"), self._takes("break")

        def pieces() -> Iterator[bytes]:
            yield _event(head | {"choices": [{"index": 0, "delta": {"role": "assistant"}, "finish_reason": None}]})
            for number, word in enumerate(WORD.findall(text)):
                if number == 0:
                    self._first_token_times.append(time.monotonic())
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

    def _execute(self, request: Request) -> Answer:
        if request.method == "POST":
            order, times = request.form.get("order", ""), request.form.get("times", "1")
            with self._lock:
                if order == "reset":
                    self._ordered.clear()
                    self._requests.clear()
                    self._first_token_times.clear()
                elif order in ERRORS.keys() | OTHER_ORDERS and times.isdecimal():
                    self._ordered[order] = int(times)
                else:
                    return in_json({"error": "unknown order"}, 400)
        with self._lock:
            return in_json({"requests": self._requests, "first_token_times": self._first_token_times})

    def _takes(self, order: str) -> bool:
        with self._lock:
            if self._ordered[order] < 1:
                return False
            self._ordered[order] -= 1
            return True


def _reply_to(messages: list[tuple[str, str]]) -> str:
    system = next((content for role, content in messages if role == "system"), "")
    note = NOTE.search(system.partition("\n\nNotes:\n")[2])
    return note[1].strip() if note else UNKNOWN


def _vector_of(text: str, size: int) -> list[float]:
    normalized = f" {' '.join(WORDS.findall(text.lower()))} "
    counted = Counter(crc32(normalized[at : at + 3].encode()) % size for at in range(len(normalized) - 2))
    return [float(counted[dimension]) for dimension in range(size)]


def _usage(messages: list[tuple[str, str]], text: str) -> dict[str, int]:
    prompt_tokens = sum(len(content) for _, content in messages) // 4
    completion_tokens = len(text) // 4
    return {
        "prompt_tokens": prompt_tokens,
        "completion_tokens": completion_tokens,
        "total_tokens": prompt_tokens + completion_tokens,
    }


def _event(value: dict[str, object]) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def _error(status: int, code: str, message: str) -> Answer:
    return in_json(
        {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code}}, status
    )
