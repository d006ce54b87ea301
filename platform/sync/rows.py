"""The SQL of synced rows, worded once for each table: only inside a transaction, and only from version to version.

The ORM words a statement anew each time, 0.3 ms for a row read or written.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import CharField, Field, IntegerField, TextField

from sync.db import plain
from sync.db.flushing import FlushingMixin
from sync.errors import OutsideTransaction, StaleRow
from sync.models import SyncedRow

Row = TypeVar("Row", bound=SyncedRow)
# A value of this type in such a field is stored as it is, on both stores.
AS_STORED = {str: (CharField, TextField), int: (IntegerField,)}


def transaction_for(tbl: str) -> FlushingMixin:
    """The connection with its open transaction. Raises OutsideTransaction (LG3)."""
    database = connections[DEFAULT_DB_ALIAS]
    if not database.in_atomic_block:
        raise OutsideTransaction(f"{tbl} was touched outside a transaction")
    return cast(FlushingMixin, database)


def insert(row: SyncedRow) -> bool:
    """Store a new row; False if its id is taken. Raises IntegrityError for any other constraint."""
    table = _table(type(row))
    database = transaction_for(table.name)
    values = [column.value(row, database, is_new=True) for column in table.columns]
    if not plain.count(table.insert, values):
        return False
    row._state.adding, row._state.db = False, database.alias
    return True


def locked(model: type[Row], row_id: UUID) -> Row | None:
    """A row under its lock, which is kept to the end of the transaction."""
    table = _table(model)
    database = transaction_for(table.name)
    found = plain.rows(table.lock, [table.id_of(row_id, database)])
    if not found:
        return None
    values = list(found[0])
    for place, column, convert in table.converters:
        values[place] = convert(values[place], column, database)
    return model.from_db(database.alias, table.names, values)


def update(row: SyncedRow, names: Iterable[str]) -> None:
    """Write these fields and `v`, which is the stored one's next. Raises StaleRow if it is not."""
    table = _table(type(row))
    database = transaction_for(table.name)
    sql, columns = table.update(tuple(names))
    values = [column.value(row, database, is_new=False) for column in columns]
    _only(row, plain.count(sql, [*values, *table.place(row, database)]))


def delete(row: SyncedRow) -> None:
    """Remove a row whose `v` is the stored one's next. Raises StaleRow if it is not."""
    table = _table(type(row))
    _only(row, plain.count(table.delete, table.place(row, transaction_for(table.name))))


def _only(row: SyncedRow, written: int) -> None:
    if written != 1:
        raise StaleRow(f"{type(row).__name__} {row.id} is no longer at version {row.v - 1}")


class _Column:
    """A column of one model, and how a row's value gets there."""

    def __init__(self, field: Any, quoted: str) -> None:
        self.names, self.quoted, self._attribute = {field.name, field.attname}, quoted, field.attname
        self._field = field
        self._is_as_stored = next((kind for kind, fields in AS_STORED.items() if isinstance(field, fields)), None)
        self._sets_itself = type(field).pre_save is not Field.pre_save

    def value(self, row: SyncedRow, database: Any, *, is_new: bool) -> Any:
        value = self._field.pre_save(row, is_new) if self._sets_itself else getattr(row, self._attribute)
        if value is None or type(value) is self._is_as_stored:
            return value
        return self._field.get_db_prep_save(value, database)


class _Table:
    """The statements of one model, for the store in use."""

    def __init__(self, model: type[SyncedRow]) -> None:
        database = connections[DEFAULT_DB_ALIAS]
        quote = database.ops.quote_name
        fields = [field for field in model._meta.concrete_fields if not field.generated]
        self.name, self._quoted = model._meta.db_table, quote(model._meta.db_table)
        self.names = [field.attname for field in fields]
        self.columns = [_Column(field, quote(str(field.column))) for field in fields]
        self._id = model._meta.get_field("id")
        self._updates: dict[tuple[str, ...], tuple[str, list[_Column]]] = {}
        listed, marks = ", ".join(column.quoted for column in self.columns), ", ".join(["%s"] * len(fields))
        self.insert = f"INSERT INTO {self._quoted} ({listed}) VALUES ({marks}) ON CONFLICT (id) DO NOTHING"
        # SQLite's one writer needs none. A key never changes, so whoever refers to the row need not wait for it: rows are
        # looked at for that by COMMIT, which holds the log's counters.
        lock = " FOR NO KEY UPDATE" if database.features.has_select_for_no_key_update else ""
        self.lock = f"SELECT {listed} FROM {self._quoted} WHERE id = %s{lock}"
        self.delete = f"DELETE FROM {self._quoted} WHERE id = %s AND v = %s"
        self.converters = []
        for place, field in enumerate(fields):
            column = field.get_col(self.name)
            converters = [*database.ops.get_db_converters(column), *column.get_db_converters(database)]
            self.converters += [(place, column, convert) for convert in converters]

    def update(self, names: tuple[str, ...]) -> tuple[str, list[_Column]]:
        """The statement that writes these fields and `v`, and their columns in its order."""
        if names not in self._updates:
            columns = [column for column in self.columns if column.names & {*names, "v"}]
            changed = ", ".join(f"{column.quoted} = %s" for column in columns)
            self._updates[names] = f"UPDATE {self._quoted} SET {changed} WHERE id = %s AND v = %s", columns
        return self._updates[names]

    def id_of(self, row_id: UUID, database: Any) -> Any:
        return self._id.get_db_prep_value(row_id, database)

    def place(self, row: SyncedRow, database: Any) -> list[Any]:
        return [self.id_of(row.id, database), row.v - 1]


@cache
def _table(model: type[SyncedRow]) -> _Table:
    return _Table(model)
