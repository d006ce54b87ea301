"""A fake PageSpeed Insights that returns stored results of real measurements."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

FOLDER = Path(__file__).with_name("lighthouse")
KEY = "a key of nobody's"
Json = dict[str, Any]


def stored(name: str, *, score: float | None = 0.89, url: str = "https://bakery.example/") -> Json:
    """The stored Lighthouse result `small-picture` or `large-picture`, changed to this score and URL."""
    result: Json = json.loads((FOLDER / f"{name}.json").read_text().replace("https://bakery.example/", url))
    if score is None:
        del result["categories"]["performance"]
    else:
        result["categories"]["performance"]["score"] = score
    return {"lighthouseResult": result}


class FakePageSpeed:
    """The service: returns the queued `answers`, then `page` for every request, and counts the requests per URL."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.forget()

    def forget(self) -> None:
        """Reset to the state after a start."""
        self.calls: Counter[str] = Counter()
        self.queries: list[dict[str, str]] = []
        self.answers: list[tuple[int, Json, dict[str, str]]] = []
        self.page = stored("small-picture")
        self.holds: threading.Event | None = None

    def scores(self, *scores: float | None, name: str = "small-picture") -> None:
        """Queue one response for each score."""
        self.answers += [(200, stored(name, score=score), {}) for score in scores]

    def fails(self, *statuses: int, **headers: str) -> None:
        """Queue an error response for each status."""
        body = {"error": {"code": 0, "status": "SOME_WORD", "message": f"key={KEY}"}}
        self.answers += [(status, body, headers) for status in statuses]

    def answer(self, query: dict[str, str]) -> tuple[int, Json, dict[str, str]]:
        self.queries.append(query)
        self.calls[query.get("url", "")] += 1
        if self.holds is not None:
            self.holds.wait(30)
        return self.answers.pop(0) if self.answers else (200, deepcopy(self.page), {})


@contextmanager
def running_page_speed() -> Iterator[FakePageSpeed]:
    """A running fake service."""

    def measure(request: Request) -> Response:
        status, body, headers = service.answer(request.args.to_dict())
        response_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return Response(json.dumps(body), status, response_headers, content_type="application/json")

    with HTTPServer("127.0.0.1", threaded=True) as server:
        server.expect_request("/pagespeedonline/v5/runPagespeed").respond_with_handler(measure)
        service = FakePageSpeed(f"http://{server.host}:{server.port}")
        yield service
