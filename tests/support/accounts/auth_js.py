"""The public sign-in client, unmodified, in tabs that one Node process runs against one server."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

NODE = Path(sys.executable).with_name("node")
PROGRAM = Path(__file__).with_suffix(".mjs")
STORED_AS = "sb-test-auth-token"
SECRETS = {"access_token", "refresh_token", "provider_token", "secret"}

Json = dict[str, Any]


class ClientError(NamedTuple):
    """An error as the client reports it."""

    name: str
    status: int | None
    code: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a call; `reasons` explain why a password is weak."""

    data: Any
    error: ClientError | None
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """A method of the client with its arguments, to be called in one tab."""

    tab: "Tab"
    method: str
    given: tuple[Any, ...]


class Tab:
    """One client with its own storage."""

    def __init__(self, tabs: "Tabs", name: int) -> None:
        self._tabs, self.name = tabs, name

    def call(self, method: str, *given: object) -> Answer:
        """Call a method, such as `mfa.enroll`; returns its data and its error."""
        [answer] = self._tabs.at_once(self.calling(method, *given))
        return answer

    def done(self, method: str, *given: object) -> Any:
        """The data of a call that must succeed."""
        answer = self.call(method, *given)
        assert answer.error is None, answer.error
        return answer.data

    def calling(self, method: str, *given: object) -> Call:
        """A call for `Tabs.at_once`."""
        return Call(self, method, given)

    def session(self) -> Json:
        """The stored session."""
        return dict(json.loads(self.stored()[STORED_AS]))

    def stored(self) -> dict[str, str]:
        return dict(self._tabs.request("state", self.name)["stored"])

    def events(self) -> list[str]:
        """The events that the client has emitted, oldest first."""
        return list(self._tabs.request("state", self.name)["events"])

    def requests(self) -> list[str]:
        """The client's requests to the server, such as `GET /user`."""
        return list(self._tabs.request("state", self.name)["requests"])


class Tabs:
    """The Node process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._names = count()
        self.handed_out: set[str] = set()  # every token and secret that a client has received so far

    def open(self, *, like: Tab | None = None, content: dict[str, str] | None = None, flow: str = "pkce") -> Tab:
        """A new tab with an empty storage, a copy of another tab's storage, or this content."""
        name = next(self._names)
        self.request("open", {"name": name, "content": like.stored() if like else content or {}, "flowType": flow})
        return Tab(self, name)

    def at_once(self, *calls: Call) -> list[Answer]:
        """Make all calls concurrently; returns their results."""
        answers = self.request("calls", [[call.tab.name, call.method, *call.given] for call in calls])
        return [_answer(one) for one in answers]

    def request(self, command: str, arguments: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([command, arguments]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        self.handed_out |= set(secrets_in(answer))
        return answer


@contextmanager
def running_tabs(url: str) -> Iterator[Tabs]:
    """The Node process, which ends when its standard input is closed."""
    command = [str(NODE), str(PROGRAM), url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Tabs(process)


def secrets_in(answer: object) -> Iterator[str]:
    """The secrets in a result, at any depth."""
    for name, value in answer.items() if isinstance(answer, dict) else ():
        if isinstance(value, str) and (name in SECRETS or name.endswith("-code-verifier")):
            yield value.strip('"').partition("/")[0]
    for inner in answer.values() if isinstance(answer, dict) else answer if isinstance(answer, list) else ():
        yield from secrets_in(inner)


def _answer(response: Json) -> Answer:
    error = response["error"]
    if error is None:
        return Answer(response["data"], None)
    client_error = ClientError(error["name"], error.get("status"), error.get("code"), error["message"])
    return Answer(response["data"], client_error, tuple(error.get("reasons") or ()))
