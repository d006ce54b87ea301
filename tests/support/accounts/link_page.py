"""The page behind the link of a mail, as its reader meets it: the form is read, and its button pressed."""

from datetime import timedelta
from html.parser import HTMLParser

import httpx

from core.clock import now
from tests.support.accounts.api import execute
from tests.support.mail.mailbox import Letter

BY_A_PERSON = {"Sec-Fetch-Site": "same-origin", "Origin": "null"}


class Form(HTMLParser):
    """Where the one form of a page leads, and what its fields hold."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action, self.fields = "", dict[str, str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: text or "" for name, text in attrs}
        if tag == "form":
            assert (self.action, said["method"]) == ("", "post")
            self.action = said["action"]
        if tag == "input":
            assert said["type"] == "hidden"
            self.fields[said["name"]] = said["value"]

    @property
    def path(self) -> str:
        """The action as the doors of a test take it."""
        return self.action.removeprefix("/auth/v1")


async def shown(http: httpx.AsyncClient, path: str) -> httpx.Response:
    """The page behind a link."""
    page = await http.get(path)
    assert (page.status_code, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8"), page.text
    return page


async def pressed(http: httpx.AsyncClient, letter: Letter) -> httpx.Response:
    """What the button behind the link of a mail answers."""
    return await press(http, (await shown(http, letter.path)).text)


async def press(http: httpx.AsyncClient, page: str, **more: str) -> httpx.Response:
    """What the button of a page answers; `more` are headers."""
    form = Form(page)
    return await http.post(form.path, data=form.fields, headers={**BY_A_PERSON, **more})


async def a_while_later() -> None:
    """Everything that a press has left becomes a minute older."""
    before = now() - timedelta(minutes=1)
    await execute("UPDATE sessions SET created_at = %s", before)
    await execute("UPDATE flow_states SET code_issued_at = %s", before)
    await execute("UPDATE one_time_tokens SET created_at = %s WHERE slot = 'agreed'", before)
