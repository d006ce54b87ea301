"""Reads requests to `/auth/v1`: the body by the wire contract's rules, the bearer token, the device."""

import json
import math
from collections.abc import Sequence
from ipaddress import ip_address
from typing import TypeVar
from urllib.parse import parse_qsl

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from ninja.security.http import HttpAuthBase
from pydantic import ValidationError

from accounts import validation
from accounts.errors import BadJson, BodyTooLarge, NoBearer, ValidationFailed
from accounts.redirects import allowed_redirects
from accounts.schemas import Body, FlowBody
from accounts.services import Device, Redirect
from accounts.tokens import access_tokens
from core.actor import Actor

BODY_MAX = 16 * 1024
# The database rejects 1,000 levels and the response encoder 255. Without this limit both would be server faults.
DEPTH_MAX = 32
# A response repeats the user's metadata: a million fields made a response of 46 MB.
FIELDS_MAX = 500
AGENT_MAX = 400
FORM_FIELDS_MAX = 20

Shape = TypeVar("Shape", bound=Body)


def parse(request: HttpRequest, shape: type[Shape]) -> Shape:
    """The body as `shape`, whatever its Content-Type. Raises BodyTooLarge, BadJson."""
    try:
        value = json.loads(
            _body_text(request), parse_constant=_reject_constant, parse_float=_finite, object_pairs_hook=_unique_fields
        )
    except (ValueError, RecursionError) as error:
        raise BadJson from error
    if not isinstance(value, dict):
        raise BadJson(f"{BadJson.message}: an object is expected")
    _check_content(value)
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        field = error.errors()[0]["loc"][0]
        raise BadJson(f"{BadJson.message}: wrong type of {field}") from error


def parse_form(request: HttpRequest, shape: type[Shape]) -> Shape:
    """The posted form as `shape`, whatever its Content-Type. Raises BodyTooLarge, ValidationFailed."""
    try:
        return shape.model_validate(_unique_fields(parse_qsl(_body_text(request), max_num_fields=FORM_FIELDS_MAX)))
    except ValueError as error:
        raise ValidationFailed("The query or the form cannot be read") from error


class BearerToken(HttpAuthBase):
    """Ninja's `auth` for endpoints that need a signed-in user. Verifies the token's claims without the database."""

    openapi_scheme = "bearer"

    def __call__(self, request: HttpRequest) -> Actor:
        """Raises NoBearer, BadToken."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token or " " in token:
            raise NoBearer
        return access_tokens.verified(token)


def device(request: HttpRequest) -> Device:
    agent = request.headers.get("User-Agent", "").replace("\0", "")[:AGENT_MAX]
    return Device(user_agent=agent, address=client_address(request), cookies=request.COOKIES)


def client_address(request: HttpRequest) -> str | None:
    """The client's IP address: from the proxy header that the settings trust, otherwise from the connection.

    The last of several values counts, because the nearest proxy wrote it. A client can forge the earlier values.
    """
    text = request.META.get("REMOTE_ADDR", "")
    if settings.TRUSTED_ADDRESS_HEADER:
        text = request.headers.get(settings.TRUSTED_ADDRESS_HEADER, "").rpartition(",")[2].strip() or text
    try:
        return str(ip_address(text))
    except ValueError:
        return None


def redirect_of(request: HttpRequest, redirect_to: str, body: FlowBody) -> Redirect:
    """The redirect URL of a mail's link, and the browser's challenge. Raises ValidationFailed for a bad PKCE pair."""
    challenge, method = body.code_challenge or "", body.code_challenge_method or ""
    validation.pkce_pair(challenge, method)
    return Redirect(allowed_redirect_url(request, redirect_to), challenge, method)


def allowed_redirect_url(request: HttpRequest, redirect_to: str) -> str:
    """The redirect URL: the first allowed one of the `redirect_to` header, the parameter, and the Referer."""
    return allowed_redirects.first_allowed(
        _raw_header(request, b"redirect_to"), redirect_to, request.headers.get("Referer", "")
    )


def _raw_header(request: HttpRequest, name: bytes) -> str:
    """The value of a header with an underscore in its name, which Django drops; "" if it is absent."""
    scope = request.scope if isinstance(request, ASGIRequest) else {"headers": []}
    return next((value.decode("latin1") for key, value in scope["headers"] if key == name), "")


def _body_text(request: HttpRequest) -> str:
    raw = request.read(BODY_MAX + 1)
    if len(raw) > BODY_MAX:
        raise BodyTooLarge
    return raw.decode()


def _reject_constant(constant: str) -> None:
    raise ValueError(constant)


def _unique_fields(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field twice")
    if len(pairs) > FIELDS_MAX:
        raise ValueError("too many fields")
    return fields


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _check_content(value: object, depth: int = 1) -> None:
    """Raises BadJson for NUL or half a surrogate pair, which no database stores, and for nesting over DEPTH_MAX."""
    if depth > DEPTH_MAX:
        raise BadJson(f"{BadJson.message}: nested too deeply")
    if isinstance(value, str):
        if "\0" in value or not _is_text(value):
            raise BadJson(f"{BadJson.message}: invalid character")
    elif isinstance(value, dict):
        for name, inner in value.items():
            _check_content(name, depth)
            _check_content(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check_content(inner, depth + 1)


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
