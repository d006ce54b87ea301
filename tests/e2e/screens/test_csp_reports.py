"""A script that the Content-Security-Policy blocks in a real browser is reported to the server."""

from playwright.sync_api import Browser

from tests.e2e.users import Agency
from tests.support.servers.crash_harness import eventually
from tests.support.servers.server import LOG

LINE = "A browser blocked a resource of a page: script-src-elem, inline"
PLANT = """() => {
  const script = document.createElement('script')
  script.textContent = 'window.planted = true'
  document.body.append(script)
}"""


def test_a_planted_script_does_not_run_and_is_reported(agency: Agency, browser: Browser) -> None:
    """The server logs a kind of violation once an hour, so no other browser test may cause this one."""
    log = agency.server.data_dir / LOG
    before = log.stat().st_size
    page = browser.new_page()
    page.goto(f"{agency.url}/auth")
    page.evaluate(PLANT)
    assert page.evaluate("() => window.planted") is None
    assert eventually(lambda: LINE in log.read_bytes()[before:].decode())
    page.close()
