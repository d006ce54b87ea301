"""The checks of roles: each module of a domain app has one, and imports and touches only what that role may."""

from pathlib import Path

import pytest

from tests.support.architecture import roles
from tests.support.architecture.planting import Check, on_the_tree_and_on, plant

GOOD = {
    "platform/clients/api.py": """
        '''Endpoints.'''
        from ninja import Router
        from clients import queries, schemas, workflows
        from sync.hub import hub
        from sync.writes.db_executor import read
        """,
    "platform/clients/schemas.py": "'''Shapes.'''\nfrom ninja import Schema\nfrom clients.services import sending\n",
    "platform/clients/synced.py": "'''Streams.'''\nfrom clients.models import Client\nrows = Client.objects.all()\n",
    "platform/clients/workflows.py": """
        '''Workflows.'''
        from clients.providers import scanner
        from clients.services import sending
        from sync.writes.db_executor import write
        """,
    "platform/clients/services/__init__.py": "'''Writes.'''\n",
    "platform/clients/services/sending.py": """
        '''Writes.'''
        from django.db import transaction
        from clients import queries
        from clients.effects import delivery
        from clients.prices import price
        from sync.log import changes
        """,
    "platform/clients/effects/delivery.py": """
        '''Delivers after a commit.'''
        from clients.models import Client
        from clients.providers import scanner
        from messaging.services import sending
        from sync.log import changes
        from sync.writes.db_executor import write_now
        rows = Client.objects.all()
        """,
    "platform/clients/queries.py": """
        '''Reads.'''
        from clients import access
        from clients.models import Client
        from sync.sql import raw_sql
        rows = Client.objects.values_list("id")
        """,
    "platform/clients/access.py": "'''Rules.'''\nfrom clients.models import Client\nfirst = Client.objects.first()\n",
    "platform/clients/providers/scanner.py": """
        '''Scans.'''
        import httpx
        from clients.errors import NoAnswer
        pages = storage.bucket.objects.all()
        """,
    "platform/clients/models.py": "'''Tables.'''\nfrom django.db import models\nfrom clients.prices import price\n",
    "platform/clients/prices.py": "'''Prices.'''\nfrom clients.errors import NoAnswer\nprice = sorted\n",
    "platform/clients/ports.py": "'''Questions.'''\n",
    "platform/clients/errors.py": "'''Errors.'''\n",
    "platform/messaging/services/sending.py": "'''Writes.'''\nfrom clients import queries\n",
    # The apps that serve all others have no roles.
    "platform/sync/writes/db_executor.py": "'''Executor.'''\nfrom django.db import transaction\nimport httpx\n",
}

CHECKS = (roles.one_role, roles.imports_below, roles.touches_its_own)

test_the_tree_is_clean, test_a_good_tree_passes = on_the_tree_and_on(GOOD, CHECKS)


@pytest.mark.parametrize(
    ("check", "name", "line", "message"),
    [
        (roles.one_role, "clients/services/queries.py", "", "`services`, `queries`: a module has one role"),
        (roles.one_role, "clients/api/access.py", "", "`api`, `access`"),
        (
            roles.imports_below,
            "clients/replying.py",
            "from clients import services",
            "logic imports `clients.services`",
        ),
        (roles.imports_below, "clients/weekly.py", "import messaging.queries", "logic imports `messaging.queries`"),
        (roles.imports_below, "clients/providers/mail.py", "from clients.models import Client", "`clients.models`"),
        (roles.imports_below, "clients/services/new.py", "from clients.providers import scanner", "services imports"),
        (roles.imports_below, "clients/services/new.py", "import clients.workflows", "`clients.workflows`"),
        (roles.imports_below, "clients/queries/new.py", "from clients.services.sending import x", "queries imports"),
        (roles.imports_below, "clients/effects/new.py", "import clients.workflows", "effects imports"),
        (roles.imports_below, "clients/queries/new.py", "import clients.effects.delivery", "queries imports"),
        (roles.imports_below, "clients/workflows/new.py", "from clients.api import router", "workflows imports"),
        (roles.imports_below, "clients/synced/new.py", "from clients import api", "synced imports"),
        (roles.imports_below, "clients/schemas/new.py", "import clients.synced", "schemas imports"),
        (roles.imports_below, "clients/access/new.py", "import messaging.queries", "access imports"),
        (roles.imports_below, "clients/models/new.py", "import clients.access", "models imports"),
        (roles.imports_below, "clients/errors.py", "import clients.ports", "errors imports"),
        (roles.imports_below, "clients/ports.py", "from clients.models import Client", "ports imports"),
        (roles.touches_its_own, "clients/weekly.py", "rows = Client.objects.all()", "logic uses the table"),
        (roles.touches_its_own, "clients/workflows/new.py", "rows = model.objects", "workflows uses the table"),
        (roles.touches_its_own, "clients/tasks.py", "ids = client.messages.values_list('id')", "move it to queries"),
        (roles.touches_its_own, "clients/replying.py", "from sync.hub import hub", "pass it as a function"),
        (roles.touches_its_own, "clients/workflows/new.py", "import sync.hub.hub", "imports `sync.hub`"),
        (roles.touches_its_own, "clients/services/new.py", "import httpx", "move the call to providers"),
        (roles.touches_its_own, "clients/workflows/new.py", "from core.fetch import fetch", "imports `core.fetch`"),
        (roles.touches_its_own, "clients/prices.py", "import stripe", "imports `stripe`"),
        (roles.touches_its_own, "clients/services/new.py", "from sync.writes import db_executor", "to workflows"),
        (roles.touches_its_own, "clients/queries/new.py", "from sync.log import changes", "move the write to services"),
        (roles.touches_its_own, "clients/queries/new.py", "from django.db import transaction", "one transaction"),
        (roles.touches_its_own, "clients/prices.py", "from sync.sql import raw_sql", "move the statement"),
        (roles.touches_its_own, "clients/effects/new.py", "import httpx", "move the call to providers"),
        (roles.touches_its_own, "clients/effects/new.py", "from sync.hub import hub", "imports `sync.hub`"),
        (roles.touches_its_own, "clients/services/new.py", "import huey", "move the job to tasks.py"),
        (roles.touches_its_own, "clients/prices.py", "from ninja import Router", "move it to api.py"),
        (roles.touches_its_own, "clients/prices.py", "from pydantic import BaseModel", "shape into schemas.py"),
        (roles.touches_its_own, "clients/services/new.py", "import channels.layers", "imports `channels`"),
        (roles.touches_its_own, "clients/prices.py", "from django.http import HttpRequest", "return plain values"),
    ],
)
def test_a_breach_is_caught(check: Check, name: str, line: str, message: str, tmp_path: Path) -> None:
    planted = {f"platform/{name}": f'"""Planted."""\n{line}\n', "platform/messaging/queries.py": '"""Reads."""\n'}
    [breach] = check(plant(tmp_path, GOOD | planted))
    assert breach.startswith(f"platform/{name}:")
    assert message in breach
