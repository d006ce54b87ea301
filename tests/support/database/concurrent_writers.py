"""Concurrent writers with rollbacks and savepoints, and a check that the log has no gaps."""

import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count, takewhile

from django.db import connection, transaction

from clients.models import Client
from clients.services import create_client
from sync.db.snapshot import snapshot
from sync.log import changes
from sync.models import Change, Stream


class Undo(Exception):
    """An error that rolls back a transaction or savepoint."""


def new_client(name: str) -> Client:
    return create_client(company_name=name, contact_name="", contact_email=f"{name}@portal.example")


def change_phone(client: Client, phone: str) -> None:
    changes.update(Client.objects.select_for_update().get(id=client.id), phone=phone)


def run_transactions(seed: int, times: int, may_end: Callable[[], bool] = lambda: True) -> list[str]:
    """Run `times` transactions with rollbacks and savepoints, and then more until `may_end()`.

    Returns the names of the committed rows.
    """
    rng, committed = random.Random(seed), list[str]()
    for n in takewhile(lambda n: n < times or not may_end(), count()):
        names = [f"{seed}-{n}-outer"]
        with suppress(Undo), transaction.atomic():
            outer = new_client(names[0])
            with suppress(Undo), transaction.atomic():
                inner = new_client(f"{seed}-{n}-inner")
                change_phone(outer, "inside")
                if rng.random() < 0.5:
                    raise Undo
                names.append(inner.company_name)
            for _ in range(rng.randrange(3)):
                change_phone(outer, str(n))
            if rng.random() < 0.3:
                names = []
                raise Undo
        committed += names
    return committed


@contextmanager
def concurrent_writers(
    writers: int, times: int, may_end: Callable[[], bool] = lambda: True
) -> Iterator[list[Future[list[str]]]]:
    """Run this many writers in threads, each with its own connection and `times` transactions or more (`may_end`).

    Yields the future of each writer, with the names of its committed rows.
    """

    def run(seed: int) -> list[str]:
        try:
            return run_transactions(seed, times, lambda: has_ended.is_set() or may_end())
        finally:
            connection.close()

    has_ended = threading.Event()
    with ThreadPoolExecutor(writers) as pool:
        try:
            yield [pool.submit(run, seed) for seed in range(writers)]
        finally:
            has_ended.set()


def log_gaps() -> list[str]:
    """One sentence for each stream whose log does not have exactly the numbers tail..head (LG1)."""
    with snapshot():
        heads = {row.id: (row.tail, row.head) for row in Stream.objects.all()}
        logged: dict[str, list[int]] = {stream: [] for stream in heads}
        for stream, seq in Change.objects.order_by("stream", "seq").values_list("stream", "seq"):
            logged[stream].append(seq)
    return [
        f"{stream} has {numbers[:3]}..{numbers[-3:]} ({len(numbers)}), not {tail}..{head}"
        for stream, (tail, head) in heads.items()
        if (numbers := logged[stream]) != list(range(tail, head + 1))
    ]
