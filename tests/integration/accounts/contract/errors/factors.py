"""Errors of `/factors`. Over 250 lines because it is one table of errors."""

import httpx

from tests.integration.accounts.contract.errors.table import BOB, NO_ID, Provoke, Scene, rejects
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


async def post_factor(scene: Scene, body: Json) -> httpx.Response:
    return await scene.request(ENROLL, body, await scene.ada())


async def enroll_phone(scene: Scene) -> tuple[Json, str]:
    """Ada's session and the id of her factor: a phone whose code is always 123456."""
    scene.settings.AUTH_TEST_PHONE = {PHONE[1:]: "123456"}
    session = await scene.ada()
    reply = await scene.request(ENROLL, {"factor_type": "phone", "phone": PHONE, "friendly_name": "Phone"}, session)
    return session, str(reply.json()["id"])


async def enroll_app(scene: Scene) -> tuple[Json, App]:
    session = await scene.ada()
    return session, await enroll(scene.http, session)


async def half_signed_in(scene: Scene) -> tuple[Json, App]:
    """Bob's session before the code of his authenticator app."""
    app, _ = await protect(scene.http, await scene.bob())
    return dict((await sign_in(scene.http, BOB)).json()), app


@rejects(ENROLL, 400, INVALID, "factor_type needs to be totp or phone")
async def another_type(scene: Scene) -> httpx.Response:
    return await post_factor(scene, {"factor_type": "webauthn"})


@rejects(ENROLL, 400, INVALID, "Invalid phone number format (E.164 required)")
async def no_phone(scene: Scene) -> httpx.Response:
    return await post_factor(scene, {"factor_type": "phone"})


@rejects(ENROLL, 400, INVALID, "Names must not be longer than 200 characters")
async def long_name(scene: Scene) -> httpx.Response:
    return await post_factor(scene, {**TOTP, "friendly_name": "x" * 201})


