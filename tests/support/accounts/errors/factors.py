"""Errors of `/factors`."""

import httpx

from tests.support.accounts.api import Json, sign_in
from tests.support.accounts.errors.table import BOB, NO_ID, Provoke, Scene, refuses
from tests.support.accounts.second_factor import App, answer, challenge, enroll, protect

ENROLL, GONE = "POST /factors", "DELETE /factors/{factor_id}"
CHALLENGE, VERIFY = "POST /factors/{factor_id}/challenge", "POST /factors/{factor_id}/verify"
PHONE = "+15550100"
INVALID, UNKNOWN = "validation_failed", "mfa_factor_not_found"
NO_UUID, NOT_FOUND = "factor_id must be an UUID", "Factor not found"
NO_CHALLENGE = "MFA factor with the provided challenge ID not found"
ANONYMOUS = "Anonymous user not allowed to perform these actions"
TOTP: Json = {"factor_type": "totp"}


async def enrolling(scene: Scene, body: Json) -> httpx.Response:
    return await scene.ask(ENROLL, body, await scene.ada())


async def with_a_phone(scene: Scene) -> tuple[Json, str]:
    """Ada's session and the id of her factor, a phone number for tests."""
    scene.settings.AUTH_TEST_PHONE = {PHONE[1:]: "123456"}
    session = await scene.ada()
    made = await scene.ask(ENROLL, {"factor_type": "phone", "phone": PHONE, "friendly_name": "Phone"}, session)
    return session, str(made.json()["id"])


async def with_an_app(scene: Scene) -> tuple[Json, App]:
    session = await scene.ada()
    return session, await enroll(scene.http, session)


async def half_signed_in(scene: Scene) -> tuple[Json, App]:
    """Bob's session before the code of his authenticator app."""
    app, _ = await protect(scene.http, await scene.bob())
    return dict((await sign_in(scene.http, BOB)).json()), app


@refuses(ENROLL, 400, INVALID, "factor_type needs to be totp or phone")
async def another_type(scene: Scene) -> httpx.Response:
    return await enrolling(scene, {"factor_type": "webauthn"})


@refuses(ENROLL, 400, INVALID, "Invalid phone number format (E.164 required)")
async def no_phone(scene: Scene) -> httpx.Response:
    return await enrolling(scene, {"factor_type": "phone"})


@refuses(ENROLL, 400, INVALID, "Names must not be longer than 200 characters")
async def long_name(scene: Scene) -> httpx.Response:
    return await enrolling(scene, {**TOTP, "friendly_name": "x" * 201})


