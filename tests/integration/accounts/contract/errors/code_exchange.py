"""Errors of `/token` for the code of a flow and for an ID token."""

import httpx

from tests.integration.accounts.contract.errors.table import BOB, NO_ID, Service, rejects, rejects_bodies
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
async def code_used(service: Service) -> httpx.Response:
    back = await service.back_from_google()
    await service.redeem(back)
    return await service.redeem(back)


@rejects(TOKEN, 422, "flow_state_expired", "invalid flow state, flow state has expired")
async def code_expired(service: Service) -> httpx.Response:
    back = await service.back_from_google()
    await service.age("flow_states.code_issued_at", minutes=5)
    return await service.redeem(back)


@rejects(TOKEN, 400, "bad_code_verifier", "code challenge does not match previously saved code verifier")
async def wrong_verifier(service: Service) -> httpx.Response:
    return await service.redeem(await service.back_from_google(), "e" * 112)


@rejects(TOKEN, 400, "user_banned", "User is banned")
async def banned_at_exchange(service: Service) -> httpx.Response:
    back = await service.back_from_google()
    await service.ban()
    return await service.redeem(back)


# The ID token grant. Errors in OAuth's own format are in tests/integration/accounts/identities/test_id_token.py.
rejects_bodies(
    TOKEN,
    400,
    INVALID,
    {"another_issuer": ('Custom OIDC provider "apple" not allowed', {"provider": "apple", "id_token": "x"})},
    grant_type="id_token",
)


@rejects(TOKEN, 400, "provider_disabled", 'Provider (issuer "google") is not enabled')
async def id_token_of_a_provider_that_is_off(service: Service) -> httpx.Response:
    service.settings.GOOGLE_CLIENT_ID = None
    return await service.request(TOKEN, {"provider": "google", "id_token": "x"}, grant_type="id_token")


@rejects(TOKEN, 503, "unexpected_failure", "The provider does not answer. Please try again.")
async def id_token_of_an_unreachable_provider(service: Service) -> httpx.Response:
    service.settings.GOOGLE_ISSUER = "http://127.0.0.1:1"
    return await service.request(TOKEN, {"provider": "google", "id_token": "x"}, grant_type="id_token")


async def post_linking(service: Service, headers: dict[str, str]) -> httpx.Response:
    body = {"provider": "google", "id_token": "x", "link_identity": True}
    return await service.http.post("/token?grant_type=id_token", json=body, headers=headers)


@rejects(TOKEN, 401, "no_authorization", "This endpoint requires a valid Bearer token")
async def linking_with_basic_authorization(service: Service) -> httpx.Response:
    return await post_linking(service, {"Authorization": "Basic x"})


@rejects(TOKEN, 403, "bad_jwt", "invalid JWT: unable to parse or verify signature")
async def linking_with_an_invalid_token(service: Service) -> httpx.Response:
    return await post_linking(service, {"Authorization": "Bearer x"})


@rejects(TOKEN, 404, "manual_linking_disabled", "Manual linking is disabled")
async def linking_that_is_off(service: Service) -> httpx.Response:
    return await post_linking(service, bearer(await service.ada()))


@rejects(TOKEN, 401, "insufficient_aal", "AAL2 session is required to update email or password when MFA is enabled.")
async def linking_without_the_second_factor(service: Service) -> httpx.Response:
    service.settings.AUTH_MANUAL_LINKING = True
    await protect(service.http, await service.bob())
    half = (await sign_in(service.http, BOB)).json()
    return await service.submit_id_token(session=half)


@rejects(TOKEN, 422, "identity_already_exists", "Identity is already linked to another user")
async def linking_another_users_identity(service: Service) -> httpx.Response:
    service.settings.AUTH_MANUAL_LINKING = True
    await service.sign_in_with_google()
    return await service.submit_id_token(session=await service.bob())


@rejects(TOKEN, 422, "provider_email_needs_verification", "The provider has not verified this email address")
async def id_token_of_an_unverified_address(service: Service) -> httpx.Response:
    return await service.submit_id_token(verified=False)


@rejects(TOKEN, 400, "user_banned", "User is banned")
async def id_token_of_a_banned_user(service: Service) -> httpx.Response:
    await service.sign_in_with_google()
    await service.ban()
    return await service.submit_id_token()
