"""Settings of the Stripe API: its addresses and this installation's keys. A demo uses those of the sandbox."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

from environment.setting import BadSetting, Group, Reader
from environment.values import address, optional, script

API = "https://api.stripe.com"
JS = "https://js.stripe.com/v3/"


def _key(*starts: str) -> Callable[[str, str], str | None]:
    def parse(name: str, raw: str) -> str:
        if not raw.startswith(starts):
            raise BadSetting(name, f"a key that begins with {' or '.join(starts)}")
        return raw

    return optional(parse)


GROUP = Group(
    "Payments by card",
    "The three keys of one Stripe account, all or none; its webhook is SITE_URL/functions/v1/stripe-webhook",
)
STRIPE_SECRET_KEY = GROUP.setting(
    "STRIPE_SECRET_KEY",
    _key("sk_", "rk_"),
    "The secret key.",
    unit="sk_... or rk_...",
    example="sk_live_...",
    is_secret=True,
)
STRIPE_PUBLISHABLE_KEY = GROUP.setting(
    "STRIPE_PUBLISHABLE_KEY", _key("pk_"), "The publishable key.", unit="pk_...", example="pk_live_..."
)
STRIPE_WEBHOOK_SECRET = GROUP.setting(
    "STRIPE_WEBHOOK_SECRET",
    _key("whsec_"),
    "The secret of the webhook.",
    unit="whsec_...",
    example="whsec_...",
    is_secret=True,
)
STRIPE_API = GROUP.setting(
    "STRIPE_API", address, "The address of the API. Only tests change it.", default=API, unit="URL", example=API
)
STRIPE_JS = GROUP.setting(
    "STRIPE_JS", script, "The script for pages. Only tests change it.", default=JS, unit="URL", example=JS
)
KEYS = (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET)


@dataclass(frozen=True)
class StripeAccount:
    """`api` is the base URL of the API, `js` the URL of the script for pages. Either all keys are set or none."""

    api: str
    js: str
    secret_key: str | None
    publishable_key: str | None
    webhook_secret: str | None


def read_stripe(reader: Reader, sandbox: str | None) -> StripeAccount:
    """The account from the environment. Without keys, the API's address is `sandbox`, if given. Raises BadSetting."""
    keys = [reader.read(setting) for setting in KEYS]
    for setting, key in zip(KEYS, keys, strict=True):
        if key is None and any(keys):
            raise BadSetting(setting.name, "set all three Stripe keys, or none")
    sandbox_url = None if any(keys) else sandbox
    api = reader.read(STRIPE_API, sandbox_url)
    return StripeAccount(api, reader.read(STRIPE_JS, f"{sandbox_url}/v3/" if sandbox_url else None), *keys)


def with_sandbox_keys(account: StripeAccount, secret: str) -> StripeAccount:
    """The account with keys for the sandbox. They are derived from the installation's secret, so that all its processes
    have the same keys, and nobody else can sign a webhook."""

    def derived_key(name: str) -> str:
        return hmac.new(secret.encode(), name.encode(), sha256).hexdigest()[:48]

    secret_key, publishable_key = f"sk_test_{derived_key('secret')}", f"pk_test_{derived_key('publishable')}"
    return replace(
        account,
        secret_key=secret_key,
        publishable_key=publishable_key,
        webhook_secret=f"whsec_{derived_key('webhook')}",
    )
