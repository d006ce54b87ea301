"""The shapes of sign-in elsewhere."""

from ninja import Schema

from accounts.schemas.requests import Body, FlowBody


class AuthorizeIn(Schema):
    """A query; whatever else stands in it is passed on to the provider."""

    provider: str = ""
    redirect_to: str = ""
    scopes: str = ""
    code_challenge: str = ""
    code_challenge_method: str = ""
    skip_http_redirect: str = ""


class SsoIn(FlowBody):
    provider_id: str | None = None
    domain: str | None = None
    redirect_to: str | None = None
    skip_http_redirect: bool | None = None


class IdTokenIn(Body):
    provider: str | None = None
    id_token: str | None = None
    access_token: str | None = None
    nonce: str | None = None
    client_id: str | None = None
    issuer: str | None = None
    link_identity: bool | None = None


class UrlOut(Schema):
    url: str


class OAuthErrorOut(Schema):
    """The shape of OAuth itself, in which the grant for an ID token refuses."""

    error: str
    error_description: str
