"""The check of secrets in files; the planted ones are assembled here, so that this file has none."""

from pathlib import Path

import pytest

from tests.support.architecture.planting import on_a_good_tree, plant
from tests.support.architecture.secrets import CHECKS, no_secrets

GOOD = {
    "deploy/env.example": "DATABASE_URL=postgresql://pulseboard:secret@127.0.0.1/pulseboard\nSTRIPE_SECRET_KEY=sk_live_...\n",
    "platform/x.py": "KEY = '-----BEGIN PUBLIC KEY-----'\n",
}
test_a_good_tree_passes = on_a_good_tree(GOOD, CHECKS)


@pytest.mark.parametrize(
    ("secret", "kind"),
    [
        ("-----BEGIN " + "EC PRIVATE KEY-----", "a private key"),
        ('"d": ' + '"' + "a" * 43 + '"', "a private JWK"),
        ("sk_" + "live_" + "a" * 24, "a key of Stripe"),
        ("AK" + "IA" + "B" * 16, "a key of AWS"),
        ("AI" + "za" + "c" * 35, "a key of Google"),
        ("sk-" + "proj-" + "d" * 48, "a key of a language model"),
        ("gh" + "p_" + "e" * 36, "a token of GitHub"),
        ("np" + "m_" + "f" * 36, "a token of a registry"),
        ("xo" + "xb-" + "1" * 24, "a token of Slack"),
        ("S" + "K" + "0" * 32, "a token of Twilio or SendGrid"),
        ("ey" + "J" + "g" * 20 + ".ey" + "J" + "h" * 20 + "." + "i" * 20, "a signed token"),
        ("postgresql" + "://app:" + "j" * 16 + "@db/app", "a password in a URL"),
    ],
)
def test_a_secret_is_named_by_its_place_and_kind_and_not_repeated(secret: str, kind: str, tmp_path: Path) -> None:
    plant(tmp_path, GOOD | {"deploy/a.md": f"first line\nsecond {secret}\n"})
    assert no_secrets(tmp_path) == [f"deploy/a.md:2: {kind}; remove it and change it at its provider."]
