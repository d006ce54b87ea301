"""The sizing page, which is generated from the results of the measurements."""

from pathlib import Path

import pytest

from tests.bench import sizing


def test_the_page_shows_the_present_results() -> None:
    assert sizing.DOCUMENT.read_text("utf-8") == sizing.document(), "run: python -m tests.bench.sizing"


def test_a_figure_with_a_thousands_separator_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sample.md").write_text(
        "| what | figure |\n| --- | ---: |\n| writes | 93,460.5 | per second |  | 1 |\n"
    )
    monkeypatch.setattr(sizing, "RESULTS", tmp_path)
    assert sizing.figure("sample", "writes") == 93_460.5


def test_a_result_without_the_figure_is_an_error() -> None:
    with pytest.raises(KeyError):
        sizing.figure("memory", "one of 7 idle sockets")
