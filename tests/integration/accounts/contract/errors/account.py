"""Errors of `/user`, `/logout` and the identities of a user."""

import httpx

from tests.integration.accounts.contract.errors.table import BOB, NO_ID, Scene, rejects
from tests.support.accounts.api import PASSWORD, PKCE, Json, execute, sign_in
from tests.support.accounts.google import exchange, follow_callback
from tests.support.accounts.mailed_sign_up import ADA
from tests.support.accounts.second_factor import protect

USER, LOGOUT = "PUT /user", "POST /logout"
LINK, UNLINK = "GET /user/identities/authorize", "DELETE /user/identities/{identity_id}"
AAL2_REQUIRED = "AAL2 session is required to update email or password when MFA is enabled."
BETTER = "a better password"
INVALID = "validation_failed"


async def change(scene: Scene, body: Json) -> httpx.Response:
    return await scene.request(USER, body, await scene.ada())


async def unlink(scene: Scene, identity_id: str, session: Json) -> httpx.Response:
    return await scene.request(f"DELETE /user/identities/{identity_id}", session=session)


async def half_signed_in(scene: Scene) -> Json:
    """Bob's session before its second factor."""
    await protect(scene.http, await scene.bob())
    return dict((await sign_in(scene.http, BOB)).json())


@rejects(USER, 400, INVALID, "Unable to validate email address: invalid format")
async def no_address(scene: Scene) -> httpx.Response:
    return await change(scene, {"email": "ada"})


@rejects(USER, 400, INVALID, "Invalid phone number format (E.164 required)")
async def no_phone(scene: Scene) -> httpx.Response:
    return await change(scene, {"phone": "555-0100"})


@rejects(USER, 400, INVALID, "Password cannot be longer than 72 characters")
async def long_password(scene: Scene) -> httpx.Response:
    return await change(scene, {"password": "x" * 73})


@rejects(USER, 400, INVALID, "PKCE flow requires code_challenge_method and code_challenge")
async def half_a_pair(scene: Scene) -> httpx.Response:
    return await change(scene, {"email": BOB, "code_challenge": "x" * 43})


@rejects(USER, 400, INVALID, "User metadata must not be larger than 4096 bytes")
async def much_metadata(scene: Scene) -> httpx.Response:
    return await change(scene, {"data": {"a": "x" * 5000}})


@rejects(USER, 400, "phone_provider_disabled", "Unsupported phone provider")
async def phone(scene: Scene) -> httpx.Response:
    return await change(scene, {"phone": "+15550100"})


@rejects(USER, 422, "weak_password", "Password should be at least 6 characters.")
async def weak_password(scene: Scene) -> httpx.Response:
    return await change(scene, {"password": "12345"})


@rejects(USER, 403, "not_admin", "Updating app_metadata requires admin privileges")
async def app_metadata(scene: Scene) -> httpx.Response:
    return await change(scene, {"app_metadata": {}})


@rejects(USER, 401, "insufficient_aal", AAL2_REQUIRED)
async def password_by_half_a_sign_in(scene: Scene) -> httpx.Response:
    return await scene.request(USER, {"password": BETTER}, await half_signed_in(scene))


@rejects(USER, 401, "insufficient_aal", AAL2_REQUIRED)
async def phone_by_half_a_sign_in(scene: Scene) -> httpx.Response:
    return await scene.request(USER, {"phone": "+15550100"}, await half_signed_in(scene))


@rejects(USER, 422, "user_sso_managed", "Updating email, phone, password of a SSO account only possible via SSO")
async def password_of_sso(scene: Scene) -> httpx.Response:
    session = await scene.ada()
    await execute("UPDATE users SET is_sso = %s", True)
    return await scene.request(USER, {"password": BETTER}, session)