@refuses(ENROLL, 422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone")
async def phone_that_nothing_reaches(scene: Scene) -> httpx.Response:
    return await enrolling(scene, {"factor_type": "phone", "phone": PHONE})


@refuses(ENROLL, 422, "mfa_factor_name_conflict", 'A factor with the friendly name "" for this user already exists')
async def no_name_twice(scene: Scene) -> httpx.Response:
    session = await scene.ada()
    await scene.ask(ENROLL, TOTP, session)
    return await scene.ask(ENROLL, TOTP, session)


@refuses(
    ENROLL, 422, "too_many_enrolled_mfa_factors", "Maximum number of verified factors reached, unenroll to continue"
)
async def eleven_factors(scene: Scene) -> httpx.Response:
    session = await scene.ada()
    for number in range(10):
        await enroll(scene.http, session, str(number))
    return await scene.ask(ENROLL, TOTP, session)


@refuses(ENROLL, 403, "insufficient_aal", "AAL2 required to enroll a new factor")
async def enrolling_by_half_a_sign_in(scene: Scene) -> httpx.Response:
    session, _ = await half_signed_in(scene)
    return await scene.ask(ENROLL, TOTP, session)


@refuses(
    ENROLL,
    422,
    "mfa_verified_factor_exists",
    "A verified phone factor already exists, unenroll the existing factor to continue",
)
async def phone_twice(scene: Scene) -> httpx.Response:
    session, phone = await with_a_phone(scene)
    asked = await challenge(scene.http, session, phone)
    proved = await scene.ask(f"POST /factors/{phone}/verify", {"challenge_id": asked, "code": "123456"}, session)
    return await scene.ask(ENROLL, {"factor_type": "phone", "phone": PHONE}, dict(proved.json()))


def by_nobody(door: str) -> Provoke:
    async def provoke(scene: Scene) -> httpx.Response:
        scene.settings.AUTH_ANONYMOUS = True
        nobody = await scene.ask("POST /signup", {})
        return await scene.ask(door.format(factor_id="x"), {}, nobody.json())

    return provoke


for door in (ENROLL, CHALLENGE, VERIFY, GONE):
    refuses(door, 403, "no_authorization", ANONYMOUS)(by_nobody(door))


@refuses(CHALLENGE, 404, INVALID, NO_UUID)
async def challenge_without_an_id(scene: Scene) -> httpx.Response:
    return await scene.ask("POST /factors/x/challenge", {}, await scene.ada())


@refuses(CHALLENGE, 404, UNKNOWN, NOT_FOUND)
async def challenge_of_nothing(scene: Scene) -> httpx.Response:
    return await scene.ask(f"POST /factors/{NO_ID}/challenge", {}, await scene.ada())


@refuses(CHALLENGE, 404, UNKNOWN, NOT_FOUND)
async def challenge_of_somebody_elses(scene: Scene) -> httpx.Response:
    _, app = await with_an_app(scene)
    return await scene.ask(f"POST /factors/{app.id}/challenge", {}, await scene.bob())


@refuses(CHALLENGE, 422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone")
async def phone_that_nothing_reaches_any_more(scene: Scene) -> httpx.Response:
    session, phone = await with_a_phone(scene)
    scene.settings.AUTH_TEST_PHONE = {}
    return await scene.ask(f"POST /factors/{phone}/challenge", {}, session)


@refuses(
    CHALLENGE,
    429,
    "over_sms_send_rate_limit",
    "For security purposes, you can only request this after {n} seconds.",
)
async def text_twice_in_a_minute(scene: Scene) -> httpx.Response:
    session, phone = await with_a_phone(scene)
    await challenge(scene.http, session, phone)
    return await scene.ask(f"POST /factors/{phone}/challenge", {}, session)


@refuses(CHALLENGE, 429, "over_sms_send_rate_limit", "sms rate limit exceeded")
async def six_texts(scene: Scene) -> httpx.Response:
    session, phone = await with_a_phone(scene)
    for _ in range(5):
        await challenge(scene.http, session, phone)
        await scene.age("factors.last_challenged_at", seconds=61)
    return await scene.ask(f"POST /factors/{phone}/challenge", {}, session)


@refuses(CHALLENGE, 422, "sms_send_failed", "Error sending confirmation sms")
async def text_that_nobody_takes(scene: Scene) -> httpx.Response:
    scene.carry_texts_to("http://account:token@127.0.0.1:1")
    session = await scene.ada()
    made = await scene.ask(ENROLL, {"factor_type": "phone", "phone": PHONE}, session)
    return await scene.ask(f"POST /factors/{made.json()['id']}/challenge", {}, session)


@refuses(VERIFY, 404, INVALID, NO_UUID)
async def proof_without_an_id(scene: Scene) -> httpx.Response:
    return await scene.ask("POST /factors/x/verify", {}, await scene.ada())


@refuses(VERIFY, 404, UNKNOWN, NOT_FOUND)
async def proof_of_nothing(scene: Scene) -> httpx.Response:
    return await scene.ask(f"POST /factors/{NO_ID}/verify", {"challenge_id": NO_ID, "code": "1"}, await scene.ada())


@refuses(VERIFY, 400, INVALID, "Code needs to be non-empty")
async def empty_code(scene: Scene) -> httpx.Response:
    session, app = await with_an_app(scene)
    return await answer(scene.http, session, app, "")


@refuses(VERIFY, 422, UNKNOWN, NO_CHALLENGE)
async def proof_without_a_challenge(scene: Scene) -> httpx.Response:
    session, app = await with_an_app(scene)
    return await answer(scene.http, session, app, app.code(), challenge_id=NO_ID)


@refuses(VERIFY, 422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch")
async def challenge_twice(scene: Scene) -> httpx.Response:
    session, app = await with_an_app(scene)
    asked = await challenge(scene.http, session, app.id)
    lifted = (await answer(scene.http, session, app, app.code(), challenge_id=asked)).json()
    return await answer(scene.http, lifted, app, app.code(1), challenge_id=asked)


@refuses(
    VERIFY,
    422,
    "mfa_challenge_expired",
    "MFA challenge {id} has expired, verify against another challenge or create a new challenge.",
)
async def old_challenge(scene: Scene) -> httpx.Response:
    session, app = await with_an_app(scene)
    asked = await challenge(scene.http, session, app.id)
    await scene.age("factor_challenges.created_at", seconds=301)
    return await answer(scene.http, session, app, app.code(), challenge_id=asked)


@refuses(VERIFY, 422, "mfa_verification_failed", "Invalid TOTP code entered")
async def wrong_code(scene: Scene) -> httpx.Response:
    session, app = await with_an_app(scene)
    return await answer(scene.http, session, app, app.wrong())


@refuses(VERIFY, 422, "mfa_verification_failed", "Invalid TOTP code entered")
async def code_twice(scene: Scene) -> httpx.Response:
    session, app = await with_an_app(scene)
    code = app.code()
    lifted = (await answer(scene.http, session, app, code)).json()
    return await answer(scene.http, lifted, app, code)


@refuses(VERIFY, 422, "mfa_verification_failed", "Invalid MFA Phone code entered")
async def wrong_text(scene: Scene) -> httpx.Response:
    session, phone = await with_a_phone(scene)
    asked = await challenge(scene.http, session, phone)
    return await scene.ask(f"POST /factors/{phone}/verify", {"challenge_id": asked, "code": "654321"}, session)


@refuses(VERIFY, 429, "over_request_rate_limit", "Request rate limit reached")
async def six_guesses(scene: Scene) -> httpx.Response:
    session, app = await with_an_app(scene)
    asked = await challenge(scene.http, session, app.id)
    for _ in range(5):
        await answer(scene.http, session, app, app.wrong(), challenge_id=asked)
    return await answer(scene.http, session, app, app.code(), challenge_id=asked)


@refuses(GONE, 404, INVALID, NO_UUID)
async def unenrolling_without_an_id(scene: Scene) -> httpx.Response:
    return await scene.ask("DELETE /factors/x", session=await scene.ada())


@refuses(GONE, 404, UNKNOWN, NOT_FOUND)
async def unenrolling_nothing(scene: Scene) -> httpx.Response:
    return await scene.ask(f"DELETE /factors/{NO_ID}", session=await scene.ada())


@refuses(GONE, 422, "insufficient_aal", "AAL2 required to unenroll verified factor")
async def unenrolling_by_half_a_sign_in(scene: Scene) -> httpx.Response:
    session, app = await half_signed_in(scene)
    return await scene.ask(f"DELETE /factors/{app.id}", session=session)
