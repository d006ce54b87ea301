"""Devices with wrong clocks, or clocks set while in use: users can sign in, and messages are sent."""

import re

import pytest
from playwright.sync_api import Response, expect

from tests.e2e.conftest import Devices
from tests.e2e.users import Agency

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
# The page's clock differs from the machine's by `ahead` ms; another tab or a reload starts with the same offset.
CLOCK = """(() => {
  const Real = Date
  const ahead = () => Number(localStorage.getItem('test-ahead') ?? %d)
  window.Date = class extends Real {
    constructor(...given) {
      if (given.length > 0) super(...given)
      else super(Real.now() + ahead())
    }
    static now() {
      return Real.now() + ahead()
    }
  }
})()"""


@pytest.mark.parametrize(
    ("first_offset", "later_offset"),
    [
        (-2 * DAY_MS, 2 * DAY_MS),
        pytest.param(HOUR_MS, -HOUR_MS, marks=pytest.mark.thorough),
        pytest.param(0, 2 * DAY_MS, marks=pytest.mark.thorough),
    ],
)
def test_ck1_a_wrong_clock_prevents_neither_sign_in_nor_sending(
    agency: Agency, devices: Devices, first_offset: int, later_offset: int
) -> None:
    account = agency.sign_up("Maya Lindqvist")
    phone = devices.new("phone")
    phone.context.add_init_script(CLOCK % first_offset)
    refreshes: list[Response] = []
    phone.context.on(
        "response",
        lambda response: refreshes.append(response) if response.ok and "refresh_token" in response.url else None,
    )
    maya = account.on(phone).sign_in()
    maya.opens_thread()
    maya.writes("At first.")
    maya.sees_all_sent()

    phone.page.evaluate("(ahead) => localStorage.setItem('test-ahead', ahead)", later_offset)
    maya.writes("And then.")
    maya.sees_all_sent()

    phone.go_offline()
    maya.writes("Without a network.")
    phone.page.evaluate("(ahead) => localStorage.setItem('test-ahead', ahead)", first_offset)
    phone.page.reload()
    phone.go_online()
    maya.sees("At first.", "And then.", "Without a network.")
    maya.sees_all_sent()
    assert agency.messages(account) == ["At first.", "And then.", "Without a network."]

    phone.go("/dashboard/settings/security")
    expect(phone.page.get_by_text(re.compile("in use now · signed in (just now|1 min ago)"))).to_be_visible()
    # The app refreshes the token once for each change of the clock, and once more if a busy server answers late.
    assert 1 <= len(refreshes) <= 3
