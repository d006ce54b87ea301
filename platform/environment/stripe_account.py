"""Where Stripe is and by which keys it knows this installation; in a demo both are the sandbox's."""

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
    """`api` is the base address of the API, `js` the address of the script for pages. There are all keys or none."""

    api: str
    js: str
    secret_key: str | None
    publishable_key: str | None
    webhook_secret: str | None


def read_stripe(reader: Reader, sandbox: str | None) -> StripeAccount:
    """The account that the environment names; `sandbox` stands in for one without keys. Raises BadSetting."""
    keys = [reader.text(name, "") or None for name in KEYS]
    for (name, starts), key in zip(KEYS.items(), keys, strict=True):
        if key is None and any(keys):
            raise BadSetting(name, "the three keys go together")
        if key is not None and not key.startswith(starts):
            raise BadSetting(name, f"a key that begins with {' or '.join(starts)}")
    played = None if any(keys) else sandbox
    api = reader.address("STRIPE_API", played or API)
    return StripeAccount(api, reader.script("STRIPE_JS", f"{played}/v3/" if played else JS), *keys)


def with_made_keys(account: StripeAccount, secret: str) -> StripeAccount:
    """The same account with keys for the sandbox. They follow from the installation's own secret, so that every process
    of it has the same ones, and nobody else can sign a webhook."""

    def made(name: str) -> str:
        return hmac.new(secret.encode(), name.encode(), sha256).hexdigest()[:48]

    secret_key, publishable_key = f"sk_test_{made('secret')}", f"pk_test_{made('publishable')}"
    return replace(
        account,
        secret_key=secret_key,
        publishable_key=publishable_key,
        webhook_secret=f"whsec_{made('webhook')}",
    )
