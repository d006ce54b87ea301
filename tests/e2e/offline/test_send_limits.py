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

COUNT, TYPED = 1_000, 5
TEXTS = [f"Number {n}." for n in range(1, COUNT + 1)]
SETTINGS = "/dashboard/settings"
WAIT_S = 900  # the test takes half a minute on an idle machine
LIMITED = re.compile(r"You have sent very many messages\. Sending waits until (\w{3} )?\d{1,2}:\d\d")
AFTER_300 = re.compile(rf"^{UP_TO_DATE}, (\d\d?|[1-6]\d\d|700) messages waiting$")
# The test sends a few messages with the composer, and adds the rest of the thousand as copies of their entries.
STORE_MORE = """async ([name, texts]) => {
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


class Slow(server.Server):
    program = "tests.support.servers.slow_refill"


@pytest.fixture(scope="module")
def agency(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agency]:
    """An installation with limits; replaces the shared one."""
    slow_server = Slow(
        tmp_path_factory.mktemp("limited"),
        DEMO="0",
        AUTH_AUTOCONFIRM="1",
        AUTH_RATE_LIMITS="on",
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


def stored(agency: Agency) -> sqlite3.Connection:
    return sqlite3.connect(agency.server.data_dir / "pulseboard.sqlite3", timeout=30, isolation_level=None)


def arrived(agency: Agency) -> list[str]:
    """Every message on the server, in the order of its thread."""
    with closing(stored(agency)) as store:
        return [content for (content,) in store.execute("SELECT content FROM messages ORDER BY created_at, id")]


def let_minutes_pass(agency: Agency) -> None:
    """Refill the senders' allowances, but only if they are nearly used, because the server cannot write meanwhile."""
    with closing(stored(agency)) as store:
        ((left,),) = store.execute("SELECT min(minute_messages) FROM send_allowances")
        if left < 100:
            store.execute("UPDATE send_allowances SET minute_messages = 300")


def waits_for_the_server(user: BrowserUser) -> int:
    """The number of queued messages that the screen shows once the server has requested a pause."""
    user.status.click()
    waiting = user.page.get_by_role("region", name="Waiting to send")
    expect(waiting.get_by_role("listitem").first).to_contain_text(LIMITED, timeout=WAIT_S * 1000)
    user.page.keyboard.press("Escape")
    user.sees_status(AFTER_300)
    match = AFTER_300.match(user.status.inner_text())
    assert match
    return int(match[1])


@pytest.mark.timeout(WAIT_S)
def test_a_thousand_offline_messages_arrive_once_in_order_despite_limits(
    agency: Agency, devices: Devices, tmp_path: Path
) -> None:
    """Two tabs are open. The browser is killed while messages wait, and started again."""
    account = agency.sign_up("Maya Lindqvist")
    evening = account.on(devices.persistent(tmp_path)).with_session()
    evening.opens_thread()
    evening.device.go_offline()
    evening.writes(*TEXTS[:TYPED])
    evening.page.evaluate(STORE_MORE, [f"portal-u{account.user_id}", TEXTS[TYPED:]])
    evening.page.reload()
    evening.sees_status(re.compile(rf"^Offline since .*, {COUNT} messages waiting$"))
    evening.in_tab(evening.device.new_tab(SETTINGS)).sees_status(re.compile(rf"{COUNT} messages waiting$"))

    evening.device.expects("status of 429")
    evening.page.bring_to_front()
    evening.device.go_online()
    left = waits_for_the_server(evening)
    evening.device.kill()
    messages = arrived(agency)
    assert messages == TEXTS[: len(messages)]
    assert COUNT - left <= len(messages) < COUNT

    morning = account.on(devices.persistent(tmp_path))
    morning.device.expects(f"status of 429|{NO_NETWORK}")
    morning.opens_thread()
    # The settings, because on them the app does not render the conversation for each message.
    other = morning.in_tab(morning.device.new_tab(SETTINGS))
    assert waits_for_the_server(morning) <= left

    def is_all_sent() -> bool:
        let_minutes_pass(agency)
        return morning.status.inner_text() == UP_TO_DATE

    morning.device.until(is_all_sent, "all have arrived", WAIT_S)
    assert arrived(agency) == TEXTS
    other.sees_status(UP_TO_DATE)
    other.page.goto(agency.url + MESSAGING)
    for user in (morning, other):
        user.sees_all_sent()
        expect(user.thread.last).to_contain_text(TEXTS[-1])
        assert browser_storage.contents(user.page, account.user_id, account.client_id) == TEXTS
