"""Rows read by cached raw SQL statements equal the objects that the ORM builds."""

import httpx
import pytest
from django.db import models

from accounts.models import Factor, Identity, Session, User
from sync.sql import raw_sql, row_reader
from sync.writes.db_executor import read, write
from tests.support.accounts.api import sign_up
from tests.support.accounts.second_factor import protect

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.mark.parametrize("model", [User, Identity, Session, Factor])
async def test_raw_rows_equal_the_rows_of_the_orm(model: type[models.Model], http: httpx.AsyncClient) -> None:
    await protect(http, await sign_up(http))

    def read_both() -> tuple[list[models.Model], list[models.Model]]:
        return row_reader.rows(model, "id IS NOT NULL", []), list(model._default_manager.all())

    [actual], [expected] = await read(read_both)
    assert type(actual) is model
    assert vars(actual).keys() == vars(expected).keys()
    fields = [field.attname for field in model._meta.concrete_fields]
    assert [getattr(actual, name) for name in fields] == [getattr(expected, name) for name in fields]
    assert (actual._state.adding, actual._state.db) == (False, "default")


async def test_raw_rows_are_selected_by_the_query(http: httpx.AsyncClient) -> None:
    ada, _ = await sign_up(http), await sign_up(http, "eve@example.com")

    def locked() -> list[User]:
        return row_reader.rows(User, "email = %s", ["ada@example.com"], locked=True)

    assert [str(user.id) for user in await write(locked)] == [ada["user"]["id"]]
    assert await read(lambda: row_reader.rows(User, "id = %s", [raw_sql.adapted(User().id)])) == []
