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
    page = browser.new_page()
    page.goto(f"{agency.url}/auth")
    page.evaluate(PLANT)
    assert page.evaluate("() => window.planted") is None
    log = agency.server.data_dir / LOG
    assert eventually(lambda: LINE in log.read_text(encoding="utf-8"))
    page.close()
