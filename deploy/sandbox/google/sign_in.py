"""A fake of Google's sign-in: discovery, consent page, token endpoint with a signed ID token, keys, revocation."""

import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from urllib.parse import urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

from sandbox.google.control import Control
from sandbox.google.tokens import LIFETIME_S, Tokens
from sandbox.pages import hidden, page
from sandbox.server import Answer, Request, in_json, redirect

CLIENT = ("sandbox", "sandbox")
CODE_LIFETIME_S = 60
FIELDS = (
    *("client_id", "redirect_uri", "state", "nonce", "scope"),
    *("code_challenge", "code_challenge_method", "access_type"),
)
SCOPES = {
    "https://www.googleapis.com/auth/analytics.readonly": "analytics",
    "https://www.googleapis.com/auth/webmasters.readonly": "webmasters",
}
SCOPE_TEXTS = {
    "analytics": "See and download your Google Analytics data",
    "webmasters": "View Search Console data for your verified sites",
}
DEFAULT_USER = ("ana@example.com", "Ana Rivera")


@dataclass(frozen=True)
class Consent:
    """The consent that an authorization code stands for."""

    email: str
    name: str
    is_verified: bool
    request: dict[str, str]
    until: float


class Google:
    """Signs a user in under any identity they enter."""

    def __init__(self, issuer: str, site: str, tokens: Tokens, control: Control) -> None:
        self._issuer, self._site, self._tokens, self._control = issuer, site, tokens, control
        self._key = RSAKey.generate_key(2048, auto_kid=True)
        self._codes: dict[str, Consent] = {}

    def answer(self, request: Request) -> Answer | None:
        match request.method, request.path:
            case "GET", "/.well-known/openid-configuration":
                return in_json(self._metadata())
            case "GET", "/oauth2/v3/certs":
                public = self._key.as_dict(private=False)
                return in_json({"keys": [{**public, "use": "sig", "alg": "RS256"}]})
            case "GET", "/o/oauth2/v2/auth":
                return self._consent_page(request.query)
            case "POST", "/o/oauth2/v2/auth":
                return self._decide(request.form)
            case "POST", "/token":
                self._control.count("token")
                return self._redeem(request)
            case "POST", "/revoke":
                self._control.count("revoke")
                return self._control.failure("revoke") or self._revoke(request.form)
        return None

    def _metadata(self) -> dict[str, object]:
        return {
            "issuer": self._issuer,
            "authorization_endpoint": f"{self._issuer}/o/oauth2/v2/auth",
            "token_endpoint": f"{self._issuer}/token",
            "revocation_endpoint": f"{self._issuer}/revoke",
            "jwks_uri": f"{self._issuer}/oauth2/v3/certs",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
        }

    def _consent_page(self, query: dict[str, str]) -> Answer:
        if not self._is_of_product(query):
            return Answer(400, page("Google", "<h1>Error 400: redirect_uri_mismatch</h1>"))
        email = query.get("login_hint") or DEFAULT_USER[0]
        inside = f"""<h1>Sign in with Google</h1><p>to continue to {escape(urlsplit(self._site).netloc)}</p>
<form method="post" action="/o/oauth2/v2/auth">{hidden({name: query.get(name, "") for name in FIELDS})}
<label for="email">Email address</label><input id="email" name="email" type="email" required value="{escape(email)}">
<label for="name">Name</label><input id="name" name="name" type="text" value="{escape(DEFAULT_USER[1])}">
<label class="check"><input name="verified" type="checkbox" value="yes" checked> Google has verified this address</label>
{_scope_boxes(query.get("scope", ""))}
<div class="row"><button name="decision" value="deny" formnovalidate>Cancel</button>
<button name="decision" value="allow">Continue</button></div></form>"""
        return Answer(200, page("Google", inside))

    def _decide(self, form: dict[str, str]) -> Answer:
        if not self._is_of_product(form):
            return Answer(400, page("Google", "<h1>Error 400: redirect_uri_mismatch</h1>"))
        state = {"state": form.get("state", "")}
        if form.get("decision") != "allow" or "@" not in form.get("email", ""):
            return redirect(f"{form['redirect_uri']}?{urlencode({'error': 'access_denied', **state})}")
        code = secrets.token_urlsafe(32)
        fields = {name: form.get(name, "") for name in FIELDS}
        if "allowed" in form:  # the form had checkboxes for scopes beyond sign-in
            fields["scope"] = " ".join(s for s in fields["scope"].split() if s not in SCOPES or form.get(SCOPES[s]))
        until = time.monotonic() + CODE_LIFETIME_S
        is_verified = form.get("verified") == "yes"
        self._codes[code] = Consent(form["email"].lower(), form.get("name", ""), is_verified, fields, until)
        return redirect(f"{form['redirect_uri']}?{urlencode({'code': code, 'scope': fields['scope'], **state})}")

    def _redeem(self, request: Request) -> Answer:
        form = request.form
        if CLIENT not in {request.credentials, (form.get("client_id", ""), form.get("client_secret", ""))}:
            return in_json({"error": "invalid_client"}, 401)
        if form.get("grant_type") == "refresh_token":
            fresh = self._tokens.renew(form.get("refresh_token", ""))
            if fresh is None:
                return in_json(
                    {"error": "invalid_grant", "error_description": "Token has been expired or revoked."}, 400
                )
            return in_json({"access_token": fresh, "expires_in": LIFETIME_S, "token_type": "Bearer"})
        consent = self._codes.pop(form.get("code", ""), None)
        if form.get("grant_type") != "authorization_code" or consent is None or consent.until < time.monotonic():
            return in_json({"error": "invalid_grant"}, 400)
        if form.get("redirect_uri") != consent.request["redirect_uri"] or not _has_code_verifier(form, consent.request):
            return in_json({"error": "invalid_grant"}, 400)
        token, refresh_token = self._tokens.consent(consent.email, consent.request["scope"])
        body = {
            "access_token": token,
            "expires_in": LIFETIME_S,
            "scope": consent.request["scope"],
            "token_type": "Bearer",
        }
        body |= {} if self._control.takes("no-id-token") else {"id_token": self._id_token(consent, token)}
        # Google returns a refresh token only for `access_type=offline`, and asks for consent again each time.
        body |= {"refresh_token": refresh_token} if consent.request["access_type"] == "offline" else {}
        return in_json(body)

    def _revoke(self, form: dict[str, str]) -> Answer:
        if self._tokens.revoke(form.get("token", "")):
            return in_json({})
        return in_json({"error": "invalid_token", "error_description": "Token expired or revoked"}, 400)

    def _id_token(self, consent: Consent, token: str) -> str:
        at = int(time.time())
        claims = {
            "iss": self._issuer,
            "aud": CLIENT[0],
            "azp": CLIENT[0],
            "sub": str(int(sha256(consent.email.encode()).hexdigest()[:16], 16)),
            "email": consent.email,
            "email_verified": consent.is_verified,
            "name": consent.name,
            "nonce": consent.request["nonce"],
            "at_hash": _access_token_hash(token),
            "iat": at,
            "exp": at + LIFETIME_S,
        }
        header = {"alg": "RS256", "typ": "JWT", "kid": self._key.kid}
        return jwt.encode(header, claims, self._key, algorithms=["RS256"])

    def _is_of_product(self, fields: dict[str, str]) -> bool:
        """Return whether the request is the product's; this page redirects browsers nowhere else."""
        return fields.get("client_id") == CLIENT[0] and fields.get("redirect_uri", "").startswith(f"{self._site}/")


def _access_token_hash(token: str) -> str:
    return urlsafe_b64encode(sha256(token.encode()).digest()[:16]).rstrip(b"=").decode()


def _has_code_verifier(form: dict[str, str], fields: dict[str, str]) -> bool:
    challenge = urlsafe_b64encode(sha256(form.get("code_verifier", "").encode()).digest()).rstrip(b"=").decode()
    return fields["code_challenge_method"] == "S256" and hmac.compare_digest(challenge, fields["code_challenge"])


def _scope_boxes(scope: str) -> str:
    """Return a checkbox for each scope beyond sign-in; users may leave one out, as at Google."""
    names = [SCOPES[one] for one in scope.split() if one in SCOPES]
    boxes = "".join(
        f'<label class="check"><input name="{name}" type="checkbox" value="yes" checked> {SCOPE_TEXTS[name]}</label>'
        for name in names
    )
    return f'{boxes}<input type="hidden" name="allowed" value="yes">' if names else ""
