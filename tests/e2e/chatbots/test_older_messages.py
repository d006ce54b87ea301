"""A conversation that is older than the newest 500 messages of a user, on a device that never stored it."""

from uuid import UUID

from playwright.sync_api import expect

from core.ids import uuid7
from tests.e2e.conftest import Devices
from tests.e2e.users import Agency

SEED = """
from datetime import timedelta
from core.clock import now
from core.ids import uuid7
from chatbots.models import ChatMessage
def rows(bot, count, age):
    start = now() - timedelta(days=age)
    return [ChatMessage(id=uuid7(), conversation_id=bot, user_id="{user}", sender_type=("user", "bot")[n % 2],
        content=f"Message {{n}}", created_at=start + timedelta(minutes=n)) for n in range(count)]
ChatMessage.objects.bulk_create(rows("{older}", 2, 30) + rows("{newer}", 600, 3))
"""


def new_bot(agency: Agency, name: str) -> UUID:
    bot_id = uuid7()
    fields = {"id": str(bot_id), "bot_name": name, "category": "Support"}
    assert agency.request(agency.admin, "POST", "/rest/v1/chatbots", json=fields).is_success
    return bot_id


def test_a_new_device_shows_a_conversation_that_its_first_load_lacks(agency: Agency, devices: Devices) -> None:
    older, newer = new_bot(agency, "Older"), new_bot(agency, "Newer")
    agency.server.manage(
        "shell", "--no-imports", "-c", SEED.format(user=agency.admin.user_id, older=older, newer=newer)
    )
    ana = agency.admin.on(devices.new("desktop")).with_session()
    page = ana.page
    ana.device.go("/dashboard/chat-interface")
    page.get_by_label("Chatbot").select_option(str(older))
    log = page.get_by_role("log", name="Messages")
    messages = log.locator("[data-message]")
    expect(messages).to_contain_text(["Message 0", "Message 1"])
    page.get_by_label("Chatbot").select_option(str(newer))
    expect(messages).to_have_count(500)
    expect(messages.last).to_be_in_viewport()
    log.evaluate("log => { log.scrollTop = 100 }")
    expect(messages).to_have_count(600)
    expect(messages.nth(104)).to_be_in_viewport()
    for each in (older, newer):
        assert agency.request(agency.admin, "DELETE", f"/rest/v1/chatbots/{each}").is_success
