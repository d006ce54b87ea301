"""The router of `/auth/v1`, the schema of its errors, and the response with a session."""

from django.http import HttpRequest
from ninja import Router

from accounts import errors, schemas, services
from accounts.http import page_pass, sign_in_log
from accounts.http.error_responses import report_faults
from accounts.tokens import access_tokens
from core.actor import Actor

router = Router()
router.add_decorator(report_faults)

AnyAuthErrorOut = schemas.AuthErrorOut | schemas.FormerAuthErrorOut


class SignedIn(HttpRequest):
    """A request that `BearerToken` has authenticated."""

    auth: Actor


def body_of(*shapes: type[schemas.Body], media: str = "application/json") -> dict[str, object]:
    """The OpenAPI description of a body that the endpoint parses itself."""
    body_schemas = [shape.model_json_schema() for shape in shapes]
    schema = body_schemas[0] if len(body_schemas) == 1 else {"oneOf": body_schemas}
    return {"requestBody": {"required": True, "content": {media: {"schema": schema}}}}


def sign_in_response(granted: services.Grant, *, weak: errors.WeakPassword | None = None) -> schemas.SessionOut:
    """The response for a sign-in, with a new access token; logs the sign-in."""
    sign_in_log.log_sign_in(granted)
    return session_response(granted, weak=weak)


def session_response(granted: services.Grant, *, weak: errors.WeakPassword | None = None) -> schemas.SessionOut:
    """The response for a granted session, with a new access token."""
    issued = access_tokens.issue(granted.account.user, granted.session)
    page_pass.CURRENT_GRANT.set(granted)
    return schemas.session_out(granted, issued, weak=weak)
