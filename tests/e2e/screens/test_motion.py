"""Motion on a phone: a conversation slides in and out, unless motion is reduced, and opens at its newest message."""

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from core.ids import uuid7
from tests.e2e.conftest import Devices
from tests.e2e.users import MESSAGING, Agency

pytestmark = pytest.mark.thorough

# Records the animations of each view transition. The browser has skipped a transition whose `ready` is rejected.
RECORD = """() => {
  window.transitions = []
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    const names = () => document.getAnimations().map((each) => each.animationName)
    window.transitions.push(transition.ready.then(names, () => []))
    return transition
  }
}"""
# The number of recorded transitions that have moved a conversation.
MOVES = "async () => (await Promise.all(window.transitions)).filter((all) => all.includes('detail-in')).length"


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", [1, 2]), ("reduce", [0, 0])])
def test_a_conversation_slides_in_and_out_unless_motion_is_reduced(
    motion: Literal["no-preference", "reduce"], moves: list[int], agency: Agency, devices: Devices
) -> None:
    maya = agency.sign_up("Maya Lindqvist")
    ana = agency.admin.on(devices.new("phone")).with_session()
    ana.page.emulate_media(reduced_motion=motion)
    ana.device.go(MESSAGING)
    ana.page.get_by_text("All", exact=True).click()
    row = ana.page.locator("[data-row]").filter(has_text=maya.company)
    expect(row).to_be_visible()
    ana.page.evaluate(RECORD)
    row.click()
    expect(ana.composer).to_be_visible()
    assert ana.page.evaluate(MOVES) == moves[0]
    ana.page.get_by_role("button", name=re.compile("^Back")).click()
    expect(row).to_be_visible()
    assert ana.page.evaluate(MOVES) == moves[1]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_conversation_opens_at_its_newest_message(
    motion: Literal["no-preference", "reduce"], agency: Agency, devices: Devices
) -> None:
    """Even with reduced motion. On a phone the last row is higher than estimated, so the list grows while it opens."""
    maya = agency.sign_up("Maya Lindqvist").on(devices.new("phone")).with_session()
    for content in [*["Yes."] * 30, "word " * 14]:
        message = {"id": str(uuid7()), "client_id": maya.account.client_id, "content": content}
        agency.request(maya.account, "POST", "/rest/v1/messages", json=message).raise_for_status()
    maya.page.emulate_media(reduced_motion=motion)
    for _ in range(2):
        maya.device.go("/dashboard/connections")
        maya.page.get_by_role("navigation", name="Main", exact=True).get_by_role("link", name="Messages").click()
        expect(maya.thread.last).to_contain_text("word")
        expect(maya.thread.last).to_be_in_viewport(ratio=1)
