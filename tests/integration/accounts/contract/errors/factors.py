"""Errors of `/factors`. Over 250 lines because it is one table of errors."""

import httpx

from tests.integration.accounts.contract.errors.table import BOB, NO_ID, Provoke, Service, rejects
from tests.support.accounts.api import Json, sign_in
from tests.support.accounts.second_factor import App, answer, challenge, enroll, protect

ENROLL, UNENROLL = "POST /factors", "DELETE /factors/{factor_id}"
CHALLENGE, VERIFY = "POST /factors/{factor_id}/challenge", "POST /factors/{factor_id}/verify"
PHONE = "+15550100"
INVALID, UNKNOWN = "validation_failed", "mfa_factor_not_found"
NO_UUID, NO_FACTOR = "factor_id must be an UUID", "Factor not found"
NO_CHALLENGE = "MFA factor with the provided challenge ID not found"
ANONYMOUS = "Anonymous user not allowed to perform these actions"
TOTP: Json = {"factor_type": "totp"}


async def post_factor(service: Service, body: Json) -> httpx.Response:
    return await service.request(ENROLL, body, await service.ada())


async def enroll_phone(service: Service) -> tuple[Json, str]:
    """Ada's session and the id of her factor: a phone whose code is always 123456."""
    service.settings.AUTH_TEST_PHONE = {PHONE[1:]: "123456"}
    session = await service.ada()
    reply = await service.request(ENROLL, {"factor_type": "phone", "phone": PHONE, "friendly_name": "Phone"}, session)
    return session, str(reply.json()["id"])


async def enroll_app(service: Service) -> tuple[Json, App]:
    session = await service.ada()
    return session, await enroll(service.http, session)


async def session_before_the_second_factor(service: Service) -> tuple[Json, App]:
    """Bob's session before the code of his authenticator app."""
    app, _ = await protect(service.http, await service.bob())
    return dict((await sign_in(service.http, BOB)).json()), app


@rejects(ENROLL, 400, INVALID, "factor_type needs to be totp or phone")
async def another_type(service: Service) -> httpx.Response:
    return await post_factor(service, {"factor_type": "webauthn"})


@rejects(ENROLL, 400, INVALID, "Invalid phone number format (E.164 required)")
async def no_phone(service: Service) -> httpx.Response:
    return await post_factor(service, {"factor_type": "phone"})


@rejects(ENROLL, 400, INVALID, "Names must not be longer than 200 characters")
async def long_name(service: Service) -> httpx.Response:
    return await post_factor(service, {**TOTP, "friendly_name": "x" * 201})


