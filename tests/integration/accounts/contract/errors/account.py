"""Errors of `/user`, `/logout` and the identities of a user."""

import httpx

from tests.integration.accounts.contract.errors.table import BOB, NO_ID, Service, rejects
from tests.support.accounts.api import PASSWORD, PKCE, Json, execute, sign_in
from tests.support.accounts.google import exchange, follow_callback
from tests.support.accounts.mailed_sign_up import ADA
from tests.support.accounts.second_factor import protect

USER, LOGOUT = "PUT /user", "POST /logout"
LINK, UNLINK = "GET /user/identities/authorize", "DELETE /user/identities/{identity_id}"
AAL2_REQUIRED = "AAL2 session is required to update email or password when MFA is enabled."
BETTER = "a better password"
INVALID = "validation_failed"


async def change(service: Service, body: Json) -> httpx.Response:
    return await service.request(USER, body, await service.ada())


async def unlink(service: Service, identity_id: str, session: Json) -> httpx.Response:
    return await service.request(f"DELETE /user/identities/{identity_id}", session=session)


async def session_before_the_second_factor(service: Service) -> Json:
    """Bob's session before its second factor."""
    await protect(service.http, await service.bob())
    return dict((await sign_in(service.http, BOB)).json())


@rejects(USER, 400, INVALID, "Unable to validate email address: invalid format")
async def no_address(service: Service) -> httpx.Response:
    return await change(service, {"email": "ada"})


@rejects(USER, 400, INVALID, "Invalid phone number format (E.164 required)")
async def no_phone(service: Service) -> httpx.Response:
    return await change(service, {"phone": "555-0100"})


@rejects(USER, 400, INVALID, "Password cannot be longer than 72 characters")
async def long_password(service: Service) -> httpx.Response:
    return await change(service, {"password": "x" * 73})


@rejects(USER, 400, INVALID, "PKCE flow requires code_challenge_method and code_challenge")
async def incomplete_pkce_pair(service: Service) -> httpx.Response:
    return await change(service, {"email": BOB, "code_challenge": "x" * 43})


@rejects(USER, 400, INVALID, "User metadata must not be larger than 4096 bytes")
async def too_much_metadata(service: Service) -> httpx.Response:
    return await change(service, {"data": {"a": "x" * 5000}})


@rejects(USER, 400, "phone_provider_disabled", "Unsupported phone provider")
async def phone(service: Service) -> httpx.Response:
    return await change(service, {"phone": "+15550100"})


@rejects(USER, 422, "weak_password", "Password should be at least 6 characters.")
async def weak_password(service: Service) -> httpx.Response:
    return await change(service, {"password": "12345"})


@rejects(USER, 403, "not_admin", "Updating app_metadata requires admin privileges")
async def app_metadata(service: Service) -> httpx.Response:
    return await change(service, {"app_metadata": {}})


@rejects(USER, 401, "insufficient_aal", AAL2_REQUIRED)
async def password_without_the_second_factor(service: Service) -> httpx.Response:
    return await service.request(USER, {"password": BETTER}, await session_before_the_second_factor(service))


@rejects(USER, 401, "insufficient_aal", AAL2_REQUIRED)
async def phone_without_the_second_factor(service: Service) -> httpx.Response:
    return await service.request(USER, {"phone": "+15550100"}, await session_before_the_second_factor(service))


@rejects(USER, 422, "user_sso_managed", "Updating email, phone, password of a SSO account only possible via SSO")
async def password_of_an_sso_user(service: Service) -> httpx.Response:
    session = await service.ada()
    await execute("UPDATE users SET is_sso = %s", True)
    return await service.request(USER, {"password": BETTER}, session)


@rejects(USER, 422, INVALID, "Updating password of an anonymous user without an email or phone is not allowed")
async def password_without_a_session(service: Service) -> httpx.Response:
    service.settings.AUTH_ANONYMOUS = True
    session = dict((await service.request("POST /signup", {})).json())
    return await service.request(USER, {"password": BETTER}, session)


@rejects(USER, 422, "email_exists", "A user with this email address has already been registered")
async def taken_address(service: Service) -> httpx.Response:
    await service.bob()
    return await change(service, {"email": BOB})


@rejects(USER, 429, "over_email_send_rate_limit", "For security purposes, you can only request this after {n} seconds.")
async def two_addresses_in_a_minute(service: Service) -> httpx.Response:
    service.settings.AUTH_MAIL_COOLDOWN_S = 60
    session = await service.ada()
    await service.request(USER, {"email": BOB, "current_password": PASSWORD}, session)
    return await service.request(USER, {"email": "another@example.com", "current_password": PASSWORD}, session)


