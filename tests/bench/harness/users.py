"""Fills a new database through the services and prints its users; run as a process with DATA_DIR set."""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from uuid import UUID

from tests.bench.harness.results import ROOT

ADDRESS, PASSWORD = "{kind}-{number}@bench.test", "benchmark"


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a stream, as a device that has everything up to it sends in `hello`."""

    s: str
    e: str
    c: int
    at: str


@dataclass(frozen=True, slots=True)
class User:
    """A signed-in user; `client_id` is "" for an admin."""

    user_id: str
    client_id: str
    token: str

    @property
    def streams(self) -> tuple[str, str]:
        return f"c:{self.client_id}" if self.client_id else "w", f"u:{self.user_id}"


@dataclass(frozen=True, slots=True)
class SeededUsers:
    """The users of a database, and the position of each stream before the first client's messages were added."""

    admins: list[User]
    clients: list[User]
    positions: dict[str, Position]

    def positions_of(self, user: User) -> list[Position]:
        return [self.positions[stream] for stream in user.streams]


def seed(
    data_dir: Path, settings: Mapping[str, str] | None = None, *, clients: int, admins: int = 1, messages: int = 0
) -> SeededUsers:
    """Create the database of `data_dir`, or the one that `settings` name, in a separate process.

    The first client writes `messages` messages; the returned positions are those before them.
    """
    env = {**os.environ, "DATA_DIR": str(data_dir), "PYTHONPATH": str(ROOT / "platform"), "DEMO": "0"}
    env |= settings or {}
    sizes = ["--clients", str(clients), "--admins", str(admins), "--messages", str(messages)]
    command = [sys.executable, "-m", "tests.bench.harness.users", *sizes]
    seeded = json.loads(subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True).stdout)
    return SeededUsers(
        [User(**user) for user in seeded["admins"]],
        [User(**user) for user in seeded["clients"]],
        {position["s"]: Position(**position) for position in seeded["positions"]},
    )


def main() -> None:
    parser = ArgumentParser()
    for name in ("clients", "admins", "messages"):
        parser.add_argument(f"--{name}", type=int, required=True)
    sizes = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    from accounts.credentials.passwords import hashed_now
    from sync.writes.db_executor import write_now

    password_hash = hashed_now(PASSWORD)
    admins = write_now(lambda: [_create_user("admin", number, password_hash) for number in range(sizes.admins)])
    clients = write_now(lambda: [_create_user("client", number, password_hash) for number in range(sizes.clients)])
    positions = [asdict(position) for position in _positions([*admins, *clients])]
    if sizes.messages:
        _send_messages(clients[0], sizes.messages)
    users = {"admins": [asdict(user) for user in admins], "clients": [asdict(user) for user in clients]}
    json.dump({**users, "positions": positions}, sys.stdout)


def _create_user(kind: str, number: int, password_hash: str) -> User:
    from accounts import services
    from accounts.limits.buckets import Requester
    from accounts.queries import Credentials
    from accounts.tokens import access_tokens
    from clients import access
    from clients import services as clients

    address, name = ADDRESS.format(kind=kind, number=number), f"{kind.title()} {number}"
    if kind == "admin":
        admin, _ = clients.create_admin(email=address, name=name, password_hash=password_hash)
        user_id = UUID(str(admin.user_id))
    else:
        user_id = services.create_confirmed_user(
            email=address, password_hash=password_hash, full_name=name, company_name=f"Company {number}"
        )
    sign_in = services.sign_in(
        credentials=Credentials(user_id, password_hash), device=services.Device(), requester=Requester("a test")
    )
    token = access_tokens.issue(sign_in.account.user, sign_in.session).text
    membership = access.membership_of(access_tokens.verified(token))
    assert membership is not None
    return User(str(user_id), str(membership.client_id or ""), token)


def _positions(users: list[User]) -> Iterator[Position]:
    from sync import queries

    for row in queries.positions([stream for user in users for stream in user.streams], {}):
        yield Position(row.stream, row.epoch, row.head, queries.change_id(row.stream, row.head) or "")


def _send_messages(client: User, count: int) -> None:
    from accounts.tokens import access_tokens
    from core.ids import uuid7
    from messaging import services
    from sync.writes.db_executor import write_now

    actor = access_tokens.verified(client.token)
    for number in range(count):
        write_now(
            services.send_message,
            actor=actor,
            message_id=uuid7(),
            client_id=UUID(client.client_id),
            content=f"Message {number}: the third visit this month was on time, thank you.",
        )


if __name__ == "__main__":
    main()