@rejects(ENROLL, 422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone")
async def phone_without_an_sms_provider(service: Service) -> httpx.Response:
    return await post_factor(service, {"factor_type": "phone", "phone": PHONE})


@rejects(ENROLL, 422, "mfa_factor_name_conflict", 'A factor with the friendly name "" for this user already exists')
async def two_factors_without_a_name(service: Service) -> httpx.Response:
    session = await service.ada()
    await service.request(ENROLL, TOTP, session)
    return await service.request(ENROLL, TOTP, session)


@rejects(
    ENROLL, 422, "too_many_enrolled_mfa_factors", "Maximum number of verified factors reached, unenroll to continue"
)
async def eleven_factors(service: Service) -> httpx.Response:
    session = await service.ada()
    for number in range(10):
        await enroll(service.http, session, str(number))
    return await service.request(ENROLL, TOTP, session)


@rejects(ENROLL, 403, "insufficient_aal", "AAL2 required to enroll a new factor")
async def enrolling_without_the_second_factor(service: Service) -> httpx.Response:
    session, _ = await session_before_the_second_factor(service)
    return await service.request(ENROLL, TOTP, session)


@rejects(
    ENROLL,
    422,
    "mfa_verified_factor_exists",
    "A verified phone factor already exists, unenroll the existing factor to continue",
)
async def phone_twice(service: Service) -> httpx.Response:
    session, phone = await enroll_phone(service)
    challenge_id = await challenge(service.http, session, phone)
    verified = await service.request(
        f"POST /factors/{phone}/verify", {"challenge_id": challenge_id, "code": "123456"}, session
    )
    return await service.request(ENROLL, {"factor_type": "phone", "phone": PHONE}, dict(verified.json()))


def by_an_anonymous_user(endpoint: str) -> Provoke:
    async def provoke(service: Service) -> httpx.Response:
        service.settings.AUTH_ANONYMOUS = True
        anonymous = await service.request("POST /signup", {})
        return await service.request(endpoint.format(factor_id="x"), {}, anonymous.json())

    return provoke


for endpoint in (ENROLL, CHALLENGE, VERIFY, UNENROLL):
    rejects(endpoint, 403, "no_authorization", ANONYMOUS)(by_an_anonymous_user(endpoint))


@rejects(CHALLENGE, 404, INVALID, NO_UUID)
async def challenge_without_an_id(service: Service) -> httpx.Response:
    return await service.request("POST /factors/x/challenge", {}, await service.ada())


@rejects(CHALLENGE, 404, UNKNOWN, NO_FACTOR)
async def challenge_of_an_unknown_factor_with_a_bad_body(service: Service) -> httpx.Response:
    return await service.request(f"POST /factors/{NO_ID}/challenge", {"channel": 7}, await service.ada())


@rejects(CHALLENGE, 404, UNKNOWN, NO_FACTOR)
async def challenge_of_another_users_factor(service: Service) -> httpx.Response:
    _, app = await enroll_app(service)
    return await service.request(f"POST /factors/{app.id}/challenge", {}, await service.bob())


@rejects(CHALLENGE, 422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone")
async def phone_after_sms_was_switched_off(service: Service) -> httpx.Response:
    session, phone = await enroll_phone(service)
    service.settings.AUTH_TEST_PHONE = {}
    return await service.request(f"POST /factors/{phone}/challenge", {}, session)


@rejects(
    CHALLENGE,
    429,
    "over_sms_send_rate_limit",
    "For security purposes, you can only request this after {n} seconds.",
)
async def two_sms_in_a_minute(service: Service) -> httpx.Response:
    session, phone = await enroll_phone(service)
    await challenge(service.http, session, phone)
    return await service.request(f"POST /factors/{phone}/challenge", {}, session)


@rejects(CHALLENGE, 429, "over_sms_send_rate_limit", "sms rate limit exceeded")
async def six_sms(service: Service) -> httpx.Response:
    session, phone = await enroll_phone(service)
    for _ in range(5):
        await challenge(service.http, session, phone)
        await service.age("factors.last_challenged_at", seconds=61)
    return await service.request(f"POST /factors/{phone}/challenge", {}, session)


@rejects(CHALLENGE, 422, "sms_send_failed", "Error sending confirmation sms")
async def sms_to_an_unreachable_provider(service: Service) -> httpx.Response:
    service.send_texts_to("http://account:token@127.0.0.1:1")
    session = await service.ada()
    reply = await service.request(ENROLL, {"factor_type": "phone", "phone": PHONE}, session)
    return await service.request(f"POST /factors/{reply.json()['id']}/challenge", {}, session)


@rejects(VERIFY, 404, INVALID, NO_UUID)
async def verification_without_an_id(service: Service) -> httpx.Response:
    return await service.request("POST /factors/x/verify", {}, await service.ada())


@rejects(VERIFY, 404, UNKNOWN, NO_FACTOR)
async def verification_of_an_unknown_factor_with_a_bad_body(service: Service) -> httpx.Response:
    return await service.request(
        f"POST /factors/{NO_ID}/verify", {"challenge_id": NO_ID, "code": 7}, await service.ada()
    )


@rejects(VERIFY, 400, INVALID, "Code needs to be non-empty")
async def empty_code(service: Service) -> httpx.Response:
    session, app = await enroll_app(service)
    return await answer(service.http, session, app, "")


@rejects(VERIFY, 422, UNKNOWN, NO_CHALLENGE)
async def verification_without_a_challenge(service: Service) -> httpx.Response:
    session, app = await enroll_app(service)
    return await answer(service.http, session, app, app.code(), challenge_id=NO_ID)


@rejects(VERIFY, 422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch")
async def challenge_twice(service: Service) -> httpx.Response:
    session, app = await enroll_app(service)
    challenge_id = await challenge(service.http, session, app.id)
    aal2_session = (await answer(service.http, session, app, app.code(), challenge_id=challenge_id)).json()
    return await answer(service.http, aal2_session, app, app.code(1), challenge_id=challenge_id)


@rejects(
    VERIFY,
    422,
    "mfa_challenge_expired",
    "MFA challenge {id} has expired, verify against another challenge or create a new challenge.",
)
async def old_challenge(service: Service) -> httpx.Response:
    session, app = await enroll_app(service)
    challenge_id = await challenge(service.http, session, app.id)
    await service.age("factor_challenges.created_at", seconds=301)
    return await answer(service.http, session, app, app.code(), challenge_id=challenge_id)


@rejects(VERIFY, 422, "mfa_verification_failed", "Invalid TOTP code entered")
async def wrong_code(service: Service) -> httpx.Response:
    session, app = await enroll_app(service)
    return await answer(service.http, session, app, app.wrong())


@rejects(VERIFY, 422, "mfa_verification_failed", "Invalid TOTP code entered")
async def code_twice(service: Service) -> httpx.Response:
    session, app = await enroll_app(service)
    code = app.code()
    aal2_session = (await answer(service.http, session, app, code)).json()
    return await answer(service.http, aal2_session, app, code)


@rejects(VERIFY, 422, "mfa_verification_failed", "Invalid MFA Phone code entered")
async def wrong_sms_code(service: Service) -> httpx.Response:
    session, phone = await enroll_phone(service)
    challenge_id = await challenge(service.http, session, phone)
    return await service.request(
        f"POST /factors/{phone}/verify", {"challenge_id": challenge_id, "code": "654321"}, session
    )


@rejects(VERIFY, 429, "over_request_rate_limit", "Request rate limit reached")
async def six_guesses(service: Service) -> httpx.Response:
    session, app = await enroll_app(service)
    challenge_id = await challenge(service.http, session, app.id)
    for _ in range(5):
        await answer(service.http, session, app, app.wrong(), challenge_id=challenge_id)
    return await answer(service.http, session, app, app.code(), challenge_id=challenge_id)


@rejects(UNENROLL, 404, INVALID, NO_UUID)
async def unenrolling_without_an_id(service: Service) -> httpx.Response:
    return await service.request("DELETE /factors/x", session=await service.ada())


@rejects(UNENROLL, 404, UNKNOWN, NO_FACTOR)
async def unenrolling_an_unknown_factor(service: Service) -> httpx.Response:
    return await service.request(f"DELETE /factors/{NO_ID}", session=await service.ada())


@rejects(UNENROLL, 422, "insufficient_aal", "AAL2 required to unenroll verified factor")
async def unenrolling_without_the_second_factor(service: Service) -> httpx.Response:
    session, app = await session_before_the_second_factor(service)
    return await service.request(f"DELETE /factors/{app.id}", session=session)
