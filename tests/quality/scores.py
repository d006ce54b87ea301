"""Runs Lighthouse for a phone on the public pages, because the agency sells such scores: half of `make scores`."""

import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.harness.results import Figure, write_results
from tests.quality.lighthouse import report
from tests.support.servers.server import FOR_TESTS, Server

RESULTS = Path(__file__).parent / "results"
ROUNDS = 3
PAGES = {"landing page": "/", "pricing": "/pricing"}
CATEGORIES = {
    "performance": "performance",
    "accessibility": "accessibility",
    "best-practices": "best practices",
    "seo": "SEO",
}
# The delays that a visitor notices, as measured by Lighthouse's simulated phone on a slow network.
AUDITS = {
    "first-contentful-paint": ("FCP", "ms"),
    "largest-contentful-paint": ("LCP", "ms"),
    "total-blocking-time": ("TBT", "ms"),
    "cumulative-layout-shift": ("CLS", ""),
    "total-byte-weight": ("transferred", "bytes"),
}
# --no-sandbox: Chromium's sandbox does not work for root, and these pages are our own.
SWITCHES = "--headless=new --no-sandbox --disable-gpu --disable-background-networking --no-first-run"


def main() -> int:
    """Returns exit code 0 if the median of every page is 100 in every category."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="pulseboard-scores-")))
        server = Server(folder, **FOR_TESTS)
        server.start()
        stack.callback(server.stop)
        figures = [figure for name, path in PAGES.items() for figure in figures_of_page(name, server.url + path)]
    for figure in figures:
        print(f"{'ok  ' if figure.holds else 'MISS'} {figure.label}: {figure.value:g} {figure.unit}")
    write_results(
        "lighthouse", "Lighthouse on our own pages", "make scores", figures, f"Medians of {ROUNDS}, a phone.", RESULTS
    )
    return 0 if all(each.holds for each in figures) else 1


def figures_of_page(name: str, url: str) -> list[Figure]:
    """The four scores of a page, and the metrics behind the performance score."""
    reports = [report(url, list(CATEGORIES), f"--chrome-flags={SWITCHES}") for _ in range(ROUNDS)]
    figures = []
    for category, label in CATEGORIES.items():
        scores = [round(100 * each["categories"][category]["score"]) for each in reports]
        figures.append(Figure(f"{name}, {label}", median(scores), "of 100", at_least=100, rounds=scores))
    for audit, (label, unit) in AUDITS.items():
        values = [float(each["audits"][audit]["numericValue"]) for each in reports]
        figures.append(Figure(f"{name}, {label}", median(values), unit, rounds=values))
    return figures


if __name__ == "__main__":
    sys.exit(main())
