"""OpenID Connect client: authorization URLs, code exchange, and verification of ID tokens (Authlib, JOSE).

Touches no database. Caches a provider's metadata and keys for an hour, and reads them again for an unknown key.
"""

import time
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from django.conf import settings
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from accounts.redirects.oidc_types import (
    MetadataFault,
    NoIdToken,
    Proof,
    Provider,
    ProviderFault,
    ProviderUser,
    user_from_claims,
)
from core import http_client

TIMEOUT_S = 8.0
CACHE_S = 3600.0
MIN_REFRESH_S = 60.0  # limits how often tokens with an unknown key make us read the keys again
LEEWAY_S = 60
BODY_MAX = 512 * 1024
ALGORITHMS = ["RS256", "ES256"]
SCOPES = ("openid", "email", "profile")


_discovered: dict[str, tuple[float, dict[str, Any], KeySet]] = {}


def callback() -> str:
    """The redirect URI of this service for providers."""
    return f"{settings.SITE_URL}/auth/v1/callback"


async def endpoint(provider: Provider, name: str) -> str:
    """A URL from the provider's metadata, like `revocation_endpoint`; "" if it has none. Raises ProviderFault."""
    metadata, _ = await _discover(provider.issuer)
    return str(metadata.get(name) or "")


async def authorization_url(
    provider: Provider, proof: Proof, *, scopes: str = "", extra: dict[str, str], redirect_uri: str = ""
) -> str:
    """The URL of an authorization request. The redirect URI is `redirect_uri`, or `callback()` if that is empty.

    Raises ProviderFault.
    """
    metadata, _ = await _discover(provider.issuer)
    scope_text = " ".join(dict.fromkeys([*SCOPES, *scopes.replace(",", " ").split()]))
    url: str = prepare_grant_uri(
        metadata["authorization_endpoint"],
        client_id=provider.client_id,
        response_type="code",
        redirect_uri=redirect_uri or callback(),
        scope=scope_text,
        state=proof.state,
        nonce=proof.nonce,
        code_challenge=create_s256_code_challenge(proof.verifier),
        code_challenge_method="S256",
    )
    return f"{url}&{urlencode(extra)}" if extra else url


async def client_credentials(provider: Provider) -> tuple[dict[str, str], httpx.BasicAuth | None]:
    """Our id and secret for the token endpoint: as form fields if the provider supports that, as Google does, otherwise
    as HTTP Basic, which every provider supports. Raises ProviderFault."""
    metadata, _ = await _discover(provider.issuer)
    methods = metadata.get("token_endpoint_auth_methods_supported")
    if isinstance(methods, list) and "client_secret_post" in methods:
        return {"client_id": provider.client_id, "client_secret": provider.client_secret}, None
    return {}, httpx.BasicAuth(provider.client_id, provider.client_secret)


async def exchange_code(provider: Provider, proof: Proof, code: str, *, redirect_uri: str = "") -> ProviderUser:
    """Exchange the provider's code for its user. Raises ProviderFault, NoIdToken."""
    metadata, _ = await _discover(provider.issuer)
    fields, basic = await client_credentials(provider)
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri or callback(),
        "code_verifier": proof.verifier,
        **fields,
    }
    accepts = {"Accept": "application/json"}
    response = await _request_json("POST", metadata["token_endpoint"], data=form, headers=accepts, auth=basic)
    token, id_token = response.get("access_token"), response.get("id_token")
    if not isinstance(id_token, str) or not isinstance(token, str):
        raise NoIdToken("it gave no ID token")
    claims = await verified(provider, id_token, nonce=proof.nonce, access_token=token)
    user = user_from_claims(claims, token=token, refresh_token=str(response.get("refresh_token") or ""))
    return replace(user, scopes=frozenset(str(response.get("scope") or "").split()))


async def verified(provider: Provider, id_token: str, *, nonce: str, access_token: str) -> dict[str, Any]:
    """The claims of an unexpired ID token that this provider has signed for us. Raises ProviderFault, MetadataFault.

    An empty `nonce` or `access_token` is not compared with the token's claim.
    """
    decoded = None
    for is_forced in (False, True):
        _, keys = await _discover(provider.issuer, is_forced=is_forced)
        try:
            decoded = jwt.decode(id_token, keys, algorithms=ALGORITHMS)
            break
        except (JoseError, ValueError, RecursionError) as error:
            if is_forced:
                raise ProviderFault(f"its ID token: {type(error).__name__}") from error
    assert decoded is not None
    options = {
        "iss": {"essential": True, "values": _accepted_issuers(provider.issuer)},
        "aud": {"essential": True, "value": provider.client_id},
    }
    params = {"client_id": provider.client_id, "nonce": nonce, "access_token": access_token}
    try:
        claims = CodeIDToken(decoded.claims, decoded.header, options, params)
        claims.validate(leeway=LEEWAY_S)
    except (JoseError, ValueError, TypeError) as error:
        raise ProviderFault(f"its ID token: {error}") from error
    return dict(claims)


def _accepted_issuers(issuer: str) -> list[str]:
    """The accepted `iss` values: Google signs with and without the scheme."""
    return [issuer, "accounts.google.com"] if issuer == "https://accounts.google.com" else [issuer]


async def _discover(issuer: str, *, is_forced: bool = False) -> tuple[dict[str, Any], KeySet]:
    cached = _discovered.get(issuer)
    if cached is not None and time.monotonic() - cached[0] < (MIN_REFRESH_S if is_forced else CACHE_S):
        return cached[1], cached[2]
    try:
        metadata, keys = await _read_metadata(issuer)
    except ProviderFault as fault:
        raise MetadataFault(str(fault)) from fault
    _discovered[issuer] = (time.monotonic(), metadata, keys)
    return metadata, keys


async def _read_metadata(issuer: str) -> tuple[dict[str, Any], KeySet]:
    metadata = await _request_json("GET", f"{issuer}/.well-known/openid-configuration")
    if metadata.get("issuer") != issuer:
        raise ProviderFault(f"{issuer} calls itself {metadata.get('issuer')!r}")
    for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
        if urlsplit(str(metadata.get(name))).scheme not in {"https", urlsplit(issuer).scheme}:
            raise ProviderFault(f"{issuer} has no usable {name}")
    key_set = await _request_json("GET", metadata["jwks_uri"])
    try:
        return metadata, KeySet.import_key_set({"keys": key_set["keys"]})
    except (JoseError, ValueError, KeyError, TypeError) as error:
        raise ProviderFault(f"{issuer} has no usable keys") from error


async def _request_json(method: str, url: str, **options: Any) -> dict[str, Any]:
    """A JSON object from the provider; redirects are not followed."""
    try:
        reply = await http_client.send_request(method, url, timeout_s=TIMEOUT_S, max_bytes=BODY_MAX, **options)
        if reply.status_code != httpx.codes.OK:
            raise ProviderFault(f"{url} answered {reply.status_code}")
        value = reply.json()
    except (httpx.HTTPError, httpx.InvalidURL, http_client.ResponseTooLarge, ValueError) as error:
        raise ProviderFault(f"{url}: {type(error).__name__}") from error
    if not isinstance(value, dict):
        raise ProviderFault(f"{url} answered no object")
    return value
