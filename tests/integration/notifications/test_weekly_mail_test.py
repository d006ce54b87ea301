"""The test of the weekly mail, which is sent only to the admin who requests it."""

import pytest

from core.ids import uuid7
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/weekly_mail_tests"


async def test_an_admin_gets_the_mail_without_the_clients_link_to_unsubscribe(portal: Portal, mailbox: Mailbox) -> None:
    await portal.post("ana", "Your report is ready.")
    reply = await portal.as_("ana").post(PATH, json={"client_id": str(portal.clients["maya"])})
    assert (reply.status_code, reply.json()) == (200, {"to": "ana@portal.example"})
    [mail] = await mailbox.mails()
    assert mail.to == "ana@portal.example"
    assert mail.subject.startswith("Test: Your week at Harbor Coffee: ")
    assert "List-Unsubscribe" not in mail.message
    for part in (mail.text, mail.html):
        assert "This is a test. Harbor Coffee did not get it." in part
        assert "unsubscribe" not in part


async def test_no_test_is_sent_for_an_empty_week_or_an_unknown_client(portal: Portal) -> None:
    async with portal.unchanged():
        for client_id, status, code in (
            (str(portal.clients["maya"]), 409, "nothing_to_send"),
            (str(uuid7()), 404, "client_not_found"),
        ):
            reply = await portal.as_("ana").post(PATH, json={"client_id": client_id})
            assert (reply.status_code, reply.json()["code"]) == (status, code)


async def test_an_admin_can_send_five_tests_an_hour(portal: Portal) -> None:
    await portal.post("ana", "Your report is ready.")
    body = {"client_id": str(portal.clients["maya"])}
    statuses = [(await portal.as_("ana").post(PATH, json=body)).status_code for _ in range(5)]
    assert statuses == [200] * 5
    async with portal.grows({}):
        reply = await portal.as_("ana").post(PATH, json=body)
    assert (reply.status_code, reply.json()["code"]) == (429, "too_many_test_mails")
    assert 0 < int(reply.headers["Retry-After"]) <= 720
