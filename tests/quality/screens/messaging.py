"""The screens of files and of the search in a conversation."""

from playwright.sync_api import FilePayload, expect

from tests.e2e.users import MESSAGING
from tests.quality.screens.all_screens import MAYA, OpenPage, States, go_offline, signed_in
from tests.support.apps.files import picture
from tests.support.browsers.browser import Kind

SEARCH = "Search this conversation"


def conversation_files(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), MAYA)
    page.goto(MESSAGING)
    image = page.get_by_role("button", name="Show harbor-menu.jpg")
    image.scroll_into_view_if_needed()
    expect(image.locator("img")).to_be_visible()
    expect(page.get_by_role("button", name="First page of What weighs what.pdf").locator("img")).to_be_visible()
    yield "conversation, files", page
    image.click()
    expect(page.get_by_role("dialog", name="harbor-menu.jpg").get_by_role("img")).to_be_visible()
    yield "picture, opened", page
    page.keyboard.press("Escape")
    new_files: list[FilePayload] = [
        {"name": "Winter menu.png", "mimeType": "image/png", "buffer": picture(40, 30)},
        {"name": "menu.svg", "mimeType": "image/svg+xml", "buffer": b"<svg/>"},
    ]
    page.locator('input[data-picks="files"]').set_input_files(new_files)
    expect(page.get_by_role("list", name="Files to send")).to_contain_text("Winter menu.png")
    expect(page.get_by_text("File type not supported")).to_be_visible()
    yield "composer, an accepted and a rejected file", page
    page.get_by_role("button", name="Remove Winter menu.png").click()


def conversation_search(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), MAYA)
    page.goto(MESSAGING)
    page.get_by_role("button", name=SEARCH).click()
    field, status = page.get_by_role("searchbox", name=SEARCH), page.get_by_role("search").get_by_role("status")
    expect(status).to_have_text("Words, or the name of a file")
    yield "conversation, search", page
    field.fill("picture")
    expect(status).to_contain_text("messages")
    yield "conversation, search results", page
    page.get_by_role("list", name="Messages found").get_by_role("button").last.click()
    expect(status).to_contain_text(" of ")
    yield "conversation, at a search result", page
    field.fill("penguins")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    yield "conversation, no search results", page
    go_offline(page)
    field.fill("menu")
    expect(status).to_contain_text("on this device")
    yield "conversation, search offline", page


MESSAGING_SCREENS = (conversation_files, conversation_search)
