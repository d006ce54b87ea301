"""Finds training rows that contain a word: FTS5 on SQLite, tsvector on PostgreSQL."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

QUERIES = {
    "sqlite": """SELECT rows.id, rows.lexemes FROM training_search JOIN training_data AS rows ON rows.id = row_id
                 WHERE training_search MATCH %s LIMIT %s""",
    "postgresql": """SELECT id, lexemes FROM training_data
                     WHERE to_tsvector('simple', lexemes) @@ to_tsquery('simple', %s) AND chatbot_id = %s LIMIT %s""",
}


def rows_with(words: Sequence[str], chatbot_id: UUID, *, limit: int) -> dict[str, dict[UUID, list[str]]]:
    """Map each word to the rows of a bot that contain it, with all lexemes of each row.

    Words must consist of letters and digits. A word that more than `limit` rows contain is left out.
    """
    rows_by_word: dict[str, dict[UUID, list[str]]] = {}
    with connection.cursor() as cursor:
        # In SQLite's index each lexeme begins with its bot's id, because FTS5 cannot filter by another column.
        for word in dict.fromkeys(words):
            params = [f'"{chatbot_id.hex}{word}"'] if connection.vendor == "sqlite" else [f"'{word}'", chatbot_id]
            cursor.execute(QUERIES[connection.vendor], [*params, limit + 1])
            rows = cursor.fetchall()
            if len(rows) <= limit:
                rows_by_word[word] = {_uuid(row_id): lexemes.split() for row_id, lexemes in rows}
    return rows_by_word


def _uuid(stored: UUID | str) -> UUID:
    return stored if isinstance(stored, UUID) else UUID(stored)
