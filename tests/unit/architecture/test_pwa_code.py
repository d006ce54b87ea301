"""The checks of the front end's code: Oxlint's bans and the compiler's strictness each catch a planted breach."""

import re
from pathlib import Path

import pytest

from tests.support.architecture.front_end import front_end, lint, run
from tests.support.architecture.tree import ROOT

# File -> its one wrong line, the rule that catches it, and the advice in the message.
BANNED = {
    "src/ui/fetch.ts": (
        "await fetch('/rest/v1/clients')",
        "eslint(no-restricted-globals)",
        "Call the typed client in api/",
    ),
    "src/ui/window-fetch.ts": (
        "await window.fetch('/x')",
        "eslint(no-restricted-properties)",
        "Call the typed client in api/",
    ),
    "src/sync/store.ts": ("localStorage.clear()", "eslint(no-restricted-globals)", "lib/storage.ts"),
    "src/sync/window-store.ts": ("window.sessionStorage.clear()", "eslint(no-restricted-properties)", "lib/storage.ts"),
    "src/sync/clock.ts": ("export const at = Date.now()", "pulseboard(no-restricted-syntax)", "lib/time/clock.ts"),
    "src/sync/date.ts": ("export const at = new Date()", "pulseboard(no-restricted-syntax)", "lib/time/clock.ts"),
    "src/features/date-text.ts": ("export const at = Date()", "pulseboard(no-restricted-syntax)", "lib/time/clock.ts"),
    "src/service-worker/counter.ts": (
        "export const at = performance.now()",
        "pulseboard(no-restricted-syntax)",
        "lib/time/clock.ts",
    ),
    "src/lib/text/today.ts": (
        "export const at = new Intl.DateTimeFormat().format()",
        "pulseboard(no-restricted-syntax)",
        "lib/time/clock.ts",
    ),
    "src/features/rows.ts": (
        "import { liveQuery } from 'dexie'\nexport const rows = liveQuery(() => 1)",
        "pulseboard(no-restricted-syntax)",
        "followQuery of db/follow.ts",
    ),
    "src/sync/commits.ts": (
        "import { Dexie } from 'dexie'\nexport const commits = Dexie.on.storagemutated",
        "pulseboard(no-restricted-syntax)",
        "followQuery of db/follow.ts",
    ),
    "src/sync/chunk.ts": (
        "export const store = import('dexie').then(({ Dexie }) => new Dexie('store').open())",
        "pulseboard(no-restricted-syntax)",
        "Give the import a function of its own",
    ),
    "src/features/date-format.ts": (
        "export const day = new Intl.DateTimeFormat('en-US', { day: 'numeric' })",
        "pulseboard(no-restricted-syntax)",
        "of lib/text",
    ),
    "src/ui/number-format.ts": (
        "export const text = (1204).toLocaleString('en-US')",
        "pulseboard(no-restricted-syntax)",
        "of lib/text",
    ),
    "src/app/day-text.ts": (
        "export const day = (at: Date) => at.toDateString()",
        "pulseboard(no-restricted-syntax)",
        "of lib/text",
    ),
    "src/app/ask.ts": ("export const sure = confirm('?')", "eslint(no-restricted-globals)", "ui/overlay/dialog.tsx"),
    "src/db/any.ts": ("export const row: any = 1", "typescript(no-explicit-any)", "Specify a different type"),
    "src/lib/log.ts": ("console.log('here')", "eslint(no-console)", "Unexpected console"),
    "src/lib/loose.ts": ("export const same = (a: number) => a == 1", "eslint(eqeqeq)", "==="),
    "src/sync/floating.ts": ("Promise.resolve(1)", "typescript(no-floating-promises)", "must be awaited"),
    "src/lib/never.ts": (
        "export const name = (text: string) => text ?? ''",
        "typescript(no-unnecessary-condition)",
        "left-hand side of `??`",
    ),
    "src/ui/hooks/conditional.ts": (
        "import { useState } from 'react'\nexport const useText = (on: boolean) => (on ? useState('') : null)",
        "react-hooks(rules-of-hooks)",
        "conditionally",
    ),
    "src/ui/hooks/stale.ts": (
        "import { useEffect } from 'react'\nexport function useTitle(title: string) {\n  useEffect(() => {\n    document.title = title\n  }, [])\n}",
        "react-hooks(exhaustive-deps)",
        "missing",
    ),
    "src/lib/long.ts": ("export {}\n" * 251, "eslint(max-lines)", "too many lines"),
}
# The compiler's error code -> code that it rejects.
LOOSE = {
    "TS2375": "export const row: { name?: string } = { name: undefined }",
    "TS2322": "export const first: string = ['a'][0]",
    "TS7006": "export const upper = (text) => String(text)",
    "TS7030": "export function sign(n: number) {\n  if (n > 0) return 1\n}",
    "TS6133": "const unused = 1\nexport {}",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {name: f"// Planted.\n{line}\n" for name, (line, _, _) in BANNED.items()}
    files |= {f"src/loose/{code}.ts": f"// Planted.\n{text}\n" for code, text in LOOSE.items()}
    return front_end(tmp_path_factory.mktemp("pwa"), files)


@pytest.fixture(scope="module")
def problems(root: Path) -> list[tuple[str, str, str]]:
    return lint(root, *sorted({name.rsplit("/", 1)[0] for name in BANNED}))


@pytest.fixture(scope="module")
def compiled(root: Path) -> str:
    return run(root, "../typescript-native/bin/tsc", "--noEmit", "-p", "tsconfig.app.json").stdout


@pytest.mark.parametrize("name", BANNED)
def test_a_banned_call_is_reported_with_its_alternative(name: str, problems: list[tuple[str, str, str]]) -> None:
    _, rule, advice = BANNED[name]
    reported = [(reported_rule, message) for file, reported_rule, message in problems if file == name]
    assert [advice in message for reported_rule, message in reported if reported_rule == rule] == [True], reported


@pytest.mark.parametrize("code", LOOSE)
def test_loose_types_are_rejected(code: str, compiled: str) -> None:
    assert re.search(rf"src/loose/{code}\.ts\(\d+,\d+\): error {code}:", compiled), compiled


def test_one_file_lists_where_each_ban_is_lifted() -> None:
    """Only api/ fetches, lib/storage.ts stores, lib/time/clock.ts reads the time, lib/text formats dates and numbers,
    and db/ observes the replica.
    """
    text = (ROOT / "pwa/oxlint.config.ts").read_text(encoding="utf-8")
    lifted = re.findall(r"files: \[(.*?)\],\s+rules: bans\(\{ (.*?) \}\)", text)
    assert lifted == [
        ("'src/api/**/*.ts'", "fetch: true"),
        ("'src/lib/storage.ts'", "storage: true"),
        ("'src/lib/time/clock.ts'", "clock: true"),
        ("'src/lib/text/**/*.ts'", "formats: true"),
        ("'src/db/*.ts'", "follow: true"),
        (
            "'src/**/*.test.{ts,tsx}', 'src/testing/**'",
            "storage: true, fetch: true, clock: true, formats: true, follow: true",
        ),
    ]
