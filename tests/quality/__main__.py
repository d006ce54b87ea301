"""`make looks`: checks every screen in every state on a phone and a desktop, at every size and in both schemes.

One list of screens feeds the checks, the budget of long tasks, and the catalogue of pictures.
"""

import sys
from collections import Counter
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from tests.bench.harness.results import commit, machine
from tests.quality.catalogue import Catalogue
from tests.quality.screens.accounts import AUTH_SCREENS
from tests.quality.screens.admin import ADMIN_SCREENS
from tests.quality.screens.all_screens import COMMON_SCREENS
from tests.quality.screens.billing import BILLING_SCREENS
from tests.quality.screens.chatbots import CHATBOT_SCREENS
from tests.quality.screens.dashboard import DASHBOARD_SCREENS
from tests.quality.screens.google import GOOGLE_SCREENS
from tests.quality.screens.messaging import MESSAGING_SCREENS
from tests.quality.screens.performance import PERFORMANCE_SCREENS
from tests.quality.screens.reports import REPORT_SCREENS
from tests.quality.screens.settings import SETTINGS_SCREENS
from tests.quality.throttle import Throttle
from tests.support.browsers.accessibility import SCHEMES, faults, unseen_focus
from tests.support.browsers.browser import DESKTOP, PHONE, Kind, launch
from tests.support.servers.server import Server

RESULTS = Path(__file__).parent / "results"
CATALOGUE = Path(__file__).parent / "catalogue"  # 30 MB, not committed
MAX_TASK_MS = 100
# A phone, the narrowest phone and a tablet; a desktop, a small laptop and a desktop at 200 % zoom.
SIZES: dict[Kind, tuple[ViewportSize, ...]] = {
    "phone": (PHONE, {"width": 320, "height": 640}, {"width": 768, "height": 1024}),
    "desktop": (DESKTOP, {"width": 1024, "height": 768}, {"width": 720, "height": 450}),
}
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def main() -> int:
    """Returns exit code 0 if no screen has a fault. Words as arguments select the screens whose names contain one."""
    faults_by_screen: dict[str, list[str]] = {}
    views: Counter[str] = Counter()
    tasks: Counter[str] = Counter()
    catalogue = Catalogue(CATALOGUE)
    expect.set_options(timeout=20_000)
    with ExitStack() as stack:
        server = Server(Path(stack.enter_context(TemporaryDirectory(prefix="pulseboard-looks-"))), DEMO="1")
        server.start()
        stack.callback(server.stop)
        browser = launch(stack.enter_context(sync_playwright()))
        throttle = Throttle(browser)
        for kind, sizes in SIZES.items():

            def open_page(kind: Kind, **options: Any) -> Page:
                touch_options = TOUCH if kind == "phone" else {}
                context = browser.new_context(base_url=server.url, viewport=SIZES[kind][0], **touch_options, **options)
                page = context.new_page()
                throttle.add(page)
                return page

            for states_of in (
                *COMMON_SCREENS,
                *MESSAGING_SCREENS,
                *SETTINGS_SCREENS,
                *AUTH_SCREENS,
                *PERFORMANCE_SCREENS,
                *REPORT_SCREENS,
                *BILLING_SCREENS,
                *GOOGLE_SCREENS,
                *DASHBOARD_SCREENS,
                *ADMIN_SCREENS,
                *CHATBOT_SCREENS,
            ):
                throttle.on()
                for name, page in states_of(open_page, kind):
                    if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
                        continue
                    longest = throttle.off()
                    tasks[name] = max(tasks[name], longest)
                    catalogue.add(name, kind, page)
                    problems = [f"a task of {longest} ms"] if longest > MAX_TASK_MS else []
                    problems += faults(page, sizes) + (unseen_focus(page) if kind == "desktop" else [])
                    faults_by_screen.setdefault(name, []).extend(f"{kind}, {problem}" for problem in problems)
                    views[name] += len(sizes) * len(SCHEMES)
                    print(f"{len(problems):3} {kind}: {name}", *problems, sep="\n      ", flush=True)
                    throttle.on()
                throttle.off()
                throttle.forget()
                for context in browser.contexts:
                    context.close()
        browser.close()
    total = sum(map(len, faults_by_screen.values()))
    print(f"{len(faults_by_screen)} screens, {sum(views.values())} views, {total} faults")
    print(f"pictures: {catalogue.write()}")
    if not sys.argv[1:]:
        write_results(faults_by_screen, views, tasks)
    return 1 if total else 0


def write_results(faults_by_screen: dict[str, list[str]], views: Counter[str], tasks: Counter[str]) -> None:
    """Write the result over that of the last run."""
    total = sum(map(len, faults_by_screen.values()))
    widths = ", ".join(str(size["width"]) for sizes in SIZES.values() for size in sizes)
    lines = [
        "# Checks of every screen",
        "",
        f"{datetime.now(UTC).date().isoformat()}, commit {commit()}, {machine()}.",
        "",
        f"`make looks`: axe with all its rules, in light and dark, at {widths} px; touch targets of 44 px,",
        "mouse targets of 24 px; nothing wider than its place; the focus visible wherever Tab leads; no task of the main",
        f"thread over {MAX_TASK_MS} ms on the way to the state, with the processor at a quarter of its speed.",
        "",
        "| screen | views | longest task, ms | faults |",
        "| --- | ---: | ---: | ---: |",
        *(
            f"| {name} | {views[name]} | {tasks[name]} | {len(problems)} |"
            for name, problems in faults_by_screen.items()
        ),
        f"| **{len(faults_by_screen)} screens** | **{sum(views.values())}** | **{max(tasks.values())}** | **{total}** |",
    ]
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "screens.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
