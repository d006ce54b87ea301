"""Reads rows in pages, for the files of an export."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet

from accounts.ports.personal_data import Part

Row = TypeVar("Row", bound=Model)
PAGE_SIZE = 500  # rows


def table(name: str, rows: QuerySet[Row], fields: Sequence[str]) -> Part:
    """A JSON file with these fields of `rows`, in the order of the queryset."""
    return Part(f"{name}.json", partial(_as_json, rows, fields))


def pages(rows: QuerySet[Row], fields: Sequence[str]) -> Iterator[list[dict[str, object]]]:
    """Yields these fields of `rows` in pages of `PAGE_SIZE` rows. The queryset's order has to be ascending."""
    order = [*(str(field) for field in rows.query.order_by), "pk"]
    ordered_rows = rows.order_by(*order).values(*dict.fromkeys([*fields, *order]))
    page = list(ordered_rows[:PAGE_SIZE])
    while page:
        yield [{field: row[field] for field in fields} for row in page]
        page = list(ordered_rows.filter(_after(page[-1], order))[:PAGE_SIZE]) if len(page) == PAGE_SIZE else []


def _after(row: Mapping[str, object], order: Sequence[str]) -> Q:
    """The rows after `row`. The first field's own condition is redundant; it lets the database use an index."""
    is_later = Q()
    for place, field in enumerate(order):
        equal = {one: row[one] for one in order[:place]}
        is_later |= Q(**equal, **{f"{field}__gt": row[field]})
    return Q(**{f"{order[0]}__gte": row[order[0]]}) & is_later


def _as_json(rows: QuerySet[Row], fields: Sequence[str]) -> Iterator[bytes]:
    separator = "["
    for page in pages(rows, fields):
        yield separator.encode() + json.dumps(page, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)[1:-2].encode()
        separator = ","
    yield b"[]" if separator == "[" else b"\n]"
