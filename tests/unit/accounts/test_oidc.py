"""The checks of an ID token before the server trusts its claims."""

import time
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from accounts.providers import oidc
from accounts.redirects import oidc_types
from accounts.redirects.oidc_types import Provider, ProviderFault

ISSUER = "https://login.example"
PROVIDER = Provider("google", ISSUER, "portal", "secret")
# Longer than any test run, because the times are computed when pytest collects the tests.
A_DAY = 86_400
KEY, OTHER = RSAKey.generate_key(2048, auto_kid=True), RSAKey.generate_key(2048, auto_kid=True)
METADATA = {
    "issuer": ISSUER,
    "authorization_endpoint": f"{ISSUER}/auth",
    "token_endpoint": f"{ISSUER}/token",
    "jwks_uri": f"{ISSUER}/keys",
}
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def responses(monkeypatch: pytest.MonkeyPatch) -> Json:
    """The provider's responses by URL; a test may change them."""
    responses: Json = {
        f"{ISSUER}/.well-known/openid-configuration": dict(METADATA),
        f"{ISSUER}/keys": {"keys": [KEY.as_dict(private=False)]},
    }

    async def fetch(method: str, url: str, **options: object) -> Json:
        return dict(responses[url])

    monkeypatch.setattr(oidc, "_request_json", fetch)
    monkeypatch.setattr(oidc, "_discovered", {})
    return responses


def claims(**changed: object) -> Json:
    at = int(time.time())
    fields = {"iss": ISSUER, "aud": "portal", "sub": "7", "exp": at + 60, "iat": at, "nonce": "n"} | changed
    return {name: value for name, value in fields.items() if value is not None}


def sign(payload: Json, key: RSAKey | OctKey = KEY, algorithm: str = "RS256") -> str:
    return jwt.encode({"alg": algorithm, "kid": key.kid}, payload, key, algorithms=[algorithm, "HS256", "none"])


async def test_a_valid_token_is_accepted() -> None:
    identity = await oidc.verified(PROVIDER, sign(claims(email="A@b.example")), nonce="n", access_token="")
    assert oidc_types.user_from_claims(identity).subject == "7"
    assert oidc_types.user_from_claims(identity).email == "a@b.example"
    assert oidc_types.user_from_claims(identity).is_verified is False


@pytest.mark.parametrize(
    "changed",
    [
        {"iss": "https://evil.example"},
        {"iss": None},
        {"aud": "another"},
        {"aud": ["another"]},
        {"aud": ["portal", "another"], "azp": "another"},
        {"aud": None},
        {"exp": int(time.time()) - 120},
        {"exp": None},
        {"exp": "soon"},
        {"iat": int(time.time()) + A_DAY},
        {"sub": None},
        {"nonce": "m"},
        {"nonce": None},
        {"at_hash": "x"},
        {"nbf": int(time.time()) + A_DAY},
    ],
)
async def test_a_token_for_another_audience_or_time_is_rejected(changed: Json) -> None:
    with pytest.raises(ProviderFault):
        await oidc.verified(PROVIDER, sign(claims(**changed)), nonce="n", access_token="token")


async def test_a_token_without_the_providers_signature_is_rejected() -> None:
    public = OctKey.import_key({"kty": "oct", "k": KEY.as_dict(private=False)["n"], "kid": str(KEY.kid)})
    good = sign(claims())
    for forged in (
        sign(claims(), OTHER),
        sign(claims(), public, "HS256"),
        f"{good.rpartition('.')[0]}.",
        f"eyJhbGciOiJub25lIn0.{good.split('.')[1]}.",
        "x",
        "",
    ):
        with pytest.raises(ProviderFault):
            await oidc.verified(PROVIDER, forged, nonce="n", access_token="")


async def test_new_keys_of_a_provider_are_fetched(responses: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oidc, "MIN_REFRESH_S", 0)
    await oidc.verified(PROVIDER, sign(claims()), nonce="n", access_token="")
    responses[f"{ISSUER}/keys"] = {"keys": [OTHER.as_dict(private=False)]}
    await oidc.verified(PROVIDER, sign(claims(), OTHER), nonce="n", access_token="")


async def test_an_unknown_key_does_not_fetch_the_published_keys_again_at_once(responses: Json) -> None:
    await oidc.verified(PROVIDER, sign(claims()), nonce="n", access_token="")
    responses.clear()
    with pytest.raises(ProviderFault):
        await oidc.verified(PROVIDER, sign(claims(), OTHER), nonce="n", access_token="")


@pytest.mark.parametrize(
    "changed",
    [
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://login.example/token"},
        {"jwks_uri": None},
        {"authorization_endpoint": "javascript:alert(1)"},
    ],
)
async def test_an_invalid_provider_configuration_is_rejected(changed: Json, responses: Json) -> None:
    responses[f"{ISSUER}/.well-known/openid-configuration"] |= changed
    with pytest.raises(ProviderFault):
        await oidc.authorization_url(PROVIDER, oidc_types.fresh_proof(), extra={})


@pytest.mark.parametrize("subject", ["", "x" * 256, "a\nb", 7, None])
def test_an_unusable_subject_is_rejected(subject: object) -> None:
    with pytest.raises(ProviderFault):
        oidc_types.user_from_claims({"iss": ISSUER, "sub": subject})


def test_a_nonce_must_be_in_request_and_token_or_in_neither() -> None:
    hashed = "52e7cbfe1d37ff2fdcb1a1d1f1d5ad3c"
    assert oidc_types.is_nonce("", None)
    assert not oidc_types.is_nonce("", hashed)
    assert not oidc_types.is_nonce("n", None)
    assert not oidc_types.is_nonce("n", hashed)
    assert oidc_types.is_nonce("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")


@pytest.mark.parametrize(
    ("methods", "fields", "is_basic"),
    [
        (["client_secret_post", "client_secret_basic"], {"client_id": "portal", "client_secret": "secret"}, False),
        (["client_secret_basic"], {}, True),
        (None, {}, True),  # the default of a provider that names no method
    ],
)
async def test_client_credentials_are_form_fields_if_the_provider_supports_it(
    methods: list[str] | None, fields: dict[str, str], is_basic: bool, responses: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    if methods is not None:
        responses[f"{ISSUER}/.well-known/openid-configuration"]["token_endpoint_auth_methods_supported"] = methods
    request: Json = {}

    async def respond(method: str, url: str, **options: object) -> Json:
        if method == "POST":
            request.update(options)
        return dict(responses.get(url, {"access_token": "a", "id_token": sign(claims())}))

    monkeypatch.setattr(oidc, "_request_json", respond)
    await oidc.exchange_code(
        PROVIDER, oidc_types.Proof("s", "n", "v"), "code", redirect_uri="https://portal.example/oauth2callback"
    )
    form = {"grant_type": "authorization_code", "code": "code", "code_verifier": "v"}
    assert request["data"] == form | {"redirect_uri": "https://portal.example/oauth2callback"} | fields
    assert (request["auth"] is not None) == is_basic
