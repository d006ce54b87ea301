"""Runs the front end's tools on planted breaches, with the settings of pwa/."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.architecture.planting import plant
from tests.support.architecture.tree import ROOT

PWA = ROOT / "pwa"
SETTINGS = ("*.json", "*.js", "*.ts", ".dependency-cruiser.cjs")


def front_end(root: Path, files: dict[str, str]) -> Path:
    """The tools and settings of pwa/ in `root`, with only `files` as sources."""
    for pattern in SETTINGS:
        for path in PWA.glob(pattern):
            shutil.copy(path, root)
    shutil.copytree(PWA / "lint", root / "lint")
    (root / "node_modules").symlink_to(PWA / "node_modules")
    return plant(root, files)


def run(root: Path, tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One of the tools in node_modules, started in `root`."""
    return _start(root, str(root / "node_modules/.bin" / tool), *arguments)


def folder_circles(root: Path) -> list[str]:
    """The import circles that `npm run imports` reports, such as `src/lib: ids, text`."""
    start = "error no-folder-circles: "
    return [line.removeprefix(start) for line in imports(root) if line.startswith(start)]


def imports(root: Path) -> list[str]:
    """The lines that `npm run imports` prints: it fails exactly if it prints a problem."""
    done = _start(root, "node", "lint/imports.js")
    assert (done.stderr, done.returncode) == ("", 1 if done.stdout else 0), done.stdout + done.stderr
    return done.stdout.splitlines()


def _start(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    node = Path(sys.executable).parent  # the Makefile puts Node beside Python
    env = os.environ | {"PATH": f"{node}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, timeout=120, check=False)


def report(root: Path, tool: str, *arguments: str) -> dict[str, Any]:
    """The JSON report of a tool."""
    done = run(root, tool, *arguments)
    assert done.stdout.startswith("{"), done.stdout + done.stderr
    output: dict[str, Any] = json.loads(done.stdout)
    return output


def lint(root: Path, *paths: str) -> list[tuple[str, str, str]]:
    """The problems that Oxlint reports, as (file, rule, message with its help), in the order of the lines."""
    problems = report(root, "oxlint", "-f", "json", *paths)["diagnostics"]
    problems.sort(key=lambda each: (each["filename"], each["labels"][0]["span"]["offset"] if each["labels"] else 0))
    return [(each["filename"], each["code"], f"{each['message']} {each.get('help', '')}".strip()) for each in problems]
