"""Errors of `/otp`, `/recover`, `/resend`, `/verify` and `/reauthenticate`."""

import httpx

from tests.integration.accounts.contract.errors.table import Service, rejects, rejects_bodies
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
INCOMPLETE_PAIR = {"code_challenge": "x" * 43}
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
        "incomplete_pkce_pair": (PAIR, {"email": ADA, **INCOMPLETE_PAIR}),
        "too_much_metadata": (
            "User metadata must not be larger than 4096 bytes",
            {"email": ADA, "data": {"a": "x" * 5000}},
        ),
    },
)
rejects_bodies(OTP, 400, "phone_provider_disabled", {"a_phone": (PHONE_OFF, {"phone": PHONE})})
rejects_bodies(
    OTP, 422, "otp_disabled", {"no_new_user": ("Signups not allowed for otp", {"email": ADA, "create_user": False})}
)
rejects_bodies(
    RECOVER,
    400,
    INVALID,
    {
        "no_email": ("Password recovery requires an email", {}),
        "no_address": (ADDRESS, {"email": "ada"}),
        "incomplete_pkce_pair": (PAIR, {"email": ADA, **INCOMPLETE_PAIR}),
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
        "incomplete_pkce_pair": (PAIR, {"type": "signup", "email": ADA, **INCOMPLETE_PAIR}),
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
        "no_address_or_phone": (
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
        "unknown_user": (WRONG_CODE, {"type": "email", "email": ADA, "token": "123456"}),
        "unknown_phone": (WRONG_CODE, {"type": "sms", "phone": PHONE, "token": "123456"}),
        "unknown_link": (WRONG_LINK, {"type": "signup", "token_hash": "x"}),
    },
)


@rejects(OTP, 429, MAIL_LIMIT, COOL_DOWN)
async def two_requests_in_a_minute(service: Service) -> httpx.Response:
    service.settings.AUTH_MAIL_COOLDOWN_S = 60
    await service.request(OTP, {"email": ADA})
    return await service.request(OTP, {"email": ADA})


@rejects(RESEND, 429, MAIL_LIMIT, COOL_DOWN)
async def resent_within_a_minute(service: Service) -> httpx.Response:
    service.settings.AUTH_MAIL_COOLDOWN_S = 60
    await service.confirmation_mail()
    return await service.request(RESEND, {"type": "signup", "email": ADA})


@rejects(VERIFY, 403, "otp_expired", WRONG_CODE)
async def wrong_code(service: Service) -> httpx.Response:
    mail = await service.confirmation_mail()
    return await typed(service.http, "000000" if mail.code != "000000" else "000001")


@rejects(VERIFY, 403, "otp_expired", WRONG_CODE)
async def code_of_another_kind(service: Service) -> httpx.Response:
    return await typed(service.http, (await service.confirmation_mail()).code, type="recovery")


@rejects(VERIFY, 403, "otp_expired", WRONG_CODE)
async def used_code(service: Service) -> httpx.Response:
    code = (await service.confirmation_mail()).code
    await typed(service.http, code)
    return await typed(service.http, code)


@rejects(VERIFY, 403, "otp_expired", WRONG_CODE)
async def old_code(service: Service) -> httpx.Response:
    code = (await service.confirmation_mail()).code
    await service.age("one_time_tokens.created_at", hours=1)
    return await typed(service.http, code)


@rejects(VERIFY, 403, "otp_expired", WRONG_LINK)
async def old_link(service: Service) -> httpx.Response:
    link = (await service.confirmation_mail()).link_query["token"]
    await service.age("one_time_tokens.created_at", hours=1)
    return await service.request(VERIFY, {"type": "signup", "token_hash": link})


@rejects(VERIFY, 403, "user_banned", "User is banned")
async def code_of_a_banned_user(service: Service) -> httpx.Response:
    code = (await service.confirmation_mail()).code
    await service.ban()
    return await typed(service.http, code)


@rejects(VERIFY, 422, "email_exists", EMAIL_TAKEN)
async def address_taken_meanwhile(service: Service) -> httpx.Response:
    await service.request(
        "PUT /user", {"email": "new@example.com", "current_password": "correct horse battery"}, await service.ada()
    )
    code = next(one.code for one in await service.mailbox.mails() if one.to == "new@example.com")
    await service.request("POST /signup", {"email": "new@example.com", "password": "correct horse battery"})
    return await typed(service.http, code, type="email_change", email="new@example.com")


# A mailed link in a browser: the server redirects, and responds with an error only to a query that no mail contains.
@rejects(PRESS, 400, INVALID, "Verify requires a verification type")
async def press_without_a_type(service: Service) -> httpx.Response:
    return await service.http.post("/verify/press", data={"token": "x"})


@rejects(PRESS, 400, INVALID, "Verify requires a token or a token hash")
async def press_without_a_token(service: Service) -> httpx.Response:
    return await service.http.post("/verify/press", data={"type": "signup"})


@rejects(PRESS, 400, INVALID, "The query or the form cannot be read")
async def press_with_a_field_twice(service: Service) -> httpx.Response:
    return await service.http.post("/verify/press", content=b"token=x&token=y&type=signup")


@rejects(PRESS, 403, "no_authorization", "This was not sent by our own page. Open the link in the email again.")
async def press_on_another_site(service: Service) -> httpx.Response:
    mail = await service.confirmation_mail()
    return await service.http.post("/verify/press", data=mail.link_query, headers={"Sec-Fetch-Site": "cross-site"})


@rejects(PRESS, 413, "request_entity_too_large", "Request body is larger than 16 KiB")
async def press_with_a_large_body(service: Service) -> httpx.Response:
    return await service.http.post("/verify/press", data={"token": "x" * 2**14, "type": "signup"})


@rejects("GET /verify", 400, INVALID, "Verify requires a verification type")
async def link_without_a_type(service: Service) -> httpx.Response:
    return await service.request("GET /verify", token="x")


@rejects("GET /verify", 400, INVALID, "Verify requires a token or a token hash")
async def link_without_a_token(service: Service) -> httpx.Response:
    return await service.request("GET /verify", type="signup")


@rejects(REAUTHENTICATE, 422, "email_not_confirmed", "Please verify your email first.")
async def unconfirmed_address(service: Service) -> httpx.Response:
    session = await service.ada()
    await execute("UPDATE users SET email_confirmed_at = NULL")
    return await service.request(REAUTHENTICATE, session=session)


@rejects(REAUTHENTICATE, 429, MAIL_LIMIT, COOL_DOWN)
async def two_codes_in_a_minute(service: Service) -> httpx.Response:
    service.settings.AUTH_MAIL_COOLDOWN_S = 60
    session = await service.ada()
    await service.request(REAUTHENTICATE, session=session)
    return await service.request(REAUTHENTICATE, session=session)
