"""Records the SQL statements of all threads, through Django and through raw SQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.backends import utils

from sync.sql import raw_sql


@contextmanager
def record_statements() -> Iterator[list[str]]:
    """The statements that run inside the block, without BEGIN and COMMIT."""
    statements: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        cursors: Any = utils.CursorWrapper  # the type stubs lack this method
        by_django, past_django = cursors._execute_with_wrappers, raw_sql._executed

        def execute(cursor: Any, sql: Any, *rest: Any, **how: Any) -> Any:
            if not str(sql).startswith("BEGIN"):
                statements.append(str(sql))
            return by_django(cursor, sql, *rest, **how)

        def executed(sql: str, values: Any) -> Any:
            statements.append(sql)
            return past_django(sql, values)

        patch.setattr(cursors, "_execute_with_wrappers", execute)
        patch.setattr(raw_sql, "_executed", executed)
        yield statements
