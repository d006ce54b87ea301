"""The page that a mailed link opens: reads its form and presses its button, as the recipient does."""

from datetime import timedelta
from html.parser import HTMLParser

import httpx

from core.clock import now
from tests.support.accounts.api import execute
from tests.support.mail.mailbox import Mail

FROM_BROWSER = {"Sec-Fetch-Site": "same-origin", "Origin": "null"}


class Form(HTMLParser):
    """The action and the fields of a page's only form."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action, self.fields = "", dict[str, str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: text or "" for name, text in attrs}
        if tag == "form":
            assert (self.action, attributes["method"]) == ("", "post")
            self.action = attributes["action"]
        if tag == "input":
            assert attributes["type"] == "hidden"
            self.fields[attributes["name"]] = attributes["value"]

    @property
    def path(self) -> str:
        """The action without `/auth/v1`, which is in the base URL of the tests' HTTP client."""
        return self.action.removeprefix("/auth/v1")


async def shown(http: httpx.AsyncClient, path: str) -> httpx.Response:
    """The page that a link opens."""
    page = await http.get(path)
    assert (page.status_code, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8"), page.text
    return page


async def pressed(http: httpx.AsyncClient, mail: Mail) -> httpx.Response:
    """Open the link of a mail and press the page's button; returns the response."""
    return await press(http, (await shown(http, mail.path)).text)


async def press(http: httpx.AsyncClient, page: str, **more: str) -> httpx.Response:
    """Press the button of a page; `more` are headers."""
    form = Form(page)
    return await http.post(form.path, data=form.fields, headers={**FROM_BROWSER, **more})


async def make_rows_older() -> None:
    """Make the rows that a press of the button has written one minute older."""
    before = now() - timedelta(minutes=1)
    await execute("UPDATE sessions SET created_at = %s", before)
    await execute("UPDATE flow_states SET code_issued_at = %s", before)
    await execute("UPDATE one_time_tokens SET created_at = %s WHERE slot = 'agreed'", before)
