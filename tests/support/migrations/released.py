"""The stores of the last released version, its migrations, and the code of its server."""

import gzip
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tests.support.architecture.tree import ROOT
from tests.support.servers.distributed import distributed
from tests.support.servers.postgresql_and_redis import new_database

VERSION = "2026.11.1"
SQLITE = ROOT / f"tests/frozen/store-{VERSION}.sqlite3.gz"
POSTGRESQL = ROOT / f"tests/frozen/store-{VERSION}.postgresql.sql.gz"

# The version's code, without documents, openapi.json, the demo's film and the bots' vocabulary, which a server with
# DEMO=0 does not read. It runs with today's packages. This command has made it:
# git archive 354aaa15 manage.py pyproject.toml platform ':!*.md' ':!platform/config/openapi.json' \
#   ':!platform/demo/film.mp4' ':!platform/chatbots/retrieval/vocabulary.txt' | xz
SERVER = ROOT / f"tests/frozen/server-{VERSION}.tar.xz"


def server_code(folder: Path) -> Path:
    """Unpack the former version's server into the new `folder`; returns the folder."""
    shutil.unpack_archive(SERVER, folder)
    return folder


def installation(data_dir: Path) -> dict[str, str]:
    """The settings of an installation with the former version's store of this test run; SQLite is in `data_dir`."""
    if os.environ.get("STORE") != "postgresql":
        sqlite_store(data_dir / "pulseboard.sqlite3")
        return {}
    settings = distributed(data_dir)
    return settings | {"DATABASE_URL": postgresql_store(settings["DATABASE_URL"])}


def sqlite_store(path: Path) -> None:
    """Write the former version's SQLite database to `path`."""
    path.write_bytes(gzip.decompress(SQLITE.read_bytes()))


def postgresql_store(address: str) -> str:
    """The URL of a new database on the server at `address` with the former version's tables and rows."""
    url = new_database(address)
    statements = gzip.decompress(POSTGRESQL.read_bytes())
    command = ["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", url]
    subprocess.run(command, input=statements, check=True, stdout=subprocess.DEVNULL)
    return url


def migrations(folder: Path) -> set[tuple[str, str]]:
    """The app and name of each migration of the former version; `folder` is for a temporary file."""
    copy = folder / "released.sqlite3"
    sqlite_store(copy)
    with closing(sqlite3.connect(copy)) as store:
        return set(store.execute("SELECT app, name FROM django_migrations"))
