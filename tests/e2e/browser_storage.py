"""Everything that a page's origin stores on a device: databases, caches, local and session storage, cookies."""

import json
from typing import Any

from playwright.sync_api import Page

from tests.support.browsers.browser import Device

READ = """async () => {
  const resultOf = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
  const databases = {}
  for (const { name } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name))
    databases[name] = {}
    for (const store of database.objectStoreNames) {
      const content = database.transaction(store).objectStore(store)
      databases[name][store] = [await resultOf(content.getAllKeys()), await resultOf(content.getAll())]
    }
    database.close()
  }
  const cached = {}
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) cached[request.url] = await (await cache.match(request)).text()
  }
  return { databases, cached, local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie }
}"""

REPLACE_SESSION = """async (session) => {
  const database = await new Promise((done) => {
    const request = indexedDB.open('portal-auth', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('items')
    request.onsuccess = () => done(request.result)
  })
  const items = database.transaction('items', 'readwrite').objectStore('items')
  items.put(session, `sb-${location.host}-auth-token`)
  await new Promise((done) => (items.transaction.oncomplete = done))
  database.close()
}"""

# The browser makes the request, so that the server records this browser as the session's device and sets its cookies.
START_SESSION = f"""async ([email, password]) => {{
  const reply = await fetch('/auth/v1/token?grant_type=password', {{
    method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({{ email, password }}) }})
  if (!reply.ok) throw new Error(await reply.text())
  await ({REPLACE_SESSION})(await reply.text())
}}"""
# A page of the origin that does not run the app, because the app would read the storage before a session is in it.
PAGE_WITHOUT_APP = "/terms"


def start_session(device: Device, email: str, password: str) -> None:
    """Start a session and store it in this browser, whose next page is signed in."""
    device.go(PAGE_WITHOUT_APP)
    device.page.evaluate(START_SESSION, [email, password])


def dump_of(page: Page) -> Any:
    """`{databases: {name: {store: [keys, values]}}, cached: {url: text}, local, session, cookie}`."""
    return page.evaluate(READ)


def as_text(page: Page) -> str:
    """The dump of the page's origin as one text, to search in."""
    return json.dumps(dump_of(page), ensure_ascii=False)


def stored_texts(page: Page, *texts: str) -> list[str]:
    """Those of `texts` that the page's origin has stored anywhere."""
    dump = as_text(page)
    return [text for text in texts if text in dump]


def rows(page: Page, user_id: str, store: str) -> list[dict[str, Any]]:
    """The rows of one table of a user's replica."""
    stored: list[dict[str, Any]] = dump_of(page)["databases"][f"portal-u{user_id}"][store][1]
    return stored


def contents(page: Page, user_id: str, client_id: str) -> list[str]:
    """The texts of a thread's messages that this device has stored, oldest first."""
    of_thread = [row for row in rows(page, user_id, "messages") if row["client_id"] == client_id]
    return [row["content"] for row in sorted(of_thread, key=lambda row: (row["created_at"], row["id"]))]


def expire_token(page: Page) -> None:
    """Expire the stored access token, as after a night: its expiry has passed, and the server rejects it."""
    stored = dump_of(page)["databases"]["portal-auth"]["items"][1]
    session = next(json.loads(value) for value in stored if "access_token" in value)
    head, _, rest = session["access_token"].partition(".")
    session |= {"expires_at": 1, "expires_in": 0, "access_token": f"{head}.{rest[::-1]}"}
    page.evaluate(REPLACE_SESSION, json.dumps(session))
