"""Finds rows of training by their words: FTS5 on SQLite, tsvector on PostgreSQL. Both give every row that has a word."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

FOUND = {
    "sqlite": """SELECT row_id, lexemes FROM training_search
                 WHERE training_search MATCH %s AND chatbot_id = %s""",
    "postgresql": """SELECT id, lexemes FROM training_data
                     WHERE to_tsvector('simple', lexemes) @@ to_tsquery('simple', %s) AND chatbot_id = %s""",
}
EITHER = {"sqlite": " OR ", "postgresql": " | "}


def with_one_of(words: Sequence[str], chatbot_id: UUID) -> list[tuple[UUID, str]]:
    """Each row of a bot that has one of these lexemes, with all of its own. Lexemes are letters and digits alone."""
    if not words:
        return []
    quoted = [f'"{word}"' if connection.vendor == "sqlite" else f"'{word}'" for word in dict.fromkeys(words)]
    asked = EITHER[connection.vendor].join(quoted)
    bot = chatbot_id if connection.features.has_native_uuid_field else chatbot_id.hex
    with connection.cursor() as cursor:
        cursor.execute(FOUND[connection.vendor], [asked, bot])
        return [(row if isinstance(row, UUID) else UUID(row), lexemes) for row, lexemes in cursor.fetchall()]
