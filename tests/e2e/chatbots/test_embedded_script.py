"""The script that a client's chatbot page embeds cannot reach any of our data."""

import json
import re
from typing import Any

from playwright.sync_api import Frame, expect

from tests.e2e.conftest import Devices
from tests.e2e.users import Agency

# Each attempt ends with the name of its error, or with the data that it got.
ATTACK = """
<pre id="outcomes"></pre>
<script>
const attempts = {
  origin: () => self.origin,
  cookie: () => document.cookie,
  storage: () => localStorage.length,
  database: () => indexedDB.databases().then((all) => all.length),
  cache: () => caches.keys().then((all) => all.length),
  worker: () => navigator.serviceWorker.register('/sw.js').then(() => 'registered'),
  api: () => fetch('PORTAL/rest/v1/clients', { credentials: 'include' }).then((reply) => reply.status),
  parent: () => (parent === self ? 'alone' : parent.document.title),
  top: () => (top === self ? 'alone' : void (top.location = 'PORTAL/stolen')),
}
const outcomeOf = async ([name, attempt]) => {
  try { return [name, await attempt()] } catch (error) { return [name, error.name] }
}
Promise.all(Object.entries(attempts).map(outcomeOf)).then((all) => {
  document.getElementById('outcomes').textContent = JSON.stringify(Object.fromEntries(all))
})
</script>
"""
BLOCKED = {
    "origin": "null",
    "cookie": "SecurityError",
    "storage": "SecurityError",
    "database": "SecurityError",
    "cache": "SecurityError",
    "worker": "SecurityError",
    "api": "TypeError",
}


def outcomes(frame: Frame) -> dict[str, Any]:
    """The data that each attempt got, or the name of its error."""
    output = frame.locator("#outcomes")
    expect(output).not_to_be_empty()
    return dict(json.loads(output.inner_text()))


def test_a_stored_script_reaches_nothing_of_ours_in_its_frame_and_runs_in_no_tab(
    agency: Agency, devices: Devices
) -> None:
    account = agency.sign_up("Maya Lindqvist")
    script = ATTACK.replace("PORTAL", agency.url)
    stored = agency.request(
        agency.admin, "PUT", "/rest/v1/chatbot_embeds", json={"client_id": account.client_id, "embed_url": script}
    )
    assert stored.status_code == 200, stored.text
    maya = account.on(devices.new("desktop")).with_session()
    page = maya.page
    maya.device.expects("sandbox|Content Security Policy|Failed to load|Unsafe attempt|Refused|^exception: undefined$")
    maya.device.go("/dashboard/chatbot")
    page.get_by_role("button", name="Load chat").click()
    output = page.frame_locator("iframe[title='Live chat']").locator("#outcomes")
    expect(output).not_to_be_empty()
    [embed] = [each for each in page.frames if "/embeds/" in each.url]
    assert outcomes(embed) == BLOCKED | {"parent": "SecurityError", "top": "SecurityError"}
    expect(page).to_have_url(re.compile("/dashboard/chatbot$"))
    embed_url, requests = embed.url, list[str]()
    page.on("request", lambda request: requests.append(request.url))
    embed.evaluate("() => { location.href = 'https://elsewhere.example/' }")
    expect(output).to_be_hidden()  # the browser shows its own error in the frame
    reply = page.goto(embed_url)
    assert reply is not None
    assert reply.status == 403
    expect(page.get_by_text("This chat opens inside the dashboard.")).to_be_visible()
    assert [url for url in requests if "elsewhere" in url] == []
