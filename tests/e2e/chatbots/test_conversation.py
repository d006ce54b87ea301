"""A chat with a bot: the reply streams, appears once although its HTTP response is lost, and is readable offline."""

import re
from uuid import UUID

import httpx
from playwright.sync_api import Route, expect

from core.ids import uuid7
from tests.e2e.users import Agency, BrowserUser
from tests.support.fakes.sandbox import Sandbox

ANSWER = "We open at eight each morning, and on Sundays at nine."


def trained_bot(agency: Agency) -> UUID:
    """A bot in training with one training example."""
    bot = uuid7()
    example = {"id": str(uuid7()), "chatbot_id": str(bot), "question": "When do you open?", "answer": ANSWER}
    fields = {"id": str(bot), "bot_name": "Bean", "category": "Support"}
    for path, body in (("/rest/v1/chatbots", fields), ("/rest/v1/training_data", example)):
        assert agency.request(agency.admin, "POST", path, json=body).is_success
    return bot


def test_a_lost_reply_is_requested_again_and_shown_once(agency: Agency, ana: BrowserUser, model: Sandbox) -> None:
    bot = trained_bot(agency)
    httpx.post(f"{model.url}/sandbox/model", data={"order": "reset"})
    httpx.post(f"{model.url}/sandbox/model", data={"order": "slow"})
    ana.device.expects("Failed to load resource")
    ana.device.keeps_the_app()
    page = ana.page
    lost_statuses: list[int] = []

    def lose(route: Route) -> None:
        if lost_statuses:
            route.continue_()
        else:
            lost_statuses.append(route.fetch().status)
            route.abort()

    page.route("**/functions/v1/generate-chat-response", lose)
    ana.device.go("/dashboard/chat-interface")
    page.get_by_label("Chatbot").select_option(str(bot))
    page.get_by_role("textbox", name="Message").fill("What are your opening hours?")
    page.keyboard.press("Enter")
    log = page.get_by_role("log", name="Messages")
    streaming_reply = log.locator("p").filter(has=page.locator(".bot-caret"))
    expect(streaming_reply).to_have_text(re.compile(r"^We open"))
    messages = log.locator("[data-message]")
    expect(messages).to_have_count(2)
    expect(messages.nth(0)).to_contain_text("What are your opening hours?")
    expect(messages.nth(1)).to_contain_text(ANSWER)
    expect(page.get_by_role("button", name="Send")).to_be_visible()
    assert lost_statuses == [200]
    rows = agency.request(agency.admin, "GET", f"/rest/v1/chat_messages?conversation_id={bot}").json()["rows"]
    assert [(row["sender_type"], row["content"]) for row in rows] == [
        ("user", "What are your opening hours?"),
        ("bot", ANSWER),
    ]
    assert len(httpx.get(f"{model.url}/sandbox/model").json()["requests"]) == 1
    ana.device.go_offline()
    page.reload()
    page.get_by_label("Chatbot").select_option(str(bot))
    expect(page.get_by_role("log", name="Messages")).to_contain_text(ANSWER)
    page.get_by_role("textbox", name="Message").fill("And on Sundays?")
    expect(page.get_by_role("button", name="Send")).to_be_disabled()
    expect(page.get_by_text("Asking a chatbot needs a connection.")).to_be_visible()
