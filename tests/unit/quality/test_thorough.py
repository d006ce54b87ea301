"""The result of the long tests: a run without tests, or with an error of pytest itself, is no success."""

from pathlib import Path

import pytest

from tests.quality.thorough import page, read

CASE = '<testcase classname="tests.unit.test_a" name="test_one" time="60.0" />'


def suite(tests: int, failures: int = 0, errors: int = 0, skipped: int = 0) -> str:
    """A JUnit file of pytest, with the counts of the suite and one test."""
    counts = f'tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skipped}" time="90.0"'
    return f'<testsuites name="pytest tests"><testsuite name="pytest" {counts}>{CASE * (tests > 0)}</testsuite></testsuites>'


@pytest.mark.parametrize(
    ("report", "exit_code", "is_good", "title"),
    [
        (suite(3, skipped=1), 0, True, "2 passed, 0 failed, 1.5 min"),
        (suite(3, failures=1, errors=1), 1, False, "1 passed, 2 failed, 1.5 min, **exit code 1**"),
        # An error ended the session after two tests.
        (suite(2), 3, False, "2 passed, 0 failed, 1.5 min, **exit code 3**"),
        # No test was selected.
        (suite(0), 5, False, "0 passed, 0 failed, 1.5 min, **exit code 5**"),
        (suite(1, skipped=1), 0, False, "0 passed, 0 failed, 1.5 min, **exit code 0**"),
        # Pytest rejected its options.
        (None, 4, False, "0 passed, 0 failed, 0.0 min, **exit code 4**"),
    ],
)
def test_a_run_is_good_if_tests_passed_and_pytest_ended_without_an_error(
    report: str | None, exit_code: int, is_good: bool, title: str, tmp_path: Path
) -> None:
    file = tmp_path / "report.xml"
    if report is not None:
        file.write_text(report, encoding="utf-8")
    run = read("SQLite", file, exit_code)
    assert run.is_good is is_good
    assert f"## SQLite: {title}\n" in page([run])
