"""The checks of the front end's code: ESLint's bans and the compiler's strictness each catch a planted breach."""

import re
from pathlib import Path

import pytest

from tests.support.architecture.front_end import front_end, report, run
from tests.support.architecture.tree import ROOT

# File -> its one wrong line, the rule that catches it, and the advice in the message.
BANNED = {
    "src/ui/fetch.ts": ("await fetch('/rest/v1/clients')", "no-restricted-globals", "Call the typed client in api/"),
    "src/ui/window-fetch.ts": ("await window.fetch('/x')", "no-restricted-properties", "Call the typed client in api/"),
    "src/sync/store.ts": ("localStorage.clear()", "no-restricted-globals", "lib/storage.ts"),
    "src/sync/window-store.ts": ("window.sessionStorage.clear()", "no-restricted-properties", "lib/storage.ts"),
    "src/sync/clock.ts": ("export const at = Date.now()", "no-restricted-syntax", "lib/clock.ts"),
    "src/sync/date.ts": ("export const at = new Date()", "no-restricted-syntax", "lib/clock.ts"),
    "src/features/date-text.ts": ("export const at = Date()", "no-restricted-syntax", "lib/clock.ts"),
    "src/service-worker/counter.ts": ("export const at = performance.now()", "no-restricted-syntax", "lib/clock.ts"),
    "src/lib/text/today.ts": (
        "export const at = new Intl.DateTimeFormat().format()",
        "no-restricted-syntax",
        "lib/clock.ts",
    ),
    "src/features/date-format.ts": (
        "export const day = new Intl.DateTimeFormat('en-US', { day: 'numeric' })",
        "no-restricted-syntax",
        "of lib/text",
    ),
    "src/ui/number-format.ts": (
        "export const text = (1204).toLocaleString('en-US')",
        "no-restricted-syntax",
        "of lib/text",
    ),
    "src/app/day-text.ts": (
        "export const day = (at: Date) => at.toDateString()",
        "no-restricted-syntax",
        "of lib/text",
    ),
    "src/app/ask.ts": ("export const sure = confirm('?')", "no-restricted-globals", "ui/overlay/dialog.tsx"),
    "src/db/any.ts": ("export const row: any = 1", "no-restricted-syntax", "use unknown and narrow it"),
    "src/lib/log.ts": ("console.log('here')", "no-console", "Unexpected console"),
    "src/lib/loose.ts": ("export const same = (a: number) => a == 1", "eqeqeq", "==="),
    "src/sync/floating.ts": ("Promise.resolve(1)", "@typescript-eslint/no-floating-promises", "must be awaited"),
    "src/lib/long.ts": ("export {}\n" * 251, "max-lines", "too many lines"),
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
    return front_end(tmp_path_factory.mktemp("pwa"), files, with_sources=False)


@pytest.fixture(scope="module")
def lint(root: Path) -> dict[str, list[tuple[str, str]]]:
    """File -> the rules it breaks, and their messages."""
    folders = sorted({name.rsplit("/", 1)[0] for name in BANNED})
    files = report(root, "eslint", "-f", "json", *folders)["files"]
    return {
        Path(file["filePath"]).relative_to(root).as_posix(): [(m["ruleId"], m["message"]) for m in file["messages"]]
        for file in files
    }


@pytest.fixture(scope="module")
def compiled(root: Path) -> str:
    return run(root, "tsc", "--noEmit", "-p", "tsconfig.app.json").stdout


@pytest.mark.parametrize("name", BANNED)
def test_a_ban_is_held_and_teaches(name: str, lint: dict[str, list[tuple[str, str]]]) -> None:
    _, rule, teaches = BANNED[name]
    assert [teaches in message for broken, message in lint[name] if broken == rule] == [True], lint[name]


@pytest.mark.parametrize("code", LOOSE)
def test_loose_types_are_refused(code: str, compiled: str) -> None:
    assert re.search(rf"src/loose/{code}\.ts\(\d+,\d+\): error {code}:", compiled), compiled


def test_where_a_ban_is_lifted_stands_in_one_place() -> None:
    """Only api/ fetches, lib/storage.ts stores, lib/clock.ts reads the time and lib/text formats dates and numbers."""
    text = (ROOT / "pwa/eslint.config.js").read_text(encoding="utf-8")
    lifted = re.findall(r"files: \[(.*?)\],\s+rules: bans\(\{ (.*?) \}\)", text)
    assert lifted == [
        ("'src/api/**/*.ts'", "fetch: true"),
        ("'src/lib/storage.ts'", "storage: true"),
        ("'src/lib/clock.ts'", "clock: true"),
        ("'src/lib/text/**/*.ts'", "formats: true"),
        ("'src/**/*.test.{ts,tsx}', 'src/testing/**'", "storage: true, fetch: true, clock: true, formats: true"),
    ]
