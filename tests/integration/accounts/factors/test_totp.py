"""Two-factor sign-in by an app: enrolment, challenge, verification, assurance level, removal."""

from datetime import timedelta
from functools import partial
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4
from xml.etree import ElementTree

import httpx
import pytest
from joserfc import jwt

from accounts.tokens import signing_keys
from core.clock import now
from tests.support.accounts.api import (
    PASSWORD,
    Json,
    bearer,
    counts,
    dump,
    error_of,
    execute,
    refresh,
    rows,
    sign_in,
    sign_up,
)
from tests.support.accounts.second_factor import answer, challenge, enroll, protect

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

WRONG = (422, "mfa_verification_failed", "Invalid TOTP code entered")
NOT_FOUND = (404, "mfa_factor_not_found", "Factor not found")
NO_CHALLENGE = (422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found")
SESSION_NOT_FOUND = (403, "session_not_found", "Session from session_id claim in JWT does not exist")


def claims(session: Json) -> Json:
    return dict(jwt.decode(session["access_token"], signing_keys.signing_key().key, algorithms=["ES256"]).claims)


async def test_enrolling_returns_a_secret_as_text_uri_and_qr_code(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    app = await enroll(http, ada)
    assert set(app.enrolled) == {"id", "type", "friendly_name", "totp"}
    assert (app.enrolled["type"], app.enrolled["friendly_name"]) == ("totp", "My app")
    uri = urlsplit(app.enrolled["totp"]["uri"])
    assert (uri.scheme, uri.netloc, uri.path) == ("otpauth", "totp", "/localhost:ada%40example.com")
    expected = {"secret": app.secret, "issuer": "localhost", "algorithm": "SHA1", "digits": "6", "period": "30"}
    assert {name: value for name, [value] in parse_qs(uri.query).items()} == expected
    assert len(app.secret) == 32
    svg = app.enrolled["totp"]["qr_code"]
    assert "#" not in svg
    assert "%" not in svg
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    user = (await http.get("/user", headers=bearer(ada))).json()
    [factor] = user["factors"]
    assert (factor["id"], factor["factor_type"], factor["status"]) == (app.id, "totp", "unverified")
    assert "secret" not in factor
    assert (factor["phone"], factor["last_challenged_at"]) == ("", None)


async def test_the_code_raises_the_session_to_aal2(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    app = await enroll(http, ada)
    challenge_reply = await http.post(f"/factors/{app.id}/challenge", headers=bearer(ada), json={"factorId": app.id})
    assert set(challenge_reply.json()) == {"id", "type", "expires_at"}
    assert 290 <= challenge_reply.json()["expires_at"] - now().timestamp() <= 300
    reply = await answer(http, ada, app, app.code(), challenge_id=challenge_reply.json()["id"])
    assert reply.status_code == 200
    aal2_session = reply.json()
    old_claims, new_claims = claims(ada), claims(aal2_session)
    assert (old_claims["aal"], new_claims["aal"]) == ("aal1", "aal2")
    assert old_claims["session_id"] == new_claims["session_id"]
    assert [entry["method"] for entry in new_claims["amr"]] == ["totp", "password"]
    assert [factor["status"] for factor in aal2_session["user"]["factors"]] == ["verified"]
    refreshed = await refresh(http, aal2_session["refresh_token"])
    assert claims(refreshed.json())["aal"] == "aal2"
    assert [entry["method"] for entry in claims(refreshed.json())["amr"]] == ["totp", "password"]


async def test_the_refresh_token_from_before_verification_is_rejected(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    _, aal2_session = await protect(http, ada)
    before = await counts()
    error = (400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
    assert error_of(await refresh(http, ada["refresh_token"])) == error
    assert await counts() == before
    assert (await refresh(http, aal2_session["refresh_token"])).status_code == 200


async def test_verifying_a_factor_ends_the_users_aal1_sessions(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    other, bob = (await sign_in(http)).json(), await sign_up(http, "bob@example.com")
    app, aal2_session = await protect(http, ada)
    assert error_of(await http.get("/user", headers=bearer(other))) == SESSION_NOT_FOUND
    third = (await sign_in(http)).json()
    assert (await answer(http, third, app, app.code())).status_code == 200
    assert (await http.get("/user", headers=bearer(aal2_session))).status_code == 200
    assert (await http.get("/user", headers=bearer(bob))).status_code == 200


async def test_a_code_is_valid_once(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    app, _ = await protect(http, ada)
    code = app.code()
    second = (await sign_in(http)).json()
    assert (await answer(http, second, app, code)).status_code == 200
    third = (await sign_in(http)).json()
    before = await rows("SELECT id, aal, amr FROM sessions ORDER BY id")
    assert error_of(await answer(http, third, app, code)) == WRONG
    assert error_of(await answer(http, third, app, app.code(-1))) == WRONG
    assert await rows("SELECT id, aal, amr FROM sessions ORDER BY id") == before
    assert (await answer(http, third, app, app.code(1))).status_code == 200


async def test_a_wrong_code_leaves_the_challenge_usable(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    app = await enroll(http, ada)
    challenge_id = await challenge(http, ada, app.id)
    before = await counts()
    assert error_of(await answer(http, ada, app, app.wrong(), challenge_id=challenge_id)) == WRONG
    assert await counts() == before
    assert await rows("SELECT is_verified, last_step FROM factors") == [(False, None)]
    assert (await answer(http, ada, app, app.code(), challenge_id=challenge_id)).status_code == 200


async def test_guesses_of_a_code_are_limited(http: httpx.AsyncClient) -> None:
    """After five wrong codes the server rejects even the right one for a while. The endpoints' limits are off here."""
    app, _ = await protect(http, await sign_up(http))
    thief = (await sign_in(http)).json()
    for _ in range(5):
        assert error_of(await answer(http, thief, app, app.wrong())) == WRONG
    too_many = (429, "over_request_rate_limit", "Request rate limit reached")
    assert error_of(await answer(http, thief, app, app.code())) == too_many
    assert claims((await refresh(http, thief["refresh_token"])).json())["aal"] == "aal1"
    await execute("UPDATE limit_counters SET at = %s", now() - timedelta(minutes=4))
    assert (await answer(http, thief, app, app.code())).status_code == 200


async def test_challenges_are_single_use_expire_and_belong_to_their_factor(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    app = await enroll(http, ada)
    used_challenge = await challenge(http, ada, app.id)
    aal2_session = (await answer(http, ada, app, app.code(-1), challenge_id=used_challenge)).json()
    mismatch = (422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch")
    assert error_of(await answer(http, aal2_session, app, app.code(), challenge_id=used_challenge)) == mismatch
    assert error_of(await answer(http, aal2_session, app, app.code(), challenge_id=str(uuid4()))) == NO_CHALLENGE
    assert error_of(await answer(http, aal2_session, app, app.code(), challenge_id="none")) == NO_CHALLENGE
    old_challenge = await challenge(http, aal2_session, app.id)
    other_app = await enroll(http, aal2_session, "Another")
    assert (
        error_of(await answer(http, aal2_session, other_app, other_app.code(), challenge_id=old_challenge))
        == NO_CHALLENGE
    )
    await execute("UPDATE factor_challenges SET created_at = %s", now() - timedelta(seconds=301))
    status, code, message = error_of(await answer(http, aal2_session, app, app.code(), challenge_id=old_challenge))
    assert (status, code) == (422, "mfa_challenge_expired")
    assert old_challenge in message


async def test_factors_of_others_do_not_exist(http: httpx.AsyncClient) -> None:
    app = await enroll(http, await sign_up(http))
    bob = await sign_up(http, "bob@example.com")
    before = await dump()
    for method, path in (("POST", "/challenge"), ("POST", "/verify"), ("DELETE", "")):
        body = {"challenge_id": str(uuid4()), "code": app.code()} if method == "POST" else None
        send = partial(http.request, method, headers=bearer(bob), json=body)
        assert error_of(await send(f"/factors/{app.id}{path}")) == NOT_FOUND
        assert error_of(await send(f"/factors/{uuid4()}{path}")) == NOT_FOUND
        not_a_uuid = (404, "validation_failed", "factor_id must be an UUID")
        assert error_of(await send(f"/factors/nonsense{path}")) == not_a_uuid
    assert await dump() == before


async def test_an_aal1_session_changes_nothing(http: httpx.AsyncClient) -> None:
    app, _ = await protect(http, await sign_up(http))
    thief = (await sign_in(http)).json()
    before = await dump()
    enroll_reply = await http.post(
        "/factors", json={"factor_type": "totp", "friendly_name": "Mine"}, headers=bearer(thief)
    )
    assert error_of(enroll_reply) == (403, "insufficient_aal", "AAL2 required to enroll a new factor")
    unenroll_reply = await http.delete(f"/factors/{app.id}", headers=bearer(thief))
    assert error_of(unenroll_reply) == (422, "insufficient_aal", "AAL2 required to unenroll verified factor")
    message = "AAL2 session is required to update email or password when MFA is enabled."
    for change in ({"password": "another password"}, {"email": "thief@example.com"}):
        reply = await http.put("/user", json=change, headers=bearer(thief))
        assert error_of(reply) == (401, "insufficient_aal", message)
    assert await dump() == before
    assert (await sign_in(http, password=PASSWORD)).status_code == 200


async def test_unenrolling_a_factor_lowers_the_sessions_assurance_level(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    app, aal2_session = await protect(http, ada)
    other_app = await enroll(http, aal2_session, "Another")
    assert (await http.delete(f"/factors/{other_app.id}", headers=bearer(aal2_session))).json() == {"id": other_app.id}
    assert await rows("SELECT aal FROM sessions") == [("aal2",)]
    reply = await http.delete(f"/factors/{app.id}", headers=bearer(aal2_session))
    assert (reply.status_code, reply.json()) == (200, {"id": app.id})
    assert "factors" not in (await http.get("/user", headers=bearer(aal2_session))).json()
    new_claims = claims((await refresh(http, aal2_session["refresh_token"])).json())
    assert (new_claims["aal"], [entry["method"] for entry in new_claims["amr"]]) == ("aal1", ["password"])
    assert (await counts())["sessions"] == 1


async def test_the_store_contains_no_plain_secret(http: httpx.AsyncClient) -> None:
    app, aal2_session = await protect(http, await sign_up(http))
    contents = await dump()
    assert app.secret not in contents
    assert aal2_session["refresh_token"] not in contents


@pytest.mark.parametrize("path", ["", "/{id}/challenge", "/{id}/verify"])
async def test_an_ended_session_is_reported_before_any_other_error(path: str, http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    await http.post("/logout", headers=bearer(ada))
    reply = await http.post("/factors" + path.format(id="nonsense"), content=b"{", headers=bearer(ada))
    assert error_of(reply) == SESSION_NOT_FOUND


async def test_an_empty_code_is_rejected(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    app = await enroll(http, ada)
    assert error_of(await answer(http, ada, app, "")) == (400, "validation_failed", "Code needs to be non-empty")


async def test_a_challenge_needs_no_body(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    app = await enroll(http, ada)
    reply = await http.post(f"/factors/{app.id}/challenge", headers=bearer(ada))
    assert (reply.status_code, reply.json()["type"]) == (200, "totp")