@rejects(USER, 422, INVALID, "Updating password of an anonymous user without an email or phone is not allowed")
async def password_without_a_session(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_ANONYMOUS = True
    session = dict((await scene.request("POST /signup", {})).json())
    return await scene.request(USER, {"password": BETTER}, session)


@rejects(USER, 422, "email_exists", "A user with this email address has already been registered")
async def taken_address(scene: Scene) -> httpx.Response:
    await scene.bob()
    return await change(scene, {"email": BOB})


@rejects(USER, 429, "over_email_send_rate_limit", "For security purposes, you can only request this after {n} seconds.")
async def two_addresses_in_a_minute(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_MAIL_COOLDOWN_S = 60
    session = await scene.ada()
    await scene.request(USER, {"email": BOB, "current_password": PASSWORD}, session)
    return await scene.request(USER, {"email": "another@example.com", "current_password": PASSWORD}, session)


@rejects(USER, 400, "reauthentication_needed", "Password update requires reauthentication")
async def old_session(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_SECURE_PASSWORD_CHANGE = True
    session = await scene.ada()
    await scene.age("sessions.created_at", hours=25)
    return await scene.request(USER, {"password": BETTER}, session)


@rejects(USER, 422, "reauthentication_not_valid", "Nonce has expired or is invalid")
async def wrong_nonce(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_SECURE_PASSWORD_CHANGE = True
    session = await scene.ada()
    await scene.age("sessions.created_at", hours=25)
    return await scene.request(USER, {"password": BETTER, "nonce": "123456"}, session)


@rejects(USER, 400, "current_password_required", "Current password required when setting new password.")
async def no_current_password(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_CURRENT_PASSWORD = True
    return await change(scene, {"password": BETTER})


@rejects(USER, 400, "current_password_invalid", "Current password is incorrect.")
async def wrong_current_password(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_CURRENT_PASSWORD = True
    return await change(scene, {"password": BETTER, "current_password": "wrong"})


@rejects(USER, 422, "same_password", "New password should be different from the old password.")
async def same_password(scene: Scene) -> httpx.Response:
    return await change(scene, {"password": PASSWORD, "current_password": PASSWORD})


@rejects(LOGOUT, 400, INVALID, "Unsupported logout scope 'planet'")
async def another_scope(scene: Scene) -> httpx.Response:
    return await scene.request(LOGOUT, session=await scene.ada(), scope="planet")


@rejects(LINK, 404, "manual_linking_disabled", "Manual linking is disabled")
async def linking_that_is_off(scene: Scene) -> httpx.Response:
    return await scene.request(LINK, session=await scene.ada(), provider="google")


@rejects(LINK, 400, INVALID, "Unsupported provider: provider is not enabled")
async def linking_without_a_session(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_MANUAL_LINKING = True
    return await scene.request(LINK, session=await scene.ada(), provider="github")


@rejects(LINK, 401, "insufficient_aal", AAL2_REQUIRED)
async def linking_by_half_a_sign_in(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_MANUAL_LINKING = True
    return await scene.request(LINK, session=await half_signed_in(scene), provider="google")


@rejects(LINK, 503, "unexpected_failure", "The provider does not answer. Please try again.")
async def linking_at_an_unreachable_provider(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_MANUAL_LINKING = True
    scene.settings.GOOGLE_ISSUER = "http://127.0.0.1:1"
    return await scene.request(LINK, session=await scene.ada(), provider="google")


@rejects(UNLINK, 404, INVALID, "identity_id must be an UUID")
async def identity_that_is_none(scene: Scene) -> httpx.Response:
    return await unlink(scene, "x", await scene.ada())


@rejects(UNLINK, 422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking")
async def the_only_identity(scene: Scene) -> httpx.Response:
    session = await scene.ada()
    return await unlink(scene, session["user"]["identities"][0]["identity_id"], session)


async def bob_with_google(scene: Scene) -> Json:
    """Bob's session; his account also has the Google identity with Ada's address."""
    scene.settings.AUTH_MANUAL_LINKING = True
    query = {"provider": "google", "skip_http_redirect": "true", **PKCE}
    url = (await scene.request(LINK, session=await scene.bob(), **query)).json()["url"]
    return dict((await exchange(scene.http, await follow_callback(scene.http, scene.google.allow(url, ADA)))).json())


@rejects(UNLINK, 422, "identity_not_found", "Identity doesn't exist")
async def identity_without_a_session(scene: Scene) -> httpx.Response:
    return await unlink(scene, NO_ID, await bob_with_google(scene))


@rejects(UNLINK, 422, "email_conflict_identity_not_deletable", "Unable to unlink identity due to email conflict")
async def identity_of_the_needed_address(scene: Scene) -> httpx.Response:
    session = await bob_with_google(scene)
    await scene.ada()
    [own] = [one for one in session["user"]["identities"] if one["provider"] == "email"]
    return await unlink(scene, own["identity_id"], session)


@rejects(UNLINK, 401, "insufficient_aal", AAL2_REQUIRED)
async def unlinking_by_half_a_sign_in(scene: Scene) -> httpx.Response:
    session = await half_signed_in(scene)
    return await unlink(scene, session["user"]["identities"][0]["identity_id"], session)
