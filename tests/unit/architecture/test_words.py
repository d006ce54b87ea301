"""The check of names: a retired word is caught in an identifier, a file name, a metric and a test's title."""

from pathlib import Path

import pytest

from tests.support.architecture import words
from tests.support.architecture.front_end import front_end, lint
from tests.support.architecture.planting import Check, on_a_good_tree, plant

GOOD = {
    "platform/files/errors.py": '"""Errors of files."""\n\n\nclass FileNotFound(Exception): ...\n',
    "platform/files/schemas.py": '"""Schemas."""\n\n\nclass FileOut(Schema):\n    kept: bool\n',
    "platform/files/models.py": '"""Models."""\n\n\nclass File(Model):\n    told_at = DateTimeField()\n',
    "platform/files/migrations/0002_doors.py": '"""Made by a command."""\n\ndoors = 1\n',
    "platform/files/metrics.py": '"""Metrics."""\n\nOPEN = Counter("pulseboard_files", "Files at the door.")\n',
    "tests/unit/test_files.py": '"""Tests."""\n\n\ndef test_a_user_who_is_gone_is_not_found(): ...\n',
}

test_a_good_tree_passes = on_a_good_tree(GOOD, words.CHECKS)


@pytest.mark.parametrize(
    ("check", "name", "text", "breach"),
    [
        (words.no_retired_names, "platform/a.py", "door = 1", ":1: `door`: the word `door` is retired; take endpoint."),
        (words.no_retired_names, "deploy/a.py", "def ask_twice(): ...", "`ask_twice`: the word `ask`"),
        (
            words.no_retired_names,
            "tests/unit/test_a.py",
            "def test_the_seam(): ...",
            "`test_the_seam`: the word `seam`",
        ),
        (words.no_retired_names, "platform/a.py", "class RowFacts: ...", "`RowFacts`: the word `facts`"),
        (words.no_retired_names, "platform/a.py", "def f(*, who): ...", "`who`: the word `who`"),
        (words.no_retired_names, "platform/a.py", "self.told = 1", "`told`: the word `told`"),
        (words.no_retired_names, "platform/a.py", "import json as said", "`said`: the word `said`"),
        (words.no_retired_names, "platform/a.py", "try: ...\nexcept E as refusal: ...", ":2: `refusal`"),
        (words.no_retired_script_names, "deploy/a.mjs", "// A.\nconst found = 1", ":2: `found`: the word `found`"),
        (words.no_retired_script_names, "tests/a.js", "// A.\nfunction askTwice() {}", "`askTwice`: the word `ask`"),
        (words.no_retired_files, "pwa/src/lib/doors.ts", "// Doors.", "pwa/src/lib/doors.ts: the word `doors`"),
        (words.no_retired_metrics, "platform/a.py", 'C("pulseboard_rooms")', "`pulseboard_rooms`: `rooms` is retired"),
    ],
)
def test_a_retired_word_is_caught(check: Check, name: str, text: str, breach: str, tmp_path: Path) -> None:
    [caught] = check(plant(tmp_path, GOOD | {name: text + "\n"}))
    assert caught.startswith(name)
    assert breach in caught


@pytest.mark.parametrize(
    ("title", "word"),
    [
        ("test_what_is_lost_never_arrives", "what"),
        ("test_who_signs_out_is_waited_for", "who"),
        ("test_whoever_waits_gets_an_answer", "whoever"),
        ("test_mb2_mb3_whatever_is_read_is_sent", "whatever"),
    ],
)
def test_a_title_beginning_with_a_relative_clause_is_caught(title: str, word: str, tmp_path: Path) -> None:
    planted = f"async def {title}(): ...\n"
    [caught] = words.no_inverted_titles(plant(tmp_path, GOOD | {"tests/unit/test_a.py": planted}))
    assert caught == (
        f"tests/unit/test_a.py:1: `{title}` begins with `{word}`; name the subject: `test_lost_frames_never_arrive`."
    )


def test_a_retired_word_is_caught_in_typescript(tmp_path: Path) -> None:
    planted = """
        // A planted breach in each kind of declaration.
        export type Facts = { told: string; asked_at: string }
        export function ask(person: Facts, { told: text }: Facts): string {
          const [verdict, refused] = [person.told, text]
          return verdict + refused
        }
        """
    root = front_end(tmp_path, {"src/lib/planted.ts": planted})
    problems = lint(root, "src/lib/planted.ts")
    caught = [message for _, rule, message in problems if rule == "pulseboard(retired-words)"]
    assert caught == [
        "`Facts`: the word `facts` is retired; take the thing itself.",
        "`told`: the word `told` is retired; take notified.",
        "`ask`: the word `ask` is retired; take request.",
        "`person`: the word `person` is retired; take user.",
        "`verdict`: the word `verdict` is retired; take decision.",
    ]


def test_a_title_of_a_typescript_test_is_checked(tmp_path: Path) -> None:
    planted = """
        // Planted titles.
        import { describe, expect, test } from 'vitest'
        describe('the seam', () => {
          test('tells everyone who asks', () => expect(1).toBe(1))
          test.each([[1]])('CL8 what is stored stays (%d)', (n) => expect(n).toBe(1))
          test.concurrent(`opens ${1} door`, () => expect(1).toBe(1))
          test('reduces a name to letters', () => expect(1).toBe(1))
          test('accepts capital letters', () => expect(1).toBe(1))
          test('sends letters', () => expect(1).toBe(1))
        })
        """
    root = front_end(tmp_path, {"src/lib/planted.test.ts": planted})
    problems = lint(root, "src/lib/planted.test.ts")
    assert [message for _, rule, message in problems if rule == "pulseboard(retired-words)"] == [
        "`the seam`: the word `seam` is retired; take db_executor.",
        "`CL8 what is stored stays (%d)` begins with `what`; name the subject: `lost frames never arrive`.",
        "`opens … door`: the word `door` is retired; take endpoint.",
        "`sends letters`: the word `letters` is retired; take emails.",
    ]
