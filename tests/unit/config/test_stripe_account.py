"""Stripe's account: real keys select the real Stripe, a demo without keys the sandbox, and keys are never mixed up."""

from pathlib import Path

import pytest

from environment.environment import read_environment
from environment.setting import BadSetting
from environment.stripe_account import StripeAccount, with_sandbox_keys

ROOT = Path("/srv/portal")
REAL = {
    "STRIPE_SECRET_KEY": "sk_test_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_1",
    "STRIPE_WEBHOOK_SECRET": "whsec_1",
}


def test_a_demo_without_keys_uses_keys_of_the_sandbox() -> None:
    account = read_environment({"DEMO": "1", "PORT": "9000"}, ROOT).stripe
    assert account == StripeAccount("http://127.0.0.1:9001", "http://127.0.0.1:9001/v3/", None, None, None)
    generated = with_sandbox_keys(account, "one secret")
    keys = (generated.secret_key or "", generated.publishable_key or "", generated.webhook_secret or "")
    assert [key.rpartition("_")[0] for key in keys] == ["sk_test", "pk_test", "whsec"]
    assert len({key.rpartition("_")[2] for key in keys}) == 3
    assert with_sandbox_keys(account, "one secret") == generated
    other = with_sandbox_keys(account, "another secret")
    assert not {other.secret_key, other.publishable_key, other.webhook_secret} & set(keys)


@pytest.mark.parametrize("demo", ["0", "1"])
def test_an_installation_with_keys_uses_the_real_stripe(demo: str) -> None:
    account = read_environment({"DEMO": demo, **REAL}, ROOT).stripe
    assert account == StripeAccount(
        "https://api.stripe.com", "https://js.stripe.com/v3/", "sk_test_1", "pk_test_1", "whsec_1"
    )


@pytest.mark.parametrize(
    ("name", "key"),
    [("STRIPE_SECRET_KEY", "pk_test_1"), ("STRIPE_PUBLISHABLE_KEY", "sk_test_1"), ("STRIPE_WEBHOOK_SECRET", "sk_1")],
)
def test_a_stripe_key_in_the_wrong_setting_is_rejected_and_not_quoted(name: str, key: str) -> None:
    """A secret key in the setting of the publishable key would be in every page."""
    with pytest.raises(BadSetting, match=f"^{name}: a key that begins with ") as error:
        read_environment(REAL | {name: key}, ROOT)
    assert key not in str(error.value)
