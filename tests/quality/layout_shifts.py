"""Sums the browser's layout-shift scores while a screen loads: the second half of `make looks`.

It opens each screen on a device that has stored nothing (cold) and once more (warm), on a phone and a desktop, with the
latency of a mobile network.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.bench.harness.results import commit, machine
from tests.quality.screens.all_screens import ANA, MAYA, PASSWORD, signed_in
from tests.support.browsers.app_screens import NO_CLIENT, SCREENS, Role
from tests.support.browsers.browser import DESKTOP, PHONE, Kind, launch
from tests.support.servers.server import Server

RESULTS = Path(__file__).parent / "results"
# Google rates a score of up to 0.1 as good.
SHIFT_MAX = 0.02
LATENCY_MS = 100
# The IndexedDB database that stores a session.
SESSIONS = "portal-auth"
LOADS = ("cold", "warm")
KINDS: tuple[Kind, ...] = ("phone", "desktop")
EMAILS: dict[Role, str] = {"client": MAYA, "admin": ANA}
PUBLIC = ("/", "/pricing", "/terms", "/privacy", "/auth")
COLUMNS = [f"{kind}, {load}" for kind, load in product(KINDS, LOADS)]

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}

# Records each shift without recent input, with the elements that moved.
RECORD_SHIFTS = """
  window.shifts = []
  const describe = ({ node, previousRect: a, currentRect: b }) => {
    const one = node?.nodeType === 1 ? node : node?.parentElement
    const what = `<${one?.localName} ${one?.className}> ${node?.textContent?.slice(0, 40) ?? ''}`
    return `${what} ${Math.round(a.x)},${Math.round(a.y)} ${Math.round(a.width)}x${Math.round(a.height)}` +
      ` -> ${Math.round(b.x)},${Math.round(b.y)} ${Math.round(b.width)}x${Math.round(b.height)}`
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, sources: sources.map(describe) })
  }).observe({ type: 'layout-shift', buffered: true })
"""
# The screen has text and shows no loading placeholder.
IS_LOADED = """() => document.querySelector('main')?.textContent && !document.querySelector('main .animate-shimmer')"""


def main() -> int:
    """Returns exit code 0 if every sum is at most `SHIFT_MAX`. Words select the screens whose names contain one."""
    scores_by_screen: dict[str, dict[str, float]] = {}
    expect.set_options(timeout=30_000)
    with ExitStack() as stack:
        server = Server(Path(stack.enter_context(TemporaryDirectory(prefix="pulseboard-shifts-"))), DEMO="1")
        server.start()
        stack.callback(server.stop)
        browser = launch(stack.enter_context(sync_playwright()))
        sessions = {role: session_of(browser, server.url, email) for role, email in EMAILS.items()}
        client_id = client_id_of_maya(server.url)
        for kind in KINDS:
            for name, session, address in screens(sessions):
                if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
                    continue
                url = server.url + address.replace(NO_CLIENT, client_id)
                scores_by_screen.setdefault(name, {}).update(measure(browser, url, kind, session))
                print(name, scores_by_screen[name], flush=True)
        browser.close()
    worst = max(score for scores in scores_by_screen.values() for score in scores.values())
    print(f"{len(scores_by_screen)} screens, the worst moves by {worst:.3f}")
    if not sys.argv[1:]:
        write_results(scores_by_screen)
    return 1 if worst > SHIFT_MAX else 0


def screens(sessions: dict[Role, Any]) -> Iterator[tuple[str, Any, str]]:
    """The name, session and address of every screen."""
    for address in PUBLIC:
        yield address, None, address
    for screen in SCREENS:
        name = screen.address.replace(NO_CLIENT, "…")
        yield f"{name} ({screen.role})", sessions[screen.role], screen.address


def session_of(browser: Browser, url: str, email: str) -> Any:
    """The browser storage of a signed-in user, reduced to the session."""
    context = browser.new_context(base_url=url)
    signed_in(context.new_page(), email)
    state: Any = context.storage_state(indexed_db=True)
    context.close()
    # Remove the traces of an earlier replica too, because the app would report its loss.
    state["cookies"] = []
    for origin in state["origins"]:
        origin["localStorage"] = []
        origin["indexedDB"] = [each for each in origin["indexedDB"] if each["name"] == SESSIONS]
    return state


def client_id_of_maya(url: str) -> str:
    """The client id of the demo's user MAYA."""
    with httpx.Client(base_url=url, timeout=60) as http:
        credentials = {"email": MAYA, "password": PASSWORD}
        token = http.post("/auth/v1/token?grant_type=password", json=credentials).json()["access_token"]
        client: Any = http.get("/rest/v1/clients", headers={"Authorization": f"Bearer {token}"}).json()
        return str(client["data"]["id"])


def measure(browser: Browser, address: str, kind: Kind, session: Any) -> dict[str, float]:
    """The summed layout-shift score of each load of this screen, by kind and load."""
    options: dict[str, Any] = {"viewport": DESKTOP} if kind == "desktop" else {"viewport": PHONE, **TOUCH}
    context = browser.new_context(**options, **({} if session is None else {"storage_state": session}))
    context.add_init_script(RECORD_SHIFTS)
    page = context.new_page()
    slow_down(context, page)
    scores = {}
    for load in LOADS:
        page.goto(address)
        page.wait_for_function(IS_LOADED)
        if session is not None and page.locator("header [role=status]").count():
            expect(page.locator("header [role=status]")).to_have_text("Up to date")
        page.wait_for_load_state("networkidle")
        page.wait_for_function(IS_LOADED)
        shifts = page.evaluate("() => window.shifts")
        scores[f"{kind}, {load}"] = round(sum(each["value"] for each in shifts), 3)
        for shift in shifts:
            if sys.argv[1:]:
                print(f"   {load} {shift['value']:.4f}", *shift["sources"], sep="\n      ")
    context.close()
    return scores


def slow_down(context: BrowserContext, page: Page) -> None:
    """Give the page the latency and bandwidth of a mobile network."""
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY_MS, "downloadThroughput": 1_000_000, "uploadThroughput": 500_000},
    )


def write_results(scores_by_screen: dict[str, dict[str, float]]) -> None:
    """Write the result over that of the last run."""
    lines = [
        "# How far screens move while they load",
        "",
        f"{datetime.now(UTC).date().isoformat()}, commit {commit()}, {machine()}.",
        "",
        f"`make looks`: the sum of all layout shifts of a load over a line with {LATENCY_MS} ms latency, on a device that",
        f"has stored nothing (cold) and once more (warm). At most {SHIFT_MAX} may be; Google calls up to 0.1 good.",
        "",
        f"| screen | {' | '.join(COLUMNS)} |",
        f"| --- |{' ---: |' * len(COLUMNS)}",
        *(
            f"| {name} | {' | '.join(f'{scores[one]:.3f}' for one in COLUMNS)} |"
            for name, scores in scores_by_screen.items()
        ),
    ]
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "shifts.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
