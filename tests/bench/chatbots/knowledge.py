"""Measures how often a bot retrieves the training row that answers a question, for tuned trades and for others.

A separate process embeds and retrieves with the product's own code on a fresh SQLite database.
"""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

from tests.bench.harness.results import ROOT, Figure
from tests.bench.harness.server import data_folder
from tests.bench.harness.tally import Latencies
from tests.support.knowledge import COMPARED, HELD_OUT, TUNED, Trade, trade

TITLE = (
    "Finding training by meaning: two trades that it was tuned on, three for comparing, and four that are only measured"
)
MANY_ROWS, MAX_MS = 10_000, 100
LONG_WORD = re.compile(r"[a-z]{5,}")
# Questions of the hotel's guests in other languages; the model was trained on English.
FOREIGN = (
    ("Um wie viel Uhr gibt es Frühstück?", "When is breakfast served?"),
    ("Was kostet ein Parkplatz?", "What does parking cost?"),
    ("Kann ich mein Elektroauto laden?", "Can I charge an electric car?"),
    ("Gibt es WLAN auf dem Zimmer?", "How fast is the wifi?"),
    ("¿A qué hora es el desayuno?", "When is breakfast served?"),
    ("¿Cuánto cuesta el aparcamiento?", "What does parking cost?"),
    ("¿Puedo cancelar mi reserva gratis?", "Can I cancel my reservation for free?"),
    ("¿A qué distancia está el aeropuerto?", "How far is the airport?"),
)


async def measure() -> Sequence[Figure]:
    """One round."""
    with data_folder() as folder:
        env = os.environ | {
            "DATA_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONPATH": "platform",
        }
        command = [sys.executable, "-m", "tests.bench.chatbots.knowledge"]
        child = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=env, stdout=subprocess.PIPE)
        output, _ = await child.communicate()
        assert child.returncode == 0
    return [Figure(**figure) for figure in json.loads(output)]


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _with_typo(question: str, rng: random.Random) -> str:
    """The question with two neighbouring letters of one long word swapped."""
    words = list(LONG_WORD.finditer(question))
    if not words:
        return question
    word = rng.choice(words)
    at = word.start() + rng.randrange(1, len(word[0]) - 2)
    return question[:at] + question[at + 1] + question[at] + question[at + 2 :]


class _Bots:
    """Creates bots with embedded training, without users, and measures their retrieval."""

    def __init__(self) -> None:
        self.figures: list[dict[str, object]] = []

    def add_figure(self, label: str, value: float, unit: str, **budget: float) -> None:
        self.figures.append({"label": label, "value": value, "unit": unit, **budget})

    async def create_bot(self, rows: Sequence[tuple[str, str]]) -> UUID:
        """Create a bot with these questions and answers, embed them, and return its id."""
        from chatbots.effects import embeddings
        from chatbots.models import Chatbot, TrainingRow
        from chatbots.retrieval.lexemes import indexed
        from core.ids import uuid7
        from sync.writes.db_executor import read

        bot = Chatbot(id=uuid7(), bot_name="Measured", category="Support")
        training_rows = [
            TrainingRow(id=uuid7(), chatbot=bot, question=q, answer=a, lexemes=indexed(q, a)) for q, a in rows
        ]
        await read(bot.save)
        await read(TrainingRow.objects.bulk_create, training_rows)
        assert await embeddings.embed_rows(bot.id, limit=2 * MANY_ROWS)
        return bot.id

    async def matches(self, bot: UUID, question: str) -> tuple[list[str], bool]:
        """The questions of the retrieved rows, best first, and whether a row matches with certainty."""
        from chatbots.effects import embeddings
        from chatbots.queries import retrieval
        from sync.writes.db_executor import read

        question_vectors = await embeddings.embed_question(question)
        matches = await read(retrieval.find, chatbot_id=bot, question=question, question_vectors=question_vectors)
        return [row.question for row in matches.rows], matches.is_certain

    async def add_shares(self, label: str, bot: UUID, questions_and_rows: Sequence[tuple[str, str]]) -> None:
        """Add the shares of questions whose row is among the first three, is there with certainty, and is the first."""
        results = [(*await self.matches(bot, question), row) for question, row in questions_and_rows]
        shares = {
            "among the first three": [row in rows[:3] for rows, _, row in results],
            "among the first three, with certainty": [
                is_certain and row in rows[:3] for rows, is_certain, row in results
            ],
            "the first": [row in rows[:1] for rows, _, row in results],
        }
        for share, is_right in shares.items():
            self.add_figure(f"{label}: {share}", 100 * sum(is_right) / len(questions_and_rows), "%")

    async def add_silent_shares(self, label: str, bot: UUID, questions: Sequence[str]) -> None:
        """Add the shares of unanswerable questions that retrieve no row with certainty, and no row at all.

        If such a question retrieves a row, the prompt still tells the language model not to invent an answer.
        """
        results = [await self.matches(bot, question) for question in questions]
        shares = {
            "nothing certain": [not is_certain for _, is_certain in results],
            "nothing": [not rows for rows, _ in results],
        }
        for share, is_silent in shares.items():
            self.add_figure(
                f"{label}: questions about something else that find {share}", 100 * sum(is_silent) / len(results), "%"
            )


