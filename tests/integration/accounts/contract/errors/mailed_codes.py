"""Errors of `/otp`, `/recover`, `/resend`, `/verify` and `/reauthenticate`."""

import httpx

from tests.integration.accounts.contract.errors.table import Scene, rejects, rejects_bodies
from tests.support.accounts.api import execute
from tests.support.accounts.mailed_sign_up import ADA, typed

OTP, RECOVER, RESEND, VERIFY = "POST /otp", "POST /recover", "POST /resend", "POST /verify"
REAUTHENTICATE, PRESS = "GET /reauthenticate", "POST /verify/press"
INVALID = "validation_failed"
ADDRESS = "Unable to validate email address: invalid format"
PHONE = "+15550100"
PHONE_OFF = "Unsupported phone provider"
TYPES = "Missing one of these types: signup, email_change, sms, phone_change"
PAIR = "PKCE flow requires code_challenge_method and code_challenge"
HALF_A_PAIR = {"code_challenge": "x" * 43}
COOL_DOWN = "For security purposes, you can only request this after {n} seconds."
WRONG_CODE, WRONG_LINK = "Token has expired or is invalid", "Email link is invalid or has expired"
EMAIL_TAKEN = "A user with this email address has already been registered"
MAIL_LIMIT = "over_email_send_rate_limit"

rejects_bodies(
    OTP,
    400,
    INVALID,
    {
        "both": ("Only an email address or phone number should be provided", {"email": ADA, "phone": PHONE}),
        "a_channel": ("Channel should only be specified with Phone OTP", {"email": ADA, "channel": "sms"}),
        "neither": ("One of email or phone must be set", {}),
        "no_address": (ADDRESS, {"email": "ada"}),
        "half_a_pair": (PAIR, {"email": ADA, **HALF_A_PAIR}),
        "much_metadata": (
            "User metadata must not be larger than 4096 bytes",
            {"email": ADA, "data": {"a": "x" * 5000}},
        ),
    },
)
rejects_bodies(OTP, 400, "phone_provider_disabled", {"a_phone": (PHONE_OFF, {"phone": PHONE})})
rejects_bodies(
    OTP, 422, "otp_disabled", {"nobody_new": ("Signups not allowed for otp", {"email": ADA, "create_user": False})}
)
rejects_bodies(
    RECOVER,
    400,
    INVALID,
    {
        "nobody": ("Password recovery requires an email", {}),
        "no_address": (ADDRESS, {"email": "ada"}),
        "half_a_pair": (PAIR, {"email": ADA, **HALF_A_PAIR}),
    },
)
rejects_bodies(
    RESEND,
    400,
    INVALID,
    {
        "no_type": (TYPES, {"email": ADA}),
        "another_type": (TYPES, {"type": "recovery", "email": ADA}),
        "both": (
            "Only an email address or phone number should be provided.",
            {"type": "signup", "email": ADA, "phone": PHONE},
        ),
        "no_email": ("Type provided requires an email address", {"type": "signup"}),
        "no_phone": ("Type provided requires a phone number", {"type": "sms"}),
        "no_address": (ADDRESS, {"type": "signup", "email": "ada"}),
        "half_a_pair": (PAIR, {"type": "signup", "email": ADA, **HALF_A_PAIR}),
    },
)
rejects_bodies(RESEND, 400, "phone_provider_disabled", {"a_phone": (PHONE_OFF, {"type": "sms", "phone": PHONE})})
EITHER = "Verify requires either a token or a token hash"
ALONE = "Only the token_hash and type should be provided"
rejects_bodies(
    VERIFY,
    400,
    INVALID,
    {
        "no_type": ("Verify requires a verification type", {"email": ADA, "token": "123456"}),
        "no_token": (EITHER, {"type": "email", "email": ADA}),
        "both_tokens": (EITHER, {"type": "email", "email": ADA, "token": "1", "token_hash": "x"}),
        "hash_and_address": (ALONE, {"type": "email", "email": ADA, "token_hash": "x"}),
        "hash_and_target": (ALONE, {"type": "email", "redirect_to": "x", "token_hash": "x"}),
        "nobody": (
            "Only an email address or phone number should be provided on verify",
            {"type": "email", "token": "1"},
        ),
        "no_phone": (
            "Invalid phone number format (E.164 required)",
            {"type": "sms", "phone": "0", "token": "123456"},
        ),
        "unknown_type": ("Invalid email verification type", {"type": "x", "token_hash": "x"}),
    },
)
rejects_bodies(VERIFY, 422, INVALID, {"no_address": (ADDRESS, {"type": "email", "email": "ada", "token": "123456"})})
rejects_bodies(
    VERIFY,
    403,
    "otp_expired",
    {
        "unknown_person": (WRONG_CODE, {"type": "email", "email": ADA, "token": "123456"}),
        "unknown_phone": (WRONG_CODE, {"type": "sms", "phone": PHONE, "token": "123456"}),
        "unknown_link": (WRONG_LINK, {"type": "signup", "token_hash": "x"}),
    },
)


