"""The fake Stripe as one of the sandbox's providers: routes paths to its parts."""

from collections.abc import Callable
from pathlib import Path

from sandbox.server import Answer, Request
from sandbox.stripe import browser_files, control
from sandbox.stripe.account import Account, Keys
from sandbox.stripe.api import Api
from sandbox.stripe.billing import lifecycle
from sandbox.stripe.errors import StripeError
from sandbox.stripe.pages import challenge_page, checkout_page, control_page, invoice_page, portal_page
from sandbox.stripe.store import Store
from sandbox.stripe.webhooks import Webhooks

Part = Callable[[Account, Request], Answer]
PAGES: dict[str, Part] = {
    checkout_page.PATH: checkout_page.answer,
    challenge_page.PATH: challenge_page.answer,
    portal_page.PATH: portal_page.answer,
    invoice_page.PATH: invoice_page.answer,
    browser_files.PATH: browser_files.answer,
    control.PATH: control.answer,
    control_page.PATH: control_page.answer,
}
# Values of Sec-Fetch-Site that are allowed for a form. Browsers send another value for a page of another site.
ALLOWED_FETCH_SITES = {"same-origin", "none"}


class Stripe:
    """Stores everything in `folder`. Delivers events to `hook`; "" disables delivery."""

    def __init__(self, address: str, site: str, keys: Keys, folder: Path, hook: str) -> None:
        store = Store(folder / "stripe.sqlite3")
        webhooks = Webhooks(store, hook, keys.webhook)
        self._account = Account(address, site, keys, store, webhooks)
        self._api = Api(self._account)
        webhooks.start()
        lifecycle.start(self._account)

    def answer(self, request: Request) -> Answer | None:
        if request.path.startswith("/v1/"):
            return self._api.answer(request)
        for start, part in PAGES.items():
            if request.path.startswith(start):
                if (
                    request.method == "POST"
                    and request.headers.get("sec-fetch-site", "none") not in ALLOWED_FETCH_SITES
                ):
                    return Answer(403, b"Another site's page sent this", "text/plain")
                return self._page(part, request)
        return None

    def _page(self, part: Part, request: Request) -> Answer:
        try:
            with self._account.store.change():
                return part(self._account, request)
        except StripeError as failure:
            return Answer(failure.status, str(failure).encode(), "text/plain; charset=utf-8")
