"""Gives each worker a copy of a migrated database, because applying all migrations takes 2 to 7 s of a core."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from tests.support.servers.migrated import copy_migrated, digest_of_migrations
from tests.support.servers.postgresql_and_redis import new_database
from tests.support.servers.server import ROOT, SHIPPED

LOCK = 1  # the number of the advisory lock of the worker that creates the template


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Let pytest-django create the test database from a migrated one; its own `migrate` then finds nothing to do."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] == "sync.db.sqlite3":
        copy_migrated(ROOT, Path(database["TEST"]["NAME"]), os.environ | SHIPPED)
    else:
        database["TEST"]["TEMPLATE"] = _created_template(os.environ["DATABASE_URL"])


def _created_template(address: str) -> str:
    """Create the migrated database on this server, unless another worker has done it. Returns its name.

    It gets the name only after all migrations, so no worker copies an unfinished one.
    """
    template = f"migrated_{digest_of_migrations(ROOT)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [template]).fetchone():
            return template
        url = new_database(address)
        env = os.environ | {"DJANGO_SETTINGS_MODULE": SHIPPED["DJANGO_SETTINGS_MODULE"], "DATABASE_URL": url}
        subprocess.run([sys.executable, "-m", "manage", "migrate", "--verbosity", "0"], cwd=ROOT, env=env, check=True)
        connection.execute(f'ALTER DATABASE "{url.rpartition("/")[2]}" RENAME TO {template}')
    return template
