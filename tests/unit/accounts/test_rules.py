"""Sign-up's rules for an address, a password, metadata and a PKCE pair."""

import pytest

from accounts import validation
from accounts.credentials import passwords
from accounts.errors import ValidationFailed
from accounts.models import User
from accounts.queries import name_of, typed_name


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("ada@example.com", "ada@example.com"),
        ("Ada.Lovelace+news@Mail.Example.CO.UK", "ada.lovelace+news@mail.example.co.uk"),
        ("a'b@x-y.example", "a'b@x-y.example"),
        ("a@" + "b" * 63 + ".example", "a@" + "b" * 63 + ".example"),
    ],
)
def test_an_address_is_stored_in_lower_case(typed: str, stored: str) -> None:
    assert validation.email(typed) == stored


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ada",
        "@example.com",
        "ada@",
        "ada@localhost",
        "ada@example.com\n",
        " ada@example.com",
        "ada lovelace@example.com",
        "ada@exa_mple.com",
        "ada@-example.com",
        "ada@example-.com",
        "ada@example..com",
        "ada@example.com.",
        "ada@" + "b" * 64 + ".example",
        "ada@exämple.com",
        "ada@example.com, eve@example.com",
        "a" * 250 + "@x.example",
        '"ada"@example.com',
        "ada@[127.0.0.1]",
    ],
)
def test_an_invalid_address_is_rejected(typed: str) -> None:
    with pytest.raises(ValidationFailed, match=r"^Unable to validate email address: invalid format$"):
        validation.email(typed)


@pytest.mark.parametrize(
    ("_case", "challenge", "method", "message"),
    [
        ("neither", "", "", None),
        ("a pair", "a" * 43, "s256", None),
        ("another case", "a-._~" * 25, "S256", None),
        ("plain", "b" * 128, "plain", None),
        ("no method", "a" * 43, "", "PKCE flow requires code_challenge_method and code_challenge"),
        ("no challenge", "", "s256", "PKCE flow requires code_challenge_method and code_challenge"),
        ("too short", "a" * 42, "s256", "code challenge has to be between 43 and 128 characters"),
        ("too long", "a" * 129, "s256", "code challenge has to be between 43 and 128 characters"),
        ("other characters", "a" * 43 + "=", "s256", "code challenge can only contain alphanumeric characters"),
        ("a final line break", "a" * 43 + "\n", "s256", "code challenge can only contain alphanumeric characters"),
        ("unknown method", "a" * 43, "md5", "code_challenge_method must be s256 or plain"),
    ],
)
def test_a_pkce_pair_is_whole_and_well_formed(_case: str, challenge: str, method: str, message: str | None) -> None:
    if message is None:
        validation.pkce_pair(challenge, method)
        return
    with pytest.raises(ValidationFailed, match=message):
        validation.pkce_pair(challenge, method)


def test_metadata_fits_into_every_access_token() -> None:
    largest = {"x": "é" * ((validation.METADATA_MAX - len('{"x": ""}')) // len("\\u00e9"))}
    assert validation.metadata(dict(largest)) == largest
    with pytest.raises(ValidationFailed):
        validation.metadata({"x": largest["x"] + "é"})


@pytest.mark.parametrize(
    ("password", "short", "long"),
    [
        ("12345", True, False),
        ("123456", False, False),
        ("🔑" * 5, True, False),
        ("é" * 36, False, False),
        ("é" * 37, False, True),
        ("x" * 72, False, False),
        ("x" * 73, False, True),
    ],
)
def test_a_password_has_six_characters_and_at_most_72_bytes(password: str, short: bool, long: bool) -> None:
    assert (passwords.is_short(password), passwords.is_long(password)) == (short, long)


async def test_a_password_matches_its_own_hash_alone() -> None:
    hashed = await passwords.hashed("correct horse")
    assert hashed.startswith("$argon2id$")
    assert "correct horse" not in hashed
    assert await passwords.matches("correct horse", hashed)
    assert not await passwords.matches("correct  horse", hashed)
    assert not await passwords.matches("correct horse", "not a hash")


async def test_an_empty_hash_matches_no_password() -> None:
    assert not await passwords.matches("", "")
    assert not await passwords.matches("nobody's password", "")


@pytest.mark.parametrize(
    ("metadata", "name"),
    [
        ({"full_name": "  Ada Lovelace "}, "Ada Lovelace"),
        ({"full_name": "Ada\nLovelace\t"}, "Ada Lovelace"),
        ({"full_name": "A" * 300}, "A" * 200),
        ({"full_name": 5}, ""),
        ({"full_name": None}, ""),
        ({"full_name": {"first": "Ada"}}, ""),
        ({}, ""),
    ],
)
def test_a_typed_name_is_text_of_bounded_length(metadata: dict[str, object], name: str) -> None:
    user = User(email="ada@example.com", user_metadata=metadata)
    assert typed_name(user, "full_name") == name
    assert name_of(user) == (name or "ada@example.com")
