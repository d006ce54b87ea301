"""The API's entry point: authentication, version, idempotency and routing."""

import hmac
import json
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256

from sandbox.server import Answer, Request
from sandbox.stripe.account import API_VERSION, NO_REQUEST, Account
from sandbox.stripe.errors import Json, StripeError, invalid
from sandbox.stripe.ids import new_id
from sandbox.stripe.lists import expand
from sandbox.stripe.params import Params, nested
from sandbox.stripe.routes import BROWSERS, SERVERS, Handler, Routes
from sandbox.stripe.store import public

NO_API_KEY = (
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth "
    "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
)
NEEDS_SECRET = (
    "This API call cannot be made with a publishable API key. Please use a secret API key. "
    "You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys."
)
OTHER_PARAMETERS = (
    "Keys for idempotent requests can only be used with the same parameters they were first used with. "
    "Try using a key other than '{}' if you meant to execute a different request."
)


class Api:
    """Responds to /v1/... ."""

    def __init__(self, account: Account) -> None:
        self._account = account

    def answer(self, request: Request) -> Answer:
        request_id, key = new_id("req", 14), request.headers.get("idempotency-key", "")
        headers = {"Request-Id": request_id, "Stripe-Version": API_VERSION}
        if key:
            headers["Idempotency-Key"] = key
        try:
            with self._account.store.change():
                self._account.request = {"id": request_id, "idempotency_key": key or None}
                try:
                    status, body, is_replay = self._run(request, key)
                finally:
                    self._account.request = dict(NO_REQUEST)
        except StripeError as failure:
            status, body, is_replay = failure.status, {"error": public(failure.error)}, False
        if is_replay:
            headers["Idempotent-Replayed"] = "true"
        return Answer(status, json.dumps(body).encode(), "application/json", headers)

    def _run(self, request: Request, key: str) -> tuple[int, Json, bool]:
        routes = self._authorized(request)
        if request.headers.get("stripe-version", API_VERSION) != API_VERSION:
            raise invalid(f"Invalid Stripe API version: this fake supports only {API_VERSION}.")
        handler, ids = routes.find(request.method, request.path.removeprefix("/v1/")) or _unknown(routes, request)
        given = nested(request.body.decode("utf-8", "replace") if request.method == "POST" else request.query_text)
        given.pop("key", None)
        if not key or request.method != "POST":
            return 200, self._call(handler, given, ids), False
        return self._run_once(
            key, {"path": request.path, "given": given}, lambda: self._call(handler, dict(given), ids)
        )

    def _authorized(self, request: Request) -> Routes:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        keys = self._account.keys
        if scheme.lower() != "bearer" or not token:
            raise invalid(NO_API_KEY, status=401)
        if hmac.compare_digest(token.encode(), keys.secret.encode()):
            return SERVERS
        if hmac.compare_digest(token.encode(), keys.publishable.encode()):
            return BROWSERS
        raise invalid(f"Invalid API Key provided: {token[:8]}{'*' * 12}{token[-4:]}", status=401)

    def _call(self, handler: Handler, given: Json, ids: tuple[str, ...]) -> Json:
        paths = list(given.pop("expand", {}).values())
        params = Params(given)
        result = handler(self._account, params, *ids)
        params.done()
        document: Json = expand(self._account, deepcopy(result), paths)
        cleaned = public(document)
        assert isinstance(cleaned, dict)
        return cleaned

    def _run_once(self, key: str, request: Json, call: Callable[[], Json]) -> tuple[int, Json, bool]:
        """Return the stored response of this idempotency key; run the call if there is none. A call that is
        rejected as invalid stores no response."""
        id = f"_key_{sha256(key.encode()).hexdigest()}"
        stored = self._account.store.find(id)
        if stored is not None:
            if stored["asked"] != request:
                error = {"message": OTHER_PARAMETERS.format(key), "type": "idempotency_error"}
                raise StripeError(400, error)
            return stored["status"], stored["body"], True
        try:
            status, body = 200, call()
        except StripeError as failure:
            if failure.is_committed:
                self._store_response(id, request, failure.status, {"error": public(failure.error)})
            raise
        self._store_response(id, request, status, body)
        return status, body, False

    def _store_response(self, id: str, request: Json, status: int, body: Json) -> None:
        self._account.store.add({"id": id, "object": "_key", "asked": request, "status": status, "body": body})


def _unknown(routes: Routes, request: Request) -> tuple[Handler, tuple[str, ...]]:
    if routes is BROWSERS and SERVERS.find(request.method, request.path.removeprefix("/v1/")):
        raise StripeError(
            401, {"code": "secret_key_required", "message": NEEDS_SECRET, "type": "invalid_request_error"}
        )
    message = f"Unrecognized request URL ({request.method}: {request.path}). Please see https://stripe.com/docs."
    raise invalid(message, status=404)
