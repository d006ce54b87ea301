"""Request schemas of `/auth/v1`."""

from pydantic import BaseModel, ConfigDict

Json = dict[str, object]


class Body(BaseModel):
    """A request body: wrong types are rejected, unknown fields ignored, null means absent."""

    model_config = ConfigDict(strict=True, extra="ignore")


class FlowBody(Body):
    """The body of a request that may start a flow of this browser: the PKCE pair, both or neither."""

    code_challenge: str | None = None
    code_challenge_method: str | None = None
    gotrue_meta_security: Json | None = None


class SignUpIn(FlowBody):
    email: str | None = None
    phone: str | None = None
    password: str | None = None
    data: Json | None = None
    channel: str | None = None


class CodeIn(FlowBody):
    email: str | None = None
    phone: str | None = None
    create_user: bool | None = None
    data: Json | None = None
    channel: str | None = None


class RecoverIn(FlowBody):
    email: str | None = None


class ResendIn(FlowBody):
    type: str | None = None
    email: str | None = None
    phone: str | None = None


class VerifyIn(Body):
    """`code_verifier` extends the contract of auth-js: it proves that this browser made the sign-up."""

    type: str | None = None
    token: str | None = None
    token_hash: str | None = None
    code_verifier: str | None = None
    email: str | None = None
    phone: str | None = None
    redirect_to: str | None = None
    gotrue_meta_security: Json | None = None


class PressIn(Body):
    """The form of the page behind a mail's link: the query parameters of the link."""

    token: str | None = None
    type: str | None = None
    redirect_to: str | None = None


class UserIn(FlowBody):
    data: Json | None = None
    email: str | None = None
    phone: str | None = None
    channel: str | None = None
    password: str | None = None
    nonce: str | None = None
    current_password: str | None = None
    app_metadata: Json | None = None


class ExchangeIn(Body):
    auth_code: str | None = None
    code_verifier: str | None = None


class PasswordIn(Body):
    email: str | None = None
    phone: str | None = None
    password: str | None = None
    gotrue_meta_security: Json | None = None


class RefreshIn(Body):
    refresh_token: str | None = None
