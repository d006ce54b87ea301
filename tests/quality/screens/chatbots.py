"""The screens of chatbots: a client chats and views the marketplace; an admin manages, trains and tests bots."""

from playwright.sync_api import expect

from tests.e2e.users import DASHBOARD
from tests.quality.screens.all_screens import ANA, MAYA, OpenPage, States, signed_in
from tests.support.browsers.browser import Kind

FAQ = "# When do you open?\n\nAt eight each morning.\n\n# Do you ship?\n\nTwice a week.\n"


def client_chatbot(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), MAYA)
    page.goto(f"{DASHBOARD}/chatbot")
    expect(page.get_by_role("log", name="Messages").locator("[data-message]").first).to_be_visible()
    yield "chatbot", page
    page.get_by_role("button", name="Marketplace").click()
    expect(page.get_by_role("dialog", name="Marketplace").get_by_role("listitem").first).to_be_visible()
    yield "chatbot, marketplace", page
    page.keyboard.press("Escape")
    page.goto(f"{DASHBOARD}/spam-catcher")
    page.get_by_label("Email Address").fill("maya@")
    page.get_by_role("button", name="Notify me").click()
    expect(page.get_by_text("Please enter a valid email address.")).to_be_visible()
    yield "spam catcher, invalid email address", page


def chatbot_management(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), ANA)
    management = f"{DASHBOARD}/chatbot-management"
    page.goto(management)
    expect(page.get_by_role("table", name="Chatbots").get_by_role("button", name="Edit").first).to_be_visible()
    yield "chatbot management", page
    page.get_by_role("button", name="Create Chatbot").click()
    expect(page.get_by_role("dialog", name="Create Chatbot")).to_be_visible()
    yield "chatbot management, create", page
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More actions").first.click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_role("alertdialog").get_by_text("This deletes")).to_be_visible()
    yield "chatbot management, delete", page
    page.goto(f"{management}?tab=training")
    expect(page.get_by_role("region", name="Training data").get_by_role("listitem").first).to_be_visible()
    yield "chatbot management, training", page
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_label("Source").select_option("document")
    page.get_by_label("Document").set_input_files({"name": "faq.md", "mimeType": "text/plain", "buffer": FAQ.encode()})
    yield "chatbot management, import", page
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("list", name="What was found").get_by_role("listitem")).to_have_count(2)
    yield "chatbot management, rows of a document", page
    page.goto(f"{management}?tab=assignments")
    page.get_by_label("Chatbot", exact=True).select_option(label="Harbor Helper (active)")
    expect(page.get_by_role("list", name="Assigned users").get_by_role("listitem").first).to_be_visible()
    yield "chatbot management, assignments", page


def chat_interface(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), ANA)
    page.goto(f"{DASHBOARD}/chat-interface")
    page.get_by_role("textbox", name="Message").fill("When are you open?")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(
        page.get_by_role("log", name="Messages").get_by_role("button", name="Helpful", exact=True).first
    ).to_be_visible()
    yield "chat interface", page
    page.goto(f"{DASHBOARD}/dev-docs")
    page.get_by_role("heading", name="Clients", exact=True).click()
    requests = page.get_by_role("list", name="Clients").get_by_role("listitem")
    expect(requests.first).to_be_visible()
    yield "developer docs", page
    requests.first.get_by_text("GET", exact=True).click()
    expect(requests.first.get_by_text("Example response")).to_be_visible()
    yield "developer docs, an example", page


CHATBOT_SCREENS = (client_chatbot, chatbot_management, chat_interface)
