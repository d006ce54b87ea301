"""Errors of `/token` for the code of a flow and for an ID token."""

import httpx

from tests.integration.accounts.contract.errors.table import BOB, NO_ID, Scene, rejects, rejects_bodies
from tests.support.accounts.api import bearer, sign_in
from tests.support.accounts.second_factor import protect

TOKEN = "POST /token"
INVALID = "validation_failed"
EMPTY = "invalid request: both auth code and code verifier should be non-empty"
rejects_bodies(
    TOKEN,
    400,
    INVALID,
    {"no_code": (EMPTY, {"code_verifier": "x"}), "no_verifier": (EMPTY, {"auth_code": NO_ID})},
    grant_type="pkce",
)
rejects_bodies(
    TOKEN,
    404,
    "flow_state_not_found",
    {"an_unknown_code": ("invalid flow state, no valid flow state found", {"auth_code": NO_ID, "code_verifier": "x"})},
    grant_type="pkce",
)


@rejects(TOKEN, 404, "flow_state_not_found", "invalid flow state, no valid flow state found")
async def code_used(scene: Scene) -> httpx.Response:
    back = await scene.back_from_google()
    await scene.redeem(back)
    return await scene.redeem(back)


@rejects(TOKEN, 422, "flow_state_expired", "invalid flow state, flow state has expired")
async def code_expired(scene: Scene) -> httpx.Response:
    back = await scene.back_from_google()
    await scene.age("flow_states.code_issued_at", minutes=5)
    return await scene.redeem(back)


@rejects(TOKEN, 400, "bad_code_verifier", "code challenge does not match previously saved code verifier")
async def wrong_verifier(scene: Scene) -> httpx.Response:
    return await scene.redeem(await scene.back_from_google(), "e" * 112)


@rejects(TOKEN, 400, "user_banned", "User is banned")
async def banned_at_exchange(scene: Scene) -> httpx.Response:
    back = await scene.back_from_google()
    await scene.ban()
    return await scene.redeem(back)


# The ID token grant. Errors in OAuth's own format are in tests/integration/accounts/identities/test_id_token.py.
rejects_bodies(
    TOKEN,
    400,
    INVALID,
    {"another_issuer": ('Custom OIDC provider "apple" not allowed', {"provider": "apple", "id_token": "x"})},
    grant_type="id_token",
)


@rejects(TOKEN, 400, "provider_disabled", 'Provider (issuer "google") is not enabled')
async def id_token_of_a_provider_that_is_off(scene: Scene) -> httpx.Response:
    scene.settings.GOOGLE_CLIENT_ID = None
    return await scene.request(TOKEN, {"provider": "google", "id_token": "x"}, grant_type="id_token")


@rejects(TOKEN, 503, "unexpected_failure", "The provider does not answer. Please try again.")
async def id_token_of_an_unreachable_provider(scene: Scene) -> httpx.Response:
    scene.settings.GOOGLE_ISSUER = "http://127.0.0.1:1"
    return await scene.request(TOKEN, {"provider": "google", "id_token": "x"}, grant_type="id_token")


async def post_linking(scene: Scene, headers: dict[str, str]) -> httpx.Response:
    body = {"provider": "google", "id_token": "x", "link_identity": True}
    return await scene.http.post("/token?grant_type=id_token", json=body, headers=headers)


@rejects(TOKEN, 401, "no_authorization", "This endpoint requires a valid Bearer token")
async def linking_with_an_odd_bearer(scene: Scene) -> httpx.Response:
    return await post_linking(scene, {"Authorization": "Basic x"})


@rejects(TOKEN, 403, "bad_jwt", "invalid JWT: unable to parse or verify signature")
async def linking_with_no_token(scene: Scene) -> httpx.Response:
    return await post_linking(scene, {"Authorization": "Bearer x"})


@rejects(TOKEN, 404, "manual_linking_disabled", "Manual linking is disabled")
async def linking_that_is_off(scene: Scene) -> httpx.Response:
    return await post_linking(scene, bearer(await scene.ada()))


@rejects(TOKEN, 401, "insufficient_aal", "AAL2 session is required to update email or password when MFA is enabled.")
async def linking_by_half_a_sign_in(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_MANUAL_LINKING = True
    await protect(scene.http, await scene.bob())
    half = (await sign_in(scene.http, BOB)).json()
    return await scene.submit_id_token(session=half)


@rejects(TOKEN, 422, "identity_already_exists", "Identity is already linked to another user")
async def linking_another_users_identity(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_MANUAL_LINKING = True
    await scene.sign_in_with_google()
    return await scene.submit_id_token(session=await scene.bob())


@rejects(TOKEN, 422, "provider_email_needs_verification", "The provider has not verified this email address")
async def id_token_of_an_unverified_address(scene: Scene) -> httpx.Response:
    return await scene.submit_id_token(verified=False)


@rejects(TOKEN, 400, "user_banned", "User is banned")
async def id_token_of_a_banned_user(scene: Scene) -> httpx.Response:
    await scene.sign_in_with_google()
    await scene.ban()
    return await scene.submit_id_token()
