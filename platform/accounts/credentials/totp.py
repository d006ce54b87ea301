"""Codes of an authenticator app (RFC 6238): SHA-1, six digits, 30 seconds, one step of clock drift either way."""

import hmac
import io
from datetime import datetime

import pyotp
import segno

STEP_S = 30
DRIFT = (-1, 0, 1)
SECRET_LENGTH = 32  # of base 32: 160 bits
QUIET_ZONE = 4


def fresh_secret() -> str:
    return pyotp.random_base32(SECRET_LENGTH)


def uri(secret: str, *, issuer: str, account: str) -> str:
    """The `otpauth:` URI that the QR code holds."""
    base_uri = pyotp.TOTP(secret, issuer=issuer, name=account).provisioning_uri()
    # Apps assume these values if they are missing, but the wire contract requires them in the URI.
    return f"{base_uri}&algorithm=SHA1&digits=6&period={STEP_S}"


def qr_svg(text: str) -> str:
    """A QR code as SVG, without `#` and `%`, because clients put it into a data URL unescaped."""
    buffer = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        buffer, kind="svg", xmldecl=False, border=QUIET_ZONE, omitsize=True, dark="black", light="white"
    )
    svg = buffer.getvalue().decode()
    for code, name in (("#000", "black"), ("#fff", "white")):
        svg = svg.replace(f'"{code}"', f'"{name}"')
    return svg


def step_of(secret: str, code: str, *, at: datetime, after: int | None) -> int | None:
    """The time step that `code` belongs to, or None if it is wrong or not later than step `after`.

    The caller stores the step as the next `after`, so that each code is accepted once.
    """
    codes = pyotp.TOTP(secret)
    current = int(at.timestamp()) // STEP_S
    matched_step = None
    for step in (current + lag for lag in DRIFT):
        is_match = hmac.compare_digest(codes.generate_otp(step).encode(), code.encode())
        if is_match and (after is None or step > after):
            matched_step = step
    return matched_step
