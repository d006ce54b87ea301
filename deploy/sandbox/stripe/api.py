"""The API's entry point: authentication, version, idempotency and routing."""

import hmac
import json
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256

from sandbox.server import Answer, Asked
from sandbox.stripe.ids import new_id
from sandbox.stripe.lists import expand
from sandbox.stripe.params import Params, nested
from sandbox.stripe.refusals import Json, Refused, invalid
from sandbox.stripe.routes import BROWSERS, SERVERS, Handler, Routes
from sandbox.stripe.store import shown
from sandbox.stripe.world import API_VERSION, NOBODY, World

UNKEYED = (
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

    def __init__(self, world: World) -> None:
        self._world = world

    def answer(self, asked: Asked) -> Answer:
        request_id, key = new_id("req", 14), asked.headers.get("idempotency-key", "")
        headers = {"Request-Id": request_id, "Stripe-Version": API_VERSION}
        if key:
            headers["Idempotency-Key"] = key
        try:
            with self._world.store.change():
                self._world.request = {"id": request_id, "idempotency_key": key or None}
                try:
                    status, body, is_replay = self._run(asked, key)
                finally:
                    self._world.request = dict(NOBODY)
        except Refused as refused:
            status, body, is_replay = refused.status, {"error": shown(refused.error)}, False
        if is_replay:
            headers["Idempotent-Replayed"] = "true"
        return Answer(status, json.dumps(body).encode(), "application/json", headers)

    def _run(self, asked: Asked, key: str) -> tuple[int, Json, bool]:
        routes = self._authorized(asked)
        if asked.headers.get("stripe-version", API_VERSION) != API_VERSION:
            raise invalid(f"Invalid Stripe API version: this stand-in speaks {API_VERSION} alone.")
        handler, ids = routes.find(asked.method, asked.path.removeprefix("/v1/")) or _unknown(routes, asked)
        given = nested(asked.body.decode("utf-8", "replace") if asked.method == "POST" else asked.query_text)
        given.pop("key", None)
        if not key or asked.method != "POST":
            return 200, self._call(handler, given, ids), False
        return self._once(key, {"path": asked.path, "given": given}, lambda: self._call(handler, dict(given), ids))

    def _authorized(self, asked: Asked) -> Routes:
        scheme, _, token = asked.headers.get("authorization", "").partition(" ")
        keys = self._world.keys
        if scheme.lower() != "bearer" or not token:
            raise invalid(UNKEYED, status=401)
        if hmac.compare_digest(token.encode(), keys.secret.encode()):
            return SERVERS
        if hmac.compare_digest(token.encode(), keys.publishable.encode()):
            return BROWSERS
        raise invalid(f"Invalid API Key provided: {token[:8]}{'*' * 12}{token[-4:]}", status=401)

    def _call(self, handler: Handler, given: Json, ids: tuple[str, ...]) -> Json:
        paths = list(given.pop("expand", {}).values())
        params = Params(given)
        found = handler(self._world, params, *ids)
        params.done()
        document: Json = expand(self._world, deepcopy(found), paths)
        cleaned = shown(document)
        assert isinstance(cleaned, dict)
        return cleaned

    def _once(self, key: str, asked: Json, call: Callable[[], Json]) -> tuple[int, Json, bool]:
        """Return the stored response of this idempotency key; run the call if there is none. Calls rejected as invalid
        store none."""
        id = f"_key_{sha256(key.encode()).hexdigest()}"
        known = self._world.store.find(id)
        if known is not None:
            if known["asked"] != asked:
                error = {"message": OTHER_PARAMETERS.format(key), "type": "idempotency_error"}
                raise Refused(400, error)
            return known["status"], known["body"], True
        try:
            status, body = 200, call()
        except Refused as refused:
            if refused.is_kept:
                self._remember(id, asked, refused.status, {"error": shown(refused.error)})
            raise
        self._remember(id, asked, status, body)
        return status, body, False

    def _remember(self, id: str, asked: Json, status: int, body: Json) -> None:
        self._world.store.add({"id": id, "object": "_key", "asked": asked, "status": status, "body": body})


def _unknown(routes: Routes, asked: Asked) -> tuple[Handler, tuple[str, ...]]:
    if routes is BROWSERS and SERVERS.find(asked.method, asked.path.removeprefix("/v1/")):
        raise Refused(401, {"code": "secret_key_required", "message": NEEDS_SECRET, "type": "invalid_request_error"})
    said = f"Unrecognized request URL ({asked.method}: {asked.path}). Please see https://stripe.com/docs."
    raise invalid(said, status=404)