@rejects(USER, 400, "reauthentication_needed", "Password update requires reauthentication")
async def old_session(service: Service) -> httpx.Response:
    service.settings.AUTH_SECURE_PASSWORD_CHANGE = True
    session = await service.ada()
    await service.age("sessions.created_at", hours=25)
    return await service.request(USER, {"password": BETTER}, session)


@rejects(USER, 422, "reauthentication_not_valid", "Nonce has expired or is invalid")
async def wrong_nonce(service: Service) -> httpx.Response:
    service.settings.AUTH_SECURE_PASSWORD_CHANGE = True
    session = await service.ada()
    await service.age("sessions.created_at", hours=25)
    return await service.request(USER, {"password": BETTER, "nonce": "123456"}, session)


@rejects(USER, 400, "current_password_required", "Current password required when setting new password.")
async def no_current_password(service: Service) -> httpx.Response:
    service.settings.AUTH_CURRENT_PASSWORD = True
    return await change(service, {"password": BETTER})


@rejects(USER, 400, "current_password_invalid", "Current password is incorrect.")
async def wrong_current_password(service: Service) -> httpx.Response:
    service.settings.AUTH_CURRENT_PASSWORD = True
    return await change(service, {"password": BETTER, "current_password": "wrong"})


@rejects(USER, 422, "same_password", "New password should be different from the old password.")
async def same_password(service: Service) -> httpx.Response:
    return await change(service, {"password": PASSWORD, "current_password": PASSWORD})


@rejects(LOGOUT, 400, INVALID, "Unsupported logout scope 'planet'")
async def another_scope(service: Service) -> httpx.Response:
    return await service.request(LOGOUT, session=await service.ada(), scope="planet")


@rejects(LINK, 404, "manual_linking_disabled", "Manual linking is disabled")
async def linking_that_is_off(service: Service) -> httpx.Response:
    return await service.request(LINK, session=await service.ada(), provider="google")


@rejects(LINK, 400, INVALID, "Unsupported provider: provider is not enabled")
async def linking_without_a_session(service: Service) -> httpx.Response:
    service.settings.AUTH_MANUAL_LINKING = True
    return await service.request(LINK, session=await service.ada(), provider="github")


@rejects(LINK, 401, "insufficient_aal", AAL2_REQUIRED)
async def linking_without_the_second_factor(service: Service) -> httpx.Response:
    service.settings.AUTH_MANUAL_LINKING = True
    return await service.request(LINK, session=await session_before_the_second_factor(service), provider="google")


@rejects(LINK, 503, "unexpected_failure", "The provider does not answer. Please try again.")
async def linking_at_an_unreachable_provider(service: Service) -> httpx.Response:
    service.settings.AUTH_MANUAL_LINKING = True
    service.settings.GOOGLE_ISSUER = "http://127.0.0.1:1"
    return await service.request(LINK, session=await service.ada(), provider="google")


@rejects(UNLINK, 404, INVALID, "identity_id must be an UUID")
async def unknown_identity(service: Service) -> httpx.Response:
    return await unlink(service, "x", await service.ada())


@rejects(UNLINK, 422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking")
async def the_only_identity(service: Service) -> httpx.Response:
    session = await service.ada()
    return await unlink(service, session["user"]["identities"][0]["identity_id"], session)


async def bob_with_google(service: Service) -> Json:
    """Bob's session; his account also has the Google identity with Ada's address."""
    service.settings.AUTH_MANUAL_LINKING = True
    query = {"provider": "google", "skip_http_redirect": "true", **PKCE}
    url = (await service.request(LINK, session=await service.bob(), **query)).json()["url"]
    return dict(
        (await exchange(service.http, await follow_callback(service.http, service.google.allow(url, ADA)))).json()
    )


@rejects(UNLINK, 422, "identity_not_found", "Identity doesn't exist")
async def identity_without_a_session(service: Service) -> httpx.Response:
    return await unlink(service, NO_ID, await bob_with_google(service))


@rejects(UNLINK, 422, "email_conflict_identity_not_deletable", "Unable to unlink identity due to email conflict")
async def identity_of_an_address_that_another_user_has(service: Service) -> httpx.Response:
    session = await bob_with_google(service)
    await service.ada()
    [own] = [one for one in session["user"]["identities"] if one["provider"] == "email"]
    return await unlink(service, own["identity_id"], session)


@rejects(UNLINK, 401, "insufficient_aal", AAL2_REQUIRED)
async def unlinking_without_the_second_factor(service: Service) -> httpx.Response:
    session = await session_before_the_second_factor(service)
    return await unlink(service, session["user"]["identities"][0]["identity_id"], session)
