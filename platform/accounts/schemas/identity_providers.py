"""Schemas of sign-in at identity providers."""

from ninja import Schema

from accounts.schemas.requests import Body, FlowBody


class AuthorizeIn(Schema):
    """The query parameters. All others are passed on to the provider."""

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
    """OAuth's own error shape, which the grant for an ID token uses."""

    error: str
    error_description: str
