"""Settings of sign-in: sessions, passwords, second factors, limits."""

from environment.setting import Group
from environment.values import address, codes, number, optional, switch

SWITCH = "0 or 1"
HOUR_S, DAY_S = 3600, 86_400

GROUP = Group("Sign-in")
ACCESS_TOKEN_S = GROUP.setting(
    "ACCESS_TOKEN_S",
    # The app's sign-in library renews a token 90 s before its end, so it would renew shorter-lived tokens all the time.
    number(120, DAY_S),
    "The validity of an access token. Devices fetch a new one with their refresh token, 90 seconds before its end.",
    default="3600",
    unit="seconds, 120 to 86400",
    example="3600",
)
AUTH_REUSE_INTERVAL_S = GROUP.setting(
    "AUTH_REUSE_INTERVAL_S",
    number(0, HOUR_S),
    "The time in which a refresh token may be used again, because a device may not have received the response.",
    default="10",
    unit="seconds, 0 to 3600",
    example="10",
)
AUTH_SECURE_PASSWORD_CHANGE = GROUP.setting(
    "AUTH_SECURE_PASSWORD_CHANGE",
    switch,
    "Whether a password change in a session older than a day requires an emailed code.",
    default="0",
    unit=SWITCH,
    example="1",
)
AUTH_CURRENT_PASSWORD = GROUP.setting(
    "AUTH_CURRENT_PASSWORD",
    switch,
    "Whether a new password or address requires the current password or an emailed code. Users who have just signed in"
    " without a password may set one without.",
    default="1",
    unit=SWITCH,
    example="1",
)
AUTH_REAUTHENTICATION_S = GROUP.setting(
    "AUTH_REAUTHENTICATION_S",
    number(0, DAY_S),
    "Second factors, recovery codes and linked accounts can be changed for this time after a sign-in or a new proof of"
    " identity. For admins it also limits actions that decide who sees a client's data; 0: always.",
    default="600",
    unit="seconds, 0 to 86400",
    example="600",
)
AUTH_ADMIN_SECOND_FACTOR = GROUP.setting(
    "AUTH_ADMIN_SECOND_FACTOR",
    switch,
    "Whether admins need a second factor. Until they have set one up, they cannot open anything else.",
    default="0",
    unit=SWITCH,
    example="1",
)
AUTH_PWNED_URL = GROUP.setting(
    "AUTH_PWNED_URL",
    optional(address),
    "Rejects passwords known from breaches; the service receives five digits of a hash.",
    default_text="none; no password is compared with that service",
    unit="URL",
    example="https://api.pwnedpasswords.com",
)
AUTH_COMMON_PASSWORDS = GROUP.setting(
    "AUTH_COMMON_PASSWORDS",
    switch,
    "Whether a new password may be one of the 18,000 most common ones, or a name of this installation, with or without"
    " digits and punctuation: PRODUCT_NAME, a part of the host of SITE_URL, Pulseboard, portal, client or admin. Names"
    " with less than 4 letters are ignored.",
    default_text="0; 1 in a demo",
    unit=SWITCH,
    example="1",
)
AUTH_MANUAL_LINKING = GROUP.setting(
    "AUTH_MANUAL_LINKING",
    switch,
    "Whether users may link another way to sign in to their account.",
    default_text="0; 1 in a demo",
    unit=SWITCH,
    example="1",
)
AUTH_ANONYMOUS = GROUP.setting(
    "AUTH_ANONYMOUS",
    switch,
    "Whether anonymous users may sign up, for other apps on the same accounts. The portal does not use this and has"
    " nothing to show them.",
    default="0",
    unit=SWITCH,
    example="0",
)
AUTH_MAIL_COOLDOWN_S = GROUP.setting(
    "AUTH_MAIL_COOLDOWN_S",
    number(0, HOUR_S),
    "The time after which a user may request the next email.",
    default="60",
    unit="seconds, 0 to 3600",
    example="60",
)
AUTH_RATE_LIMITS = GROUP.setting(
    "AUTH_RATE_LIMITS",
    switch,
    "Whether sign-ins and emails of one network address are limited. Switch it off only in tests.",
    default="1",
    unit=SWITCH,
    example="1",
)
AUTH_AUTOCONFIRM = GROUP.setting(
    "AUTH_AUTOCONFIRM",
    switch,
    "Whether new addresses count as confirmed without an email. Possible only if SITE_URL is this machine.",
    default_text="0; 1 in a demo",
    unit=SWITCH,
    example="0",
)
AUTH_TEST_PHONE = GROUP.setting(
    "AUTH_TEST_PHONE",
    codes,
    "Phone numbers with a fixed code instead of a text message, for tests. Not possible together with SMS_URL.",
    unit="number=code pairs with commas between them",
    example="+15550100=123456",
)
