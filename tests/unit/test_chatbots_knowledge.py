"""The measure of finding training is a fair one: enough rows, enough questions, and none that quotes the row it is about."""

import re

from tests.support.knowledge import questions, rows

RUN = 3


def runs(text: str) -> set[tuple[str, ...]]:
    """Each run of so many words."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def test_there_are_three_hundred_rows_and_a_hundred_questions_about_them() -> None:
    known = [question for question, _ in rows()]
    asked = questions()
    assert len(known) == len(set(known)) >= 300
    assert len(asked) == len({question for question, _ in asked}) >= 100
    assert {row for _, row in asked} <= set(known)


def test_no_question_quotes_the_row_that_answers_it() -> None:
    answers = dict(rows())
    quoted = {question: runs(question) & (runs(row) | runs(answers[row])) for question, row in questions()}
    assert {question: found for question, found in quoted.items() if found} == {}