async def _run() -> list[dict[str, object]]:
    from chatbots.retrieval import embedded_model

    bots, rng = _Bots(), random.Random(86)
    before, started = _resident_mb(), time.perf_counter()
    embedded_model.embed(["The first text"])
    bots.add_figure("loading the model", 1000 * (time.perf_counter() - started), "ms")
    bots.add_figure("memory of the model in a process", _resident_mb() - before, "MB")
    for names, kind in ((TUNED, "tuned"), (COMPARED, "for comparing"), (HELD_OUT, "held out")):
        trades = {name: trade(name) for name in names}
        for name, corpus in trades.items():
            bot = await bots.create_bot(corpus.rows)
            await bots.add_shares(f"{kind}, {name}", bot, corpus.questions)
            await bots.add_silent_shares(f"{kind}, {name}", bot, corpus.unknown)
        all_questions = [pair for corpus in trades.values() for pair in corpus.questions]
        bot = await bots.create_bot([row for corpus in trades.values() for row in corpus.rows])
        await bots.add_shares(f"{kind}, sharing a bot", bot, all_questions)
        if kind == "tuned":
            await bots.add_shares(
                "tuned, sharing a bot, a typo in each", bot, [(_with_typo(q, rng), row) for q, row in all_questions]
            )
            await bots.add_shares("tuned, sharing a bot, in German and Spanish", bot, FOREIGN)
    await _measure_many_rows(bots, trade(TUNED[0]))
    return bots.figures


async def _measure_many_rows(bots: _Bots, corpus: Trade) -> None:
    """Measure a bot with `MANY_ROWS` rows: those of `corpus` again and again, each with a number."""
    rows = [
        (f"{question} ({number})", answer)
        for number in range(1 + MANY_ROWS // len(corpus.rows))
        for question, answer in corpus.rows
    ][:MANY_ROWS]
    started = time.perf_counter()
    bot = await bots.create_bot(rows)
    bots.add_figure(f"{MANY_ROWS:,} rows embedded, each", 1000 * (time.perf_counter() - started) / MANY_ROWS, "ms")
    times = Latencies()
    for question, _ in corpus.questions:
        started = time.perf_counter()
        await bots.matches(bot, question)
        times.add(time.perf_counter() - started)
    bots.add_figure(f"finding among {MANY_ROWS:,} rows, p50", times.ms(50), "ms")
    bots.add_figure(f"finding among {MANY_ROWS:,} rows, p95", times.ms(95), "ms", at_most=MAX_MS)


if __name__ == "__main__":
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps(asyncio.run(_run())))