@rejects(ENROLL, 422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone")
async def phone_that_nothing_reaches(scene: Scene) -> httpx.Response:
    return await post_factor(scene, {"factor_type": "phone", "phone": PHONE})


@rejects(ENROLL, 422, "mfa_factor_name_conflict", 'A factor with the friendly name "" for this user already exists')
async def no_name_twice(scene: Scene) -> httpx.Response:
    session = await scene.ada()
    await scene.request(ENROLL, TOTP, session)
    return await scene.request(ENROLL, TOTP, session)


@rejects(
    ENROLL, 422, "too_many_enrolled_mfa_factors", "Maximum number of verified factors reached, unenroll to continue"
)
async def eleven_factors(scene: Scene) -> httpx.Response:
    session = await scene.ada()
    for number in range(10):
        await enroll(scene.http, session, str(number))
    return await scene.request(ENROLL, TOTP, session)


@rejects(ENROLL, 403, "insufficient_aal", "AAL2 required to enroll a new factor")
async def enrolling_by_half_a_sign_in(scene: Scene) -> httpx.Response:
    session, _ = await half_signed_in(scene)
    return await scene.request(ENROLL, TOTP, session)


@rejects(
    ENROLL,
    422,
    "mfa_verified_factor_exists",
    "A verified phone factor already exists, unenroll the existing factor to continue",
)
async def phone_twice(scene: Scene) -> httpx.Response:
    session, phone = await enroll_phone(scene)
    challenge_id = await challenge(scene.http, session, phone)
    verified = await scene.request(
        f"POST /factors/{phone}/verify", {"challenge_id": challenge_id, "code": "123456"}, session
    )
    return await scene.request(ENROLL, {"factor_type": "phone", "phone": PHONE}, dict(verified.json()))


def by_an_anonymous_user(endpoint: str) -> Provoke:
    async def provoke(scene: Scene) -> httpx.Response:
        scene.settings.AUTH_ANONYMOUS = True
        anonymous = await scene.request("POST /signup", {})
        return await scene.request(endpoint.format(factor_id="x"), {}, anonymous.json())

    return provoke


for endpoint in (ENROLL, CHALLENGE, VERIFY, UNENROLL):
    rejects(endpoint, 403, "no_authorization", ANONYMOUS)(by_an_anonymous_user(endpoint))


@rejects(CHALLENGE, 404, INVALID, NO_UUID)
async def challenge_without_an_id(scene: Scene) -> httpx.Response:
    return await scene.request("POST /factors/x/challenge", {}, await scene.ada())


@rejects(CHALLENGE, 404, UNKNOWN, NO_FACTOR)
async def challenge_of_nothing_with_a_bad_body(scene: Scene) -> httpx.Response:
    return await scene.request(f"POST /factors/{NO_ID}/challenge", {"channel": 7}, await scene.ada())


@rejects(CHALLENGE, 404, UNKNOWN, NO_FACTOR)
async def challenge_of_another_users_factor(scene: Scene) -> httpx.Response:
    _, app = await enroll_app(scene)
    return await scene.request(f"POST /factors/{app.id}/challenge", {}, await scene.bob())


@rejects(CHALLENGE, 422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone")
async def phone_that_nothing_reaches_any_more(scene: Scene) -> httpx.Response:
    session, phone = await enroll_phone(scene)
    scene.settings.AUTH_TEST_PHONE = {}
    return await scene.request(f"POST /factors/{phone}/challenge", {}, session)


@rejects(
    CHALLENGE,
    429,
    "over_sms_send_rate_limit",
    "For security purposes, you can only request this after {n} seconds.",
)
async def text_twice_in_a_minute(scene: Scene) -> httpx.Response:
    session, phone = await enroll_phone(scene)
    await challenge(scene.http, session, phone)
    return await scene.request(f"POST /factors/{phone}/challenge", {}, session)


@rejects(CHALLENGE, 429, "over_sms_send_rate_limit", "sms rate limit exceeded")
async def six_texts(scene: Scene) -> httpx.Response:
    session, phone = await enroll_phone(scene)
    for _ in range(5):
        await challenge(scene.http, session, phone)
        await scene.age("factors.last_challenged_at", seconds=61)
    return await scene.request(f"POST /factors/{phone}/challenge", {}, session)


@rejects(CHALLENGE, 422, "sms_send_failed", "Error sending confirmation sms")
async def text_that_no_service_takes(scene: Scene) -> httpx.Response:
    scene.send_texts_to("http://account:token@127.0.0.1:1")
    session = await scene.ada()
    reply = await scene.request(ENROLL, {"factor_type": "phone", "phone": PHONE}, session)
    return await scene.request(f"POST /factors/{reply.json()['id']}/challenge", {}, session)


@rejects(VERIFY, 404, INVALID, NO_UUID)
async def proof_without_an_id(scene: Scene) -> httpx.Response:
    return await scene.request("POST /factors/x/verify", {}, await scene.ada())


@rejects(VERIFY, 404, UNKNOWN, NO_FACTOR)
async def proof_of_nothing_with_a_bad_body(scene: Scene) -> httpx.Response:
    return await scene.request(f"POST /factors/{NO_ID}/verify", {"challenge_id": NO_ID, "code": 7}, await scene.ada())


@rejects(VERIFY, 400, INVALID, "Code needs to be non-empty")
async def empty_code(scene: Scene) -> httpx.Response:
    session, app = await enroll_app(scene)
    return await answer(scene.http, session, app, "")


@rejects(VERIFY, 422, UNKNOWN, NO_CHALLENGE)
async def proof_without_a_challenge(scene: Scene) -> httpx.Response:
    session, app = await enroll_app(scene)
    return await answer(scene.http, session, app, app.code(), challenge_id=NO_ID)


@rejects(VERIFY, 422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch")
async def challenge_twice(scene: Scene) -> httpx.Response:
    session, app = await enroll_app(scene)
    challenge_id = await challenge(scene.http, session, app.id)
    aal2_session = (await answer(scene.http, session, app, app.code(), challenge_id=challenge_id)).json()
    return await answer(scene.http, aal2_session, app, app.code(1), challenge_id=challenge_id)


@rejects(
    VERIFY,
    422,
    "mfa_challenge_expired",
    "MFA challenge {id} has expired, verify against another challenge or create a new challenge.",
)
async def old_challenge(scene: Scene) -> httpx.Response:
    session, app = await enroll_app(scene)
    challenge_id = await challenge(scene.http, session, app.id)
    await scene.age("factor_challenges.created_at", seconds=301)
    return await answer(scene.http, session, app, app.code(), challenge_id=challenge_id)


@rejects(VERIFY, 422, "mfa_verification_failed", "Invalid TOTP code entered")
async def wrong_code(scene: Scene) -> httpx.Response:
    session, app = await enroll_app(scene)
    return await answer(scene.http, session, app, app.wrong())


@rejects(VERIFY, 422, "mfa_verification_failed", "Invalid TOTP code entered")
async def code_twice(scene: Scene) -> httpx.Response:
    session, app = await enroll_app(scene)
    code = app.code()
    aal2_session = (await answer(scene.http, session, app, code)).json()
    return await answer(scene.http, aal2_session, app, code)


@rejects(VERIFY, 422, "mfa_verification_failed", "Invalid MFA Phone code entered")
async def wrong_text(scene: Scene) -> httpx.Response:
    session, phone = await enroll_phone(scene)
    challenge_id = await challenge(scene.http, session, phone)
    return await scene.request(
        f"POST /factors/{phone}/verify", {"challenge_id": challenge_id, "code": "654321"}, session
    )


@rejects(VERIFY, 429, "over_request_rate_limit", "Request rate limit reached")
async def six_guesses(scene: Scene) -> httpx.Response:
    session, app = await enroll_app(scene)
    challenge_id = await challenge(scene.http, session, app.id)
    for _ in range(5):
        await answer(scene.http, session, app, app.wrong(), challenge_id=challenge_id)
    return await answer(scene.http, session, app, app.code(), challenge_id=challenge_id)


@rejects(UNENROLL, 404, INVALID, NO_UUID)
async def unenrolling_without_an_id(scene: Scene) -> httpx.Response:
    return await scene.request("DELETE /factors/x", session=await scene.ada())


@rejects(UNENROLL, 404, UNKNOWN, NO_FACTOR)
async def unenrolling_nothing(scene: Scene) -> httpx.Response:
    return await scene.request(f"DELETE /factors/{NO_ID}", session=await scene.ada())


@rejects(UNENROLL, 422, "insufficient_aal", "AAL2 required to unenroll verified factor")
async def unenrolling_by_half_a_sign_in(scene: Scene) -> httpx.Response:
    session, app = await half_signed_in(scene)
    return await scene.request(f"DELETE /factors/{app.id}", session=session)
