"""The data of the retrieval benchmark: enough rows and questions, and no question quotes the row that answers it."""

import re

import pytest

from tests.support.knowledge import COMPARED, HELD_OUT, TUNED, trade

RUN_WORDS = 3


def word_runs(text: str) -> set[tuple[str, ...]]:
    """Each sequence of RUN_WORDS consecutive words."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {tuple(words[at : at + RUN_WORDS]) for at in range(len(words) - RUN_WORDS + 1)}


def test_the_product_is_tuned_on_two_trades_and_measured_on_four_others() -> None:
    assert (len(TUNED), len(COMPARED), len(HELD_OUT)) == (2, 3, 4)
    assert len({*TUNED, *COMPARED, *HELD_OUT}) == 9


@pytest.mark.parametrize("name", [*TUNED, *COMPARED, *HELD_OUT])
def test_each_trade_has_rows_and_answerable_and_unanswerable_questions(name: str) -> None:
    knowledge = trade(name)
    rows, questions = [question for question, _ in knowledge.rows], [question for question, _ in knowledge.questions]
    assert len(rows) == len(set(rows)) >= 36
    assert len(questions) == len(set(questions)) >= 24
    assert {row for _, row in knowledge.questions} <= set(rows)
    assert len(knowledge.unknown) >= 6


@pytest.mark.parametrize("name", [*TUNED, *COMPARED, *HELD_OUT])
def test_no_question_quotes_the_row_that_answers_it(name: str) -> None:
    knowledge = trade(name)
    answers = dict(knowledge.rows)
    quoted = {
        question: word_runs(question) & (word_runs(row) | word_runs(answers[row]))
        for question, row in knowledge.questions
    }
    assert {question: matches for question, matches in quoted.items() if matches} == {}
