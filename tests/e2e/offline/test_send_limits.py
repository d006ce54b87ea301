"""A thousand messages written offline, sent to a server with a send limit for each user."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.e2e import browser_storage
from tests.e2e.conftest import Devices, checked_devices
from tests.e2e.users import MESSAGING, UP_TO_DATE, Agency, BrowserUser
from tests.support.browsers.browser import NO_NETWORK
from tests.support.servers import server

pytestmark = pytest.mark.thorough

COUNT, TYPED_COUNT = 1_000, 5
TEXTS = [f"Number {n}." for n in range(1, COUNT + 1)]
SETTINGS = "/dashboard/settings"
TIME_LIMIT_S = 900  # the test takes half a minute on an idle machine
# The outbox names the pause that the server requests after the first 300 messages of a minute.
LIMITED = re.compile(r"You have sent very many messages\. Sending waits until (\w{3} )?\d{1,2}:\d\d")
AT_MOST_700_WAIT = re.compile(rf"^{UP_TO_DATE}, (\d\d?|[1-6]\d\d|700) messages waiting$")
# The test sends a few messages with the composer, and adds the rest of the thousand as copies of their entries.
QUEUE_MORE = """async ([name, texts]) => {
  const database = await new Promise((done) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => done(request.result)
  })
  const outbox = database.transaction('outbox', 'readwrite').objectStore('outbox')
  const entries = await new Promise((done) => {
    const request = outbox.getAll()
    request.onsuccess = () => done(request.result)
  })
  const last = entries.filter(({ kind }) => kind === 'messages.send').sort((a, b) => a.n - b.n).at(-1)
  const untried = { state: 'queued', attempts: 0, lease: null, error: null, unconfirmed: false }
  texts.forEach((content, index) => {
    const id = last.id.slice(0, -12) + String(index).padStart(12, '0')
    outbox.add({ ...last, ...untried, id, n: last.n + 1 + index, body: { ...last.body, id, content } })
  })
  await new Promise((done) => (outbox.transaction.oncomplete = done))
  database.close()
}"""


class SlowRefillServer(server.Server):
    """Its allowance of a minute refills in 20 minutes, so that the test reaches the limit on a slow machine too."""

    program = "tests.support.servers.slow_refill"


@pytest.fixture(scope="module")
def agency(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agency]:
    """An installation with limits; replaces the shared one."""
    slow_server = SlowRefillServer(
        tmp_path_factory.mktemp("limited"),
        AUTH_RATE_LIMITS="on",
        **server.FOR_TESTS,
        **server.FAST_PASSWORDS,
    )
    slow_server.start()
    yield Agency(slow_server)
    slow_server.stop()


@pytest.fixture
def devices(
    request: pytest.FixtureRequest, browser: Browser, playwright: Playwright, agency: Agency
) -> Iterator[Devices]:
    yield from checked_devices(request, Devices(browser, playwright, agency), agency)


def open_database(agency: Agency) -> sqlite3.Connection:
    return sqlite3.connect(agency.server.data_dir / "pulseboard.sqlite3", timeout=30, isolation_level=None)


def messages_on_server(agency: Agency) -> list[str]:
    """Every message on the server, in the order of its thread."""
    with closing(open_database(agency)) as store:
        return [content for (content,) in store.execute("SELECT content FROM messages ORDER BY created_at, id")]


def let_minutes_pass(agency: Agency) -> None:
    """Refill the allowances if one is nearly used up. Not more often, because the server cannot write meanwhile."""
    with closing(open_database(agency)) as store:
        ((allowance,),) = store.execute("SELECT min(minute_messages) FROM send_allowances")
        if allowance < 100:
            store.execute("UPDATE send_allowances SET minute_messages = 300")


def waiting_after_pause(user: BrowserUser) -> int:
    """Wait until the server has requested a pause; returns the number of waiting messages that the screen shows."""
    user.status.click()
    waiting = user.page.get_by_role("region", name="Waiting to send")
    expect(waiting.get_by_role("listitem").first).to_contain_text(LIMITED, timeout=TIME_LIMIT_S * 1000)
    user.page.keyboard.press("Escape")
    user.sees_status(AT_MOST_700_WAIT)
    match = AT_MOST_700_WAIT.match(user.status.inner_text())
    assert match
    return int(match[1])


@pytest.mark.timeout(TIME_LIMIT_S)
def test_a_thousand_offline_messages_arrive_once_in_order_despite_limits(
    agency: Agency, devices: Devices, tmp_path: Path
) -> None:
    """Two tabs are open. The browser is killed while messages wait, and started again."""
    account = agency.sign_up("Maya Lindqvist")
    evening = account.on(devices.persistent(tmp_path)).with_session()
    evening.opens_thread()
    evening.device.go_offline()
    evening.writes(*TEXTS[:TYPED_COUNT])
    evening.page.evaluate(QUEUE_MORE, [f"portal-u{account.user_id}", TEXTS[TYPED_COUNT:]])
    evening.page.reload()
    evening.sees_status(re.compile(rf"^Offline since .*, {COUNT} messages waiting$"))
    evening.in_tab(evening.device.new_tab(SETTINGS)).sees_status(re.compile(rf"{COUNT} messages waiting$"))

    evening.device.expects("status of 429")
    evening.page.bring_to_front()
    evening.device.go_online()
    waiting_messages = waiting_after_pause(evening)
    evening.device.kill()
    messages = messages_on_server(agency)
    assert messages == TEXTS[: len(messages)]
    assert COUNT - waiting_messages <= len(messages) < COUNT

    morning = account.on(devices.persistent(tmp_path))
    morning.device.expects(f"status of 429|{NO_NETWORK}")
    morning.opens_thread()
    # The settings, because on them the app does not render the conversation for each message.
    other = morning.in_tab(morning.device.new_tab(SETTINGS))
    assert waiting_after_pause(morning) <= waiting_messages

    def is_all_sent() -> bool:
        let_minutes_pass(agency)
        return morning.status.inner_text() == UP_TO_DATE

    morning.device.until(is_all_sent, "all have arrived", TIME_LIMIT_S)
    assert messages_on_server(agency) == TEXTS
    other.sees_status(UP_TO_DATE)
    other.page.goto(agency.url + MESSAGING)
    for user in (morning, other):
        user.sees_all_sent()
        expect(user.thread.last).to_contain_text(TEXTS[-1])
        assert browser_storage.contents(user.page, account.user_id, account.client_id) == TEXTS
