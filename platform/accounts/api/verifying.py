"""`/verify`: a code is typed (POST), or the link of a mail is opened (GET)."""

from django.http import HttpRequest, HttpResponse

from accounts import errors, one_time, redirects, rules, schemas, services
from accounts.answers import evenly
from accounts.api.doors import Refusal, body_of, router, session
from accounts.api.onward import described, go, with_session
from accounts.bodies import device, parse, target
from accounts.gates import pass_through
from sync.seam import write


@router.post(
    "/verify",
    response={200: schemas.SessionOut | schemas.HalfConfirmedOut, (400, 403, 413, 422, 429): Refusal},
    exclude_none=True,
    openapi_extra=body_of(schemas.VerifyIn),
)
async def verify(request: HttpRequest) -> schemas.SessionOut | schemas.HalfConfirmedOut:
    """A code with its address, or the token of a link by itself; in a flow too it is a session at once."""
    await pass_through(request, "verify")
    body = parse(request, schemas.VerifyIn)
    _check(body)
    type = body.type or ""
    if body.token_hash:
        outcome = await write(
            services.by_link, link=body.token_hash, type=type, device=device(request), in_browser=False
        )
    elif body.phone:
        raise errors.CodeExpired  # no phone has a code here
    else:
        email, code = _email(body.email or ""), body.token or ""
        async with evenly():
            outcome = await write(services.by_code, email=email, type=type, code=code, device=device(request))
    if isinstance(outcome, errors.AuthFailure):
        raise outcome
    return session(outcome) if isinstance(outcome, services.Grant) else schemas.HalfConfirmedOut()


@router.get("/verify", response={303: None, 400: Refusal})
async def follow(request: HttpRequest, token: str = "", type: str = "", redirect_to: str = "") -> HttpResponse:
    """Always onward to an allowed address: with a session, the code of a flow, or what went wrong."""
    if not type:
        raise errors.ValidationFailed("Verify requires a verification type")
    if not token:
        raise errors.ValidationFailed("Verify requires a token or a token hash")
    back = target(request, redirect_to)
    in_flow = one_time.is_pkce(token)
    try:
        await pass_through(request, "verify")
        outcome = await write(services.by_link, link=token, type=type, device=device(request), in_browser=True)
    except errors.AuthFailure as refused:
        outcome = refused
    if isinstance(outcome, errors.AuthFailure):
        return _onward(back, described(outcome), in_flow=in_flow)
    if isinstance(outcome, services.HalfConfirmed):
        return _onward(back, {"message": schemas.HalfConfirmedOut().msg}, in_flow=in_flow)
    if isinstance(outcome, services.FlowCode):
        return go(redirects.with_query(back, {"code": outcome.text}))
    return go(with_session(back, session(outcome), type=type))


def _check(body: schemas.VerifyIn) -> None:
    if not body.type:
        raise errors.ValidationFailed("Verify requires a verification type")
    if bool(body.token) == bool(body.token_hash):
        raise errors.ValidationFailed("Verify requires either a token or a token hash")
    if body.token_hash and (body.email or body.phone or body.redirect_to):
        raise errors.ValidationFailed("Only the token_hash and type should be provided")
    if body.token and bool(body.email) == bool(body.phone):
        raise errors.ValidationFailed("Only an email address or phone number should be provided on verify")
    if body.phone:
        rules.phone(body.phone)


def _email(text: str) -> str:
    try:
        return rules.email(text)
    except errors.ValidationFailed as wrong:
        raise errors.BadAddress from wrong


def _onward(back: str, said: dict[str, str], *, in_flow: bool) -> HttpResponse:
    """In a flow the query says it as well: its client looks there."""
    return go(redirects.with_fragment(redirects.with_query(back, said) if in_flow else back, said))
