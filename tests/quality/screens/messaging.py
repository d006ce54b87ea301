"""The screens of files and of the search in a conversation."""

from playwright.sync_api import FilePayload, expect

from tests.e2e.users import MESSAGING
from tests.quality.screens.all_screens import MAYA, Open, Shown, go_offline, signed_in
from tests.support.apps.files import picture
from tests.support.browsers.browser import Kind

SEARCH = "Search this conversation"


def files(open_page: Open, kind: Kind) -> Shown:
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
    chosen: list[FilePayload] = [
        {"name": "Winter menu.png", "mimeType": "image/png", "buffer": picture(40, 30)},
        {"name": "menu.svg", "mimeType": "image/svg+xml", "buffer": b"<svg/>"},
    ]
    page.locator('input[data-picks="files"]').set_input_files(chosen)
    expect(page.get_by_role("list", name="Files to send")).to_contain_text("Winter menu.png")
    expect(page.get_by_text("File type not supported")).to_be_visible()
    yield "composer, a file and one that is refused", page
    page.get_by_role("button", name="Remove Winter menu.png").click()


def searching(open_page: Open, kind: Kind) -> Shown:
    page = signed_in(open_page(kind), MAYA)
    page.goto(MESSAGING)
    page.get_by_role("button", name=SEARCH).click()
    field, status = page.get_by_role("searchbox", name=SEARCH), page.get_by_role("search").get_by_role("status")
    expect(status).to_have_text("Words, or the name of a file")
    yield "conversation, search", page
    field.fill("picture")
    expect(status).to_contain_text("messages")
    yield "conversation, found", page
    page.get_by_role("list", name="Messages found").get_by_role("button").last.click()
    expect(status).to_contain_text(" of ")
    yield "conversation, at what was found", page
    field.fill("penguins")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    yield "conversation, nothing found", page
    go_offline(page)
    field.fill("menu")
    expect(status).to_contain_text("on this device")
    yield "conversation, searched offline", page


MESSAGING_SCREENS = (files, searching)
