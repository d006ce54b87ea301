"""Settings of the Stripe API: its addresses and this installation's keys; a demo uses the sandbox's."""

import hmac
from dataclasses import dataclass, replace
from hashlib import sha256

from environment.variables import BadSetting, Reader

API = "https://api.stripe.com"
JS = "https://js.stripe.com/v3/"
KEYS = {
    "STRIPE_SECRET_KEY": ("sk_", "rk_"),
    "STRIPE_PUBLISHABLE_KEY": ("pk_",),
    "STRIPE_WEBHOOK_SECRET": ("whsec_",),
}


@dataclass(frozen=True)
class StripeAccount:
    """`api` is the base URL of the API, `js` the URL of the script for pages. Either all keys are set or none."""

    api: str
    js: str
    secret_key: str | None
    publishable_key: str | None
    webhook_secret: str | None


def read_stripe(reader: Reader, sandbox: str | None) -> StripeAccount:
    """The account from the environment; without keys, Stripe's API is at `sandbox`. Raises BadSetting."""
    keys = [reader.text(name, "") or None for name in KEYS]
    for (name, starts), key in zip(KEYS.items(), keys, strict=True):
        if key is None and any(keys):
            raise BadSetting(name, "the three keys go together")
        if key is not None and not key.startswith(starts):
            raise BadSetting(name, f"a key that begins with {' or '.join(starts)}")
    sandbox_url = None if any(keys) else sandbox
    api = reader.address("STRIPE_API", sandbox_url or API)
    return StripeAccount(api, reader.script("STRIPE_JS", f"{sandbox_url}/v3/" if sandbox_url else JS), *keys)


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
