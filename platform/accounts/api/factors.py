"""`/factors`: enrolls, challenges, verifies and removes second factors."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest

from accounts import errors, ports, queries, schemas, services, validation
from accounts.api.router import AnyAuthErrorOut, SignedIn, body_of, router, sign_in_response
from accounts.http import known_devices, sign_in_log
from accounts.http.endpoint_limits import enforce_limits
from accounts.http.request_parsing import BearerToken, parse
from accounts.limits import buckets
from core.actor import Actor
from sync.writes.db_executor import read, write

NAME_MAX = 200


@router.post(
    "/factors",
    auth=BearerToken(),
    response={200: schemas.EnrolledOut, (400, 401, 403, 413, 422, 429): AnyAuthErrorOut},
    exclude_none=True,
    openapi_extra=body_of(schemas.EnrollIn),
)
async def enroll(request: SignedIn) -> schemas.EnrolledOut:
    """Add a second factor, an authenticator app or a phone. It counts after its first verification."""
    await read(queries.assert_not_anonymous, caller=request.auth)
    await enforce_limits(request, "factors", buckets.FACTORS, caller=request.auth)
    body = parse(request, schemas.EnrollIn)
    name = body.friendly_name or ""
    if max(len(name), len(body.issuer or "")) > NAME_MAX:
        raise errors.ValidationFailed(f"Names must not be longer than {NAME_MAX} characters")
    if body.factor_type == "totp":
        issuer = (body.issuer or "").replace(":", " ")  # a colon would end the issuer in the label
        enrolled = await write(services.enroll_app, caller=request.auth, friendly_name=name, issuer=issuer)
    elif body.factor_type == "phone":
        phone = validation.phone(body.phone or "")
        enrolled = await write(services.enroll_phone, caller=request.auth, friendly_name=name, phone=phone)
    else:
        raise errors.BadFactorType
    return schemas.enrolled_out(enrolled)


@router.post(
    "/factors/{factor_id}/challenge",
    auth=BearerToken(),
    response={200: schemas.ChallengeOut, (400, 401, 403, 404, 413, 422, 429): AnyAuthErrorOut},
    openapi_extra=body_of(schemas.ChallengeIn),
)
async def challenge(request: SignedIn, factor_id: str) -> schemas.ChallengeOut:
    """Begin the verification of a second factor. A phone gets a code by text message."""
    factor = await _own_factor_id(request, request.auth, factor_id)
    if request.body:  # the body is optional: auth-js sends one, other clients need not
        parse(request, schemas.ChallengeIn)
    by = known_devices.requester(request, request.auth.email)
    new_challenge = await write(services.challenge, caller=request.auth, factor_id=factor, requester=by)
    if new_challenge.code:
        text = f"{new_challenge.code} is your code for {settings.PRODUCT_NAME}."
        outcome = await ports.sms.send(to=f"+{new_challenge.challenge.factor.phone}", text=text)
        if outcome is not ports.SmsOutcome.ACCEPTED:
            is_counted = outcome is not ports.SmsOutcome.NOT_SENT
            await write(services.discard_challenge, new_challenge=new_challenge, is_counted=is_counted)
            raise errors.SmsNotSent
    return schemas.challenge_out(new_challenge)


@router.post(
    "/factors/{factor_id}/verify",
    auth=BearerToken(),
    response={200: schemas.SessionOut, (400, 401, 403, 404, 413, 422, 429): AnyAuthErrorOut},
    exclude_none=True,
    openapi_extra=body_of(schemas.FactorCodeIn),
)
async def verify(request: SignedIn, factor_id: str) -> schemas.SessionOut:
    """Raise the session to aal2 with the code of a challenge, or with a recovery code."""
    factor = await _own_factor_id(request, request.auth, factor_id)
    body = parse(request, schemas.FactorCodeIn)
    if not body.code:
        raise errors.ValidationFailed("Code needs to be non-empty")
    with sign_in_log.log_rejections(user_id=request.auth.id):
        outcome = await write(
            services.verify,
            caller=request.auth,
            factor_id=factor,
            challenge_id=_uuid(body.challenge_id or ""),
            code=body.code,
            requester=known_devices.requester(request, request.auth.email),
        )
        if isinstance(outcome, errors.AuthFailure):
            raise outcome
    return sign_in_response(outcome)


@router.delete(
    "/factors/{factor_id}",
    auth=BearerToken(),
    response={200: schemas.FactorIdOut, (400, 401, 403, 404, 422, 429): AnyAuthErrorOut},
)
async def unenroll(request: SignedIn, factor_id: str) -> schemas.FactorIdOut:
    """Remove one of the caller's second factors."""
    factor = await _own_factor_id(request, request.auth, factor_id)
    await write(services.unenroll, caller=request.auth, factor_id=factor)
    return schemas.FactorIdOut(id=str(factor))


async def _own_factor_id(request: HttpRequest, caller: Actor, factor_id: str) -> UUID:
    """Check that the caller is signed in and not anonymous, count the request, and return the id of their factor.

    Raises BadFactorId, FactorNotFound, and what `access.signed_in_session` and `enforce_limits` raise.
    """
    await read(queries.assert_not_anonymous, caller=caller)
    await enforce_limits(request, "factors", buckets.FACTORS, caller=caller)
    parsed_id = _uuid(factor_id)
    if parsed_id is None:
        raise errors.BadFactorId
    await read(queries.assert_own_factor, caller=caller, factor_id=parsed_id)
    return parsed_id


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
