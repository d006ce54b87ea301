"""The steps of a browser that signs in with Google: authorization request, callback, and code exchange."""

from hashlib import sha256

import httpx

from accounts.providers import oidc
from accounts.redirects import oidc_types
from tests.support.accounts.api import PKCE, VERIFIER, Json
from tests.support.fakes.sandbox import Sandbox, path_of, query_of

ADA = "ada@example.com"


async def authorization_url(http: httpx.AsyncClient, **query: str) -> str:
    """The URL that `/authorize` redirects a browser to."""
    reply = await http.get("/authorize", params={"provider": "google", **query})
    assert reply.status_code == 302, reply.text
    return str(reply.headers["Location"])


async def follow_callback(http: httpx.AsyncClient, address: str) -> str:
    """The URL that `/callback` redirects a browser to."""
    reply = await http.get(path_of(address))
    assert reply.status_code in {302, 303}, reply.text
    return str(reply.headers["Location"])


async def exchange(http: httpx.AsyncClient, address: str, verifier: str = VERIFIER) -> httpx.Response:
    """Redeem the code in a URL."""
    body = {"auth_code": query_of(address)["code"], "code_verifier": verifier}
    return await http.post("/token?grant_type=pkce", json=body)


async def signed_in(http: httpx.AsyncClient, fake_providers: Sandbox, email: str = ADA) -> Json:
    """The session of a user who signed in with Google."""
    reply = await exchange(
        http, await follow_callback(http, fake_providers.allow(await authorization_url(http, **PKCE), email))
    )
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def token_of(
    http: httpx.AsyncClient, fake_providers: Sandbox, nonce: str = "", email: str = ADA, *, verified: bool = True
) -> Json:
    """The tokens that Google issues for this user; the ID token has the hash of `nonce`."""
    proof = oidc_types.fresh_proof()
    hashed = sha256(nonce.encode()).hexdigest() if nonce else ""
    provider = oidc_types.Provider("google", fake_providers.url, "sandbox", "sandbox")
    address = await oidc.authorization_url(provider, oidc_types.Proof(proof.state, hashed, proof.verifier), extra={})
    code = query_of(fake_providers.allow(address, email, verified=verified))["code"]
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": oidc.callback(),
        "code_verifier": proof.verifier,
    }
    async with httpx.AsyncClient() as client:
        reply = await client.post(f"{fake_providers.url}/token", data=form, auth=("sandbox", "sandbox"))
    return dict(reply.json())
