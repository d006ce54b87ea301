"""Pruning deletes rows that are of no more use, and keeps tokens that a client may still send."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from accounts import services, tasks
from core.clock import now
from sync.writes.db_executor import write
from tests.support.accounts.api import PASSWORD, PKCE, bearer, counts, error_of, execute, refresh, rows, sign_up
from tests.support.accounts.mailed_sign_up import ADA, typed
from tests.support.mail.mailbox import Mailbox, sweep

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_old_tokens_of_a_refresh_chain_are_pruned(http: httpx.AsyncClient, settings: Settings) -> None:
    tokens = [(await sign_up(http))["refresh_token"]]
    for _ in range(5):
        tokens.append((await refresh(http, tokens[-1])).json()["refresh_token"])
    assert await write(services.prune) == 0
    await execute("UPDATE refresh_tokens SET used_at = %s WHERE used_at IS NOT NULL", now() - timedelta(days=8))
    assert await write(services.prune) == 4
    assert [number for (number,) in await rows("SELECT number FROM refresh_tokens ORDER BY number")] == [5, 6]
    repeated_token = (await refresh(http, tokens[-2])).json()["refresh_token"]
    assert repeated_token == tokens[-1]
    assert error_of(await refresh(http, tokens[0]))[1] == "refresh_token_not_found"
    assert (await refresh(http, tokens[-1])).status_code == 200


async def test_pending_mail_flows_are_pruned_a_day_later(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    session = await sign_up(http)
    settings.AUTH_RATE_LIMITS = True
    await http.put(
        "/user", json={"email": "new@example.com", "current_password": PASSWORD, **PKCE}, headers=bearer(session)
    )
    mails = {mail.to: mail for mail in await mailbox.mails()}
    settings.AUTH_AUTOCONFIRM = False
    await typed(http, mails[ADA].code, type="email_change")
    before = await counts()
    assert await write(services.prune) == 0
    assert await counts() == before
    day_ago = now() - timedelta(days=1, seconds=1)
    for table, column in (("one_time_tokens", "created_at"), ("flow_states", "created_at"), ("limit_counters", "at")):
        await execute(f"UPDATE {table} SET {column} = %s", day_ago)
    await execute("UPDATE users SET email_change_sent_at = %s", day_ago)
    await write(services.prune)
    counts_after = await counts()
    assert (counts_after["one_time_tokens"], counts_after["flow_states"]) == (0, 0)
    assert await rows("SELECT COUNT(*) FROM limit_counters") == [(0,)]
    user = (await http.get("/user", headers=bearer(session))).json()
    assert "new_email" not in user
    assert counts_after | {"one_time_tokens": 0, "flow_states": 0} == before | {"one_time_tokens": 0, "flow_states": 0}


async def test_pruning_runs_once_a_day(http: httpx.AsyncClient) -> None:
    for _ in range(2):
        await asyncio.to_thread(tasks.schedule_pruning)
    await asyncio.to_thread(sweep)
    assert await rows("SELECT COUNT(*) FROM effects WHERE kind = 'accounts.prune' AND done_at IS NOT NULL") == [(1,)]


async def test_sessions_that_are_unused_or_old_end_after_their_days(
    http: httpx.AsyncClient, settings: Settings, fake_clock: Traveller
) -> None:
    unused_session, used_session = await sign_up(http), await sign_up(http, "used@example.com")
    fake_clock.shift(timedelta(days=29))
    await refresh(http, used_session["refresh_token"])
    fake_clock.shift(timedelta(days=2))
    before = await counts()
    await asyncio.to_thread(tasks.prune, "today")
    assert (await counts())["sessions"] == before["sessions"] == 2
    settings.RETENTION = replace(settings.RETENTION, session_days=30)
    await asyncio.to_thread(tasks.prune, "today")
    assert await rows("SELECT u.email FROM sessions s JOIN users u ON u.id = s.user_id") == [("used@example.com",)]
    assert error_of(await refresh(http, unused_session["refresh_token"]))[1] == "refresh_token_not_found"
    settings.RETENTION = replace(settings.RETENTION, max_session_days=32)
    await asyncio.to_thread(tasks.prune, "today")
    assert (await counts())["sessions"] == 1
    fake_clock.shift(timedelta(days=2))
    await asyncio.to_thread(tasks.prune, "today")
    assert (await counts())["sessions"] == 0
