"""Runs Lighthouse on one of the product's pages."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.support.browsers.browser import chromium
from tests.support.servers.server import ROOT

LIGHTHOUSE = ROOT / "deploy/lighthouse/node_modules/.bin/lighthouse"
MAX_ATTEMPTS = 3


def report(url: str, categories: Sequence[str], *options: str) -> dict[str, Any]:
    """Lighthouse's JSON for one visit. Repeats a visit without a result, as happens on a busy machine.

    Raises RuntimeError after `MAX_ATTEMPTS` visits without a result.
    """
    env = os.environ | {"CHROME_PATH": chromium()}
    with TemporaryDirectory(prefix="pulseboard-scores-") as folder:
        # Lighthouse writes to a file, because it ends before it has written more than 64 kB to a pipe.
        path = Path(folder, "report.json")
        output = ("--output=json", f"--output-path={path}", "--quiet")
        command = [str(LIGHTHOUSE), url, f"--only-categories={','.join(categories)}", *output, *options]
        for _ in range(MAX_ATTEMPTS):
            done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=180)
            result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
            if result and "runtimeError" not in result:
                return result
    raise RuntimeError(f"Lighthouse has no result for {url}: {done.stderr}")


def scores(result: dict[str, Any], categories: Sequence[str]) -> list[int]:
    """The scores of a visit, 0 to 100, in the order of `categories`."""
    return [round(100 * result["categories"][each]["score"]) for each in categories]
