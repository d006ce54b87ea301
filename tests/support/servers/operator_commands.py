"""Commands of operators, and writes with rollbacks and savepoints, in a process beside the servers.

As a program with the environment of a server, it reads one JSON request per line and responds with `{"result": ...}`,
or with `{"error": ...}` if it rolled the request back.
"""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

CANARY = "canary-{number:03}"


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.db import connection

    for line in sys.stdin:
        request = json.loads(line)
        try:
            response: dict[str, Any] = {"result": COMMANDS[request.pop("command")](**request)}
        except Exception as failure:
            connection.close()
            response = {"error": repr(failure)}
        print(json.dumps(response), flush=True)


def create_users(clients: int, admins: int) -> list[dict[str, str]]:
    """Create this many clients and admins. All data of a client contains the client's canary."""
    from accounts import services as accounts
    from clients import services
    from clients.models import Client
    from sync.writes.db_executor import write_now

    def create() -> list[dict[str, str]]:
        users = []
        for number in range(admins):
            email = f"admin-{number}@portal.example"
            admin, _ = services.create_admin(email=email, name=f"Admin {number}", password_hash="")
            users.append({"user": str(admin.user_id), "client": "", "email": email, "canary": ""})
        for number in range(clients):
            canary = CANARY.format(number=number)
            email = f"{canary}@portal.example"
            user_id = accounts.create_confirmed_user(
                email=email, password_hash="", full_name=f"{canary} Contact", company_name=f"{canary} Ltd"
            )
            client_id = str(Client.objects.get(user_id=user_id).id)
            users.append({"user": str(user_id), "client": client_id, "email": email, "canary": canary})
        return users

    created: list[dict[str, str]] = write_now(create)
    return created


def sign_in(user: str) -> str:
    """The access token of a new session, without a password."""
    return str(open_session(user)["access_token"])


def open_session(user: str) -> dict[str, object]:
    """A new session in the format that a device stores."""
    from accounts import services as accounts
    from accounts.limits.buckets import Requester
    from accounts.queries import Credentials
    from accounts.tokens import access_tokens
    from sync.writes.db_executor import write_now

    def begin() -> dict[str, object]:
        grant = accounts.sign_in(
            credentials=Credentials(UUID(user), ""), device=accounts.Device(), requester=Requester("a test")
        )
        token = access_tokens.issue(grant.account.user, grant.session).text
        return {"access_token": token, "refresh_token": grant.refresh_token, "user": {"id": user}, "expires_at": 0}

    session: dict[str, object] = write_now(begin)
    return session


def end_sessions(user: str) -> None:
    """End all sessions of a user."""
    from accounts.models import Session
    from accounts.services import session_end
    from sync.writes.db_executor import write_now

    def end() -> None:
        for session in Session.objects.select_for_update().filter(user_id=UUID(user)).order_by("id"):
            session_end.end(session)

    write_now(end)


def promote(email: str) -> None:
    """Make a client an admin, with the product's service."""
    from clients import services
    from sync.writes.db_executor import write_now

    write_now(services.create_admin, email=email, name="Promoted", password_hash="")


def demote(email: str) -> None:
    """Make an admin a client again, with the product's service."""
    from clients import services
    from sync.writes.db_executor import write_now

    write_now(services.remove_admin, email=email, may_be_last=True)


def following(users: list[str]) -> dict[str, list[str]]:
    """The streams that each user may follow, from the product's permission function."""
    from clients.access import following_of
    from core.actor import Actor
    from sync.writes.db_executor import write_now

    def query() -> dict[str, list[str]]:
        return {
            user: list(result.streams)
            for user in users
            if (result := following_of(Actor(UUID(user), UUID(int=0), "", 0)))
        }

    streams: dict[str, list[str]] = write_now(query)
    return streams


def run_rollbacks(seed: int) -> list[str]:
    """Run transactions with rollbacks and savepoints; returns the names of the committed rows."""
    from tests.support.database.concurrent_writers import run_transactions

    return run_transactions(seed, 4)


def prune(keep: int) -> int:
    """Prune changes of any age, but keep at least `keep` per stream; returns the number of deleted changes."""
    from django.conf import settings

    from sync.log import retention

    settings.RETENTION = replace(settings.RETENTION, log_days=0)
    retention.MIN_CHANGES = keep
    return retention.prune()


def retry_effects() -> int:
    """Make the failed effects due, with the product's service, as an admin does; returns how many."""
    from sync.effects import unfinished
    from sync.writes.db_executor import write_now

    return int(write_now(unfinished.try_again, kind=None))


def end_leases_of_scans() -> int:
    """End the leases of scans whose process may have been killed, as 20 minutes would; returns how many."""
    from sync.models import Effect
    from sync.writes.db_executor import write_now

    leased = Effect.objects.filter(kind="performance.scan", done_at=None, leased_until__isnull=False)
    return int(write_now(leased.update, leased_until=None))


COMMANDS: dict[str, Callable[..., Any]] = {
    command.__name__: command
    for command in (
        *(create_users, sign_in, open_session, end_sessions, promote, demote, following, run_rollbacks, prune),
        *(retry_effects, end_leases_of_scans),
    )
}

if __name__ == "__main__":
    main()
