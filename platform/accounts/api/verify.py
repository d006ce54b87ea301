"""`/verify`: redeems typed codes (POST) and opened links (GET), and handles the button of a link's page (`/press`)."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts import errors, schemas, services, validation
from accounts.api.redirects import error_params, redirect_response, url_with_session
from accounts.api.router import AnyAuthErrorOut, body_of, router, sign_in_response
from accounts.http import known_devices, link_page, sign_in_log
from accounts.http.endpoint_limits import enforce_limits
from accounts.http.error_responses import equalize_timing
from accounts.http.request_parsing import allowed_redirect_url, device, parse, parse_form
from accounts.redirects import allowed_redirects
from accounts.tokens import one_time
from sync.writes.db_executor import write


@router.post(
    "/verify",
    response={200: schemas.SessionOut | schemas.HalfConfirmedOut, (400, 403, 413, 422, 429): AnyAuthErrorOut},
    exclude_none=True,
    openapi_extra=body_of(schemas.VerifyIn),
)
async def verify(request: HttpRequest) -> schemas.SessionOut | schemas.HalfConfirmedOut:
    """Redeem a code with its address, or the token of a link. The response is a session, even for a token of a flow."""
    with sign_in_log.log_rejections():
        outcome = await _redeem_body(request)
    return sign_in_response(outcome) if isinstance(outcome, services.Grant) else schemas.HalfConfirmedOut()


async def _redeem_body(request: HttpRequest) -> services.Grant | services.HalfConfirmed:
    body = parse(request, schemas.VerifyIn)
    await enforce_limits(request, "verify", code_of=(body.email or "").lower() if body.token else "")
    _check_body(body)
    type, verifier = body.type or "", body.code_verifier or ""
    if body.token_hash:
        outcome = await write(
            services.redeem_link,
            link=body.token_hash,
            type=type,
            verifier=verifier,
            device=device(request),
            in_browser=False,
        )
    elif body.phone:
        raise errors.CodeExpired  # this service sends no sign-in codes to phones
    else:
        email, code = _email(body.email or ""), body.token or ""
        by = known_devices.requester(request, email)
        async with equalize_timing():
            outcome = await write(
                services.redeem_code,
                email=email,
                type=type,
                code=code,
                verifier=verifier,
                device=device(request),
                requester=by,
            )
    if isinstance(outcome, errors.AuthFailure):
        raise outcome
    assert not isinstance(outcome, services.FlowCode)  # only a browser gets the code of a flow
    return outcome


@router.get("/verify", response={(200, 303): None, 400: AnyAuthErrorOut})
async def open_link(
    request: HttpRequest, token: str = "", type: str = "", redirect_to: str = "", landing: str = ""
) -> HttpResponse:
    """Open the link of a mail. With `landing`, shows a page with a button and changes nothing. Without it, redeems the
    link at once, as clients of the wire contract expect for links that they build themselves.
    """
    _check_link(token, type)
    redirect_url = allowed_redirect_url(request, redirect_to)
    if landing and type in link_page.PAGE_TEXTS:
        return link_page.page_response(token=token, type=type, redirect_url=redirect_url)
    return await _redeem_in_browser(request, token, type, redirect_url, in_query=one_time.is_pkce(token))


@router.post(
    "/verify/press",
    response={303: None, (400, 403, 413): AnyAuthErrorOut},
    openapi_extra=body_of(schemas.PressIn, media="application/x-www-form-urlencoded"),
)
async def redeem_on_page(request: HttpRequest) -> HttpResponse:
    """Redeem a link by the button of its page. The form has the redirect URL too, because the page sends no Referer."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise errors.CrossSiteSubmit
    form = parse_form(request, schemas.PressIn)
    token, type = form.token or "", form.type or ""
    _check_link(token, type)
    redirect_url = allowed_redirects.first_allowed(form.redirect_to or "")
    # At the site's own URL, our server reads an error from the query for the app, because browsers send no fragments.
    in_query = one_time.is_pkce(token) or redirect_url == settings.SITE_URL
    return await _redeem_in_browser(request, token, type, redirect_url, in_query=in_query, is_pressed=True)


async def _redeem_in_browser(
    request: HttpRequest, token: str, type: str, redirect_url: str, *, in_query: bool, is_pressed: bool = False
) -> HttpResponse:
    """Redirect to the allowed URL `redirect_url`, with a session, the code of a flow, a message, or an error."""
    try:
        await enforce_limits(request, "verify")
        outcome = await write(
            services.redeem_link, link=token, type=type, device=device(request), in_browser=True, is_pressed=is_pressed
        )
    except errors.AuthFailure as error:
        outcome = error
    if isinstance(outcome, errors.AuthFailure):
        sign_in_log.log_rejection(outcome)
        return _redirect_with(redirect_url, error_params(outcome), in_query=in_query)
    if isinstance(outcome, services.HalfConfirmed):
        return _redirect_with(redirect_url, {"message": schemas.HalfConfirmedOut().msg}, in_query=in_query)
    if isinstance(outcome, services.FlowCode):
        return redirect_response(allowed_redirects.with_query(redirect_url, {"code": outcome.text}))
    return redirect_response(url_with_session(redirect_url, sign_in_response(outcome), type=type))


def _check_link(token: str, type: str) -> None:
    if not type:
        raise errors.ValidationFailed("Verify requires a verification type")
    if not token:
        raise errors.ValidationFailed("Verify requires a token or a token hash")


def _check_body(body: schemas.VerifyIn) -> None:
    if not body.type:
        raise errors.ValidationFailed("Verify requires a verification type")
    if bool(body.token) == bool(body.token_hash):
        raise errors.ValidationFailed("Verify requires either a token or a token hash")
    if body.token_hash and (body.email or body.phone or body.redirect_to):
        raise errors.ValidationFailed("Only the token_hash and type should be provided")
    if body.token and bool(body.email) == bool(body.phone):
        raise errors.ValidationFailed("Only an email address or phone number should be provided on verify")
    if body.phone:
        validation.phone(body.phone)


def _email(text: str) -> str:
    try:
        return validation.email(text)
    except errors.ValidationFailed as wrong:
        raise errors.BadAddress from wrong


def _redirect_with(redirect_url: str, params: dict[str, str], *, in_query: bool) -> HttpResponse:
    """Redirect with `params` in the fragment. If `in_query`, also in the query, where clients in a flow read them."""
    return redirect_response(
        allowed_redirects.with_fragment(
            allowed_redirects.with_query(redirect_url, params) if in_query else redirect_url, params
        )
    )
