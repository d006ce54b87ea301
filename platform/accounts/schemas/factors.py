"""Schemas of second factors, recovery codes and signed-in devices."""

from typing import Literal

from ninja import Schema

from accounts.credentials import totp
from accounts.models import Session
from accounts.schemas.requests import Body, Json
from accounts.services import NewChallenge, NewFactor
from core.actor import Actor
from core.clock import iso


class EnrollIn(Body):
    factor_type: str | None = None
    friendly_name: str | None = None
    issuer: str | None = None
    phone: str | None = None


class ChallengeIn(Body):
    channel: str | None = None


class FactorCodeIn(Body):
    challenge_id: str | None = None
    code: str | None = None


class TotpOut(Schema):
    """`qr_code` is the markup of an SVG picture."""

    qr_code: str
    secret: str
    uri: str


class EnrolledOut(Schema):
    id: str
    type: Literal["totp", "phone"]
    friendly_name: str | None = None
    totp: TotpOut | None = None
    phone: str | None = None


class ChallengeOut(Schema):
    """`expires_at` is in whole Unix seconds."""

    id: str
    type: Literal["totp", "phone"]
    expires_at: int


class FactorIdOut(Schema):
    id: str


class EndedOut(Schema):
    id: str


class DeviceOut(Schema):
    """One signed-in device; `is_current` is true for the session of this request."""

    id: str
    user_agent: str
    address: str | None
    aal: str
    amr: list[Json]
    is_current: bool
    created_at: str
    refreshed_at: str


class DevicesOut(Schema):
    data: list[DeviceOut]


class CodesLeftOut(Schema):
    left: int
    created_at: str | None


class CodesOut(Schema):
    """New recovery codes. No other response contains them."""

    codes: list[str]


def enrolled_out(enrolled: NewFactor) -> EnrolledOut:
    factor = enrolled.factor
    if factor.factor_type == "phone":
        return EnrolledOut(
            id=str(factor.id), type="phone", friendly_name=factor.friendly_name or None, phone=f"+{factor.phone}"
        )
    shown = TotpOut(qr_code=totp.qr_svg(enrolled.uri), secret=enrolled.secret, uri=enrolled.uri)
    return EnrolledOut(id=str(factor.id), type="totp", friendly_name=factor.friendly_name or None, totp=shown)


def challenge_out(new_challenge: NewChallenge) -> ChallengeOut:
    is_phone = new_challenge.challenge.factor.factor_type == "phone"
    return ChallengeOut(
        id=str(new_challenge.challenge.id),
        type="phone" if is_phone else "totp",
        expires_at=int(new_challenge.expires_at.timestamp()),
    )


def device_out(session: Session, actor: Actor) -> DeviceOut:
    return DeviceOut(
        id=str(session.id),
        user_agent=session.user_agent,
        address=session.address,
        aal=session.aal,
        amr=session.amr,
        is_current=session.id == actor.session_id,
        created_at=iso(session.created_at),
        refreshed_at=iso(session.refreshed_at),
    )