@rejects(OTP, 429, MAIL_LIMIT, COOL_DOWN)
async def twice_in_a_minute(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_MAIL_COOLDOWN_S = 60
    await scene.request(OTP, {"email": ADA})
    return await scene.request(OTP, {"email": ADA})


@rejects(RESEND, 429, MAIL_LIMIT, COOL_DOWN)
async def again_in_a_minute(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_MAIL_COOLDOWN_S = 60
    await scene.confirmation_mail()
    return await scene.request(RESEND, {"type": "signup", "email": ADA})


@rejects(VERIFY, 403, "otp_expired", WRONG_CODE)
async def wrong_code(scene: Scene) -> httpx.Response:
    mail = await scene.confirmation_mail()
    return await typed(scene.http, "000000" if mail.code != "000000" else "000001")


@rejects(VERIFY, 403, "otp_expired", WRONG_CODE)
async def code_of_another_kind(scene: Scene) -> httpx.Response:
    return await typed(scene.http, (await scene.confirmation_mail()).code, type="recovery")


@rejects(VERIFY, 403, "otp_expired", WRONG_CODE)
async def used_code(scene: Scene) -> httpx.Response:
    code = (await scene.confirmation_mail()).code
    await typed(scene.http, code)
    return await typed(scene.http, code)


@rejects(VERIFY, 403, "otp_expired", WRONG_CODE)
async def old_code(scene: Scene) -> httpx.Response:
    code = (await scene.confirmation_mail()).code
    await scene.age("one_time_tokens.created_at", hours=1)
    return await typed(scene.http, code)


@rejects(VERIFY, 403, "otp_expired", WRONG_LINK)
async def old_link(scene: Scene) -> httpx.Response:
    link = (await scene.confirmation_mail()).link_query["token"]
    await scene.age("one_time_tokens.created_at", hours=1)
    return await scene.request(VERIFY, {"type": "signup", "token_hash": link})


@rejects(VERIFY, 403, "user_banned", "User is banned")
async def code_of_a_banned_user(scene: Scene) -> httpx.Response:
    code = (await scene.confirmation_mail()).code
    await scene.ban()
    return await typed(scene.http, code)


@rejects(VERIFY, 422, "email_exists", EMAIL_TAKEN)
async def address_taken_meanwhile(scene: Scene) -> httpx.Response:
    await scene.request(
        "PUT /user", {"email": "new@example.com", "current_password": "correct horse battery"}, await scene.ada()
    )
    code = next(one.code for one in await scene.mailbox.mails() if one.to == "new@example.com")
    await scene.request("POST /signup", {"email": "new@example.com", "password": "correct horse battery"})
    return await typed(scene.http, code, type="email_change", email="new@example.com")


# A mailed link in a browser: the server redirects, and responds with an error only to a query that no mail contains.
@rejects(PRESS, 400, INVALID, "Verify requires a verification type")
async def button_of_nothing(scene: Scene) -> httpx.Response:
    return await scene.http.post("/verify/press", data={"token": "x"})


@rejects(PRESS, 400, INVALID, "Verify requires a token or a token hash")
async def button_of_a_cut_link(scene: Scene) -> httpx.Response:
    return await scene.http.post("/verify/press", data={"type": "signup"})


@rejects(PRESS, 400, INVALID, "The query or the form cannot be read")
async def button_with_a_field_twice(scene: Scene) -> httpx.Response:
    return await scene.http.post("/verify/press", content=b"token=x&token=y&type=signup")


@rejects(PRESS, 403, "no_authorization", "This was not sent by our own page. Open the link in the email again.")
async def button_of_another_site(scene: Scene) -> httpx.Response:
    mail = await scene.confirmation_mail()
    return await scene.http.post("/verify/press", data=mail.link_query, headers={"Sec-Fetch-Site": "cross-site"})


@rejects(PRESS, 413, "request_entity_too_large", "Request body is larger than 16 KiB")
async def button_with_much(scene: Scene) -> httpx.Response:
    return await scene.http.post("/verify/press", data={"token": "x" * 2**14, "type": "signup"})


@rejects("GET /verify", 400, INVALID, "Verify requires a verification type")
async def link_without_a_type(scene: Scene) -> httpx.Response:
    return await scene.request("GET /verify", token="x")


@rejects("GET /verify", 400, INVALID, "Verify requires a token or a token hash")
async def link_without_a_token(scene: Scene) -> httpx.Response:
    return await scene.request("GET /verify", type="signup")


@rejects(REAUTHENTICATE, 422, "email_not_confirmed", "Please verify your email first.")
async def unconfirmed_address(scene: Scene) -> httpx.Response:
    session = await scene.ada()
    await execute("UPDATE users SET email_confirmed_at = NULL")
    return await scene.request(REAUTHENTICATE, session=session)


@rejects(REAUTHENTICATE, 429, MAIL_LIMIT, COOL_DOWN)
async def code_twice_in_a_minute(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_MAIL_COOLDOWN_S = 60
    session = await scene.ada()
    await scene.request(REAUTHENTICATE, session=session)
    return await scene.request(REAUTHENTICATE, session=session)
