"""The write audit: it detects every write that bypasses the log, by any API."""

import pytest
from django.db import connection, transaction

from clients.models import Client
from clients.services import create_client
from core.ids import uuid7
from messaging.models import Thread
from sync.log import changes
from tests.support.database.write_audit import clear_audit, unlogged_writes

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def new_client() -> Client:
    with transaction.atomic():
        return create_client(company_name="Harbor", contact_name="Maya", contact_email="maya@portal.example")


def test_lg2_every_write_through_the_log_is_logged() -> None:
    client = new_client()
    with transaction.atomic():
        locked = Client.objects.select_for_update().get(id=client.id)
        changes.update(locked, phone="1")
        changes.update(locked, phone="2")
        changes.delete(Client.objects.select_for_update().get(id=new_client().id))
    assert unlogged_writes() == []


@pytest.mark.parametrize("way", ["save", "update", "delete", "bulk", "sql", "next version"])
def test_lg2_a_write_that_bypasses_the_log_is_detected(way: str) -> None:
    client = new_client()
    assert unlogged_writes() == []
    with transaction.atomic():
        match way:
            case "save":
                client.save()
            case "update":
                Client.objects.filter(id=client.id).update(phone="1")
            case "delete":
                client.delete()
            case "bulk":
                Thread.objects.bulk_create([Thread(id=uuid7())])
            case "sql":
                with connection.cursor() as cursor:
                    cursor.execute("UPDATE clients SET phone = '1'")
            case "next version":
                Client.objects.filter(id=client.id).update(phone="1", v=2)
    assert len(unlogged_writes()) == 1
    clear_audit()
