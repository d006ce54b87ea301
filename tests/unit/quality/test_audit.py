"""The audit's document and exit code: a service that does not answer does not replace its last known result."""

from datetime import date

import pytest

from tests.quality.audit import __main__ as audit
from tests.quality.audit.__main__ import exit_code, last_results, report
from tests.quality.audit.advisories import Answer

MONDAY, TUESDAY, WEDNESDAY = date(2026, 11, 23), date(2026, 11, 24), date(2026, 11, 25)
COULD_NOT_CHECK = "**could not check**, because the service did not answer"


def rows(text: str) -> list[str]:
    """The rows of the table of files."""
    return [line for line in text.splitlines() if line.startswith(("| requirements", "| pwa"))]


def run(day: date, last_text: str, *answers: Answer) -> str:
    return report([], list(answers), [], last_results(last_text), day)


def test_a_service_that_does_not_answer_keeps_its_last_result_with_its_date() -> None:
    flaws = ["django 4.1: CVE-1", "huey 1: CVE-2"]
    text = run(MONDAY, "", Answer("requirements.txt", flaws), Answer("pwa", trouble="405"))
    assert rows(text) == [
        "| requirements.txt | django 4.1: CVE-1<br>huey 1: CVE-2 | 2026-11-23 | checked |",
        f"| pwa | unknown | never | {COULD_NOT_CHECK}: 405 |",
    ]
    text = run(TUESDAY, text, Answer("requirements.txt", trouble="no\nnetwork | timeout"), Answer("pwa"))
    text_of_wednesday = run(
        WEDNESDAY, text, Answer("requirements.txt", trouble="no network"), Answer("pwa", trouble="405")
    )
    assert rows(text) == [
        f"| requirements.txt | django 4.1: CVE-1<br>huey 1: CVE-2 | 2026-11-23 | {COULD_NOT_CHECK}: no network / timeout |",
        "| pwa | none | 2026-11-24 | checked |",
    ]
    assert rows(text_of_wednesday) == [
        f"| requirements.txt | django 4.1: CVE-1<br>huey 1: CVE-2 | 2026-11-23 | {COULD_NOT_CHECK}: no network |",
        f"| pwa | none | 2026-11-24 | {COULD_NOT_CHECK}: 405 |",
    ]
    assert "run of 2026-11-25" in text_of_wednesday


@pytest.mark.parametrize(
    ("last_flaws", "answer", "bad_licences", "expected_code"),
    [
        (["django 4.1: CVE-1"], Answer("pwa", trouble="405"), [], 1),
        (["django 4.1: CVE-1"], Answer("pwa"), [], 0),
        ([], Answer("pwa", trouble="405"), [], 0),
        ([], Answer("pwa", ["django 4.1: CVE-1"]), [], 1),
        ([], Answer("pwa"), ["own 1: unknown"], 1),
    ],
)
def test_the_run_fails_for_a_licence_or_a_vulnerability_in_the_last_result_of_a_service(
    last_flaws: list[str], answer: Answer, bad_licences: list[str], expected_code: int
) -> None:
    text = run(TUESDAY, run(MONDAY, "", Answer("pwa", last_flaws)), answer)
    assert exit_code(text, [answer], bad_licences) == expected_code


def test_a_service_that_never_answered_does_not_fail_the_run() -> None:
    answer = Answer("pwa", trouble="405")
    assert exit_code(run(MONDAY, "", answer), [answer], []) == 0


def test_packages_that_the_service_does_not_know_are_named_beside_the_result_of_the_others() -> None:
    last_text = run(MONDAY, "", Answer("requirements.txt", ["django 4.1: CVE-1"]))
    text = run(TUESDAY, last_text, Answer("requirements.txt", unknown=["own: not on PyPI"]))
    assert rows(text) == [
        "| requirements.txt | none | 2026-11-24 | checked, except packages unknown to the service: own: not on PyPI |"
    ]


def test_the_stored_document_has_a_result_for_each_file() -> None:
    last = last_results(audit.RESULT.read_text(encoding="utf-8"))
    assert {"requirements.txt", "requirements-telemetry.txt", "pwa", "deploy/lighthouse"} <= last.keys()
