"""The mixin of both backends: writes recorded changes last, inside the transaction, before COMMIT.

Django has no hook before commit. `on_commit` runs after it, so a process that dies between the two would lose the
change. The override of the connection's `commit()` also covers tasks, the shell and data migrations.
"""

from typing import Any

from django.db import InterfaceError, OperationalError

from core import spans
from sync.errors import CommitFailed
from sync.log import hints, pending


class FlushingMixin(pending.RecordingConnection):
    """A mixin that a backend lists before Django's DatabaseWrapper."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pending = pending.Pending()

    def commit(self) -> None:
        committed: dict[str, list[pending.Change]] = {}
        if self.pending:
            try:
                with spans.step("log") as span:
                    committed = pending.write(self, self.pending)
                    span.set({"changes": sum(map(len, committed.values())), "streams": len(committed)})
                self.pending.run_last_steps()
            except BaseException:
                # Django rolls back only for database errors; any other error would leave the transaction open.
                self.rollback()
                raise
        try:
            with spans.step("commit"):
                super().commit()
        except (OperationalError, InterfaceError) as error:
            raise CommitFailed(str(error)) from error
        self.pending.clear()
        if committed:
            hints.publish(committed)

    def rollback(self) -> None:
        self.pending.clear()
        super().rollback()

    def savepoint_rollback(self, sid: str) -> None:
        self.pending.drop_savepoint(sid)
        super().savepoint_rollback(sid)

    def close(self) -> None:
        self.pending.clear()
        super().close()
