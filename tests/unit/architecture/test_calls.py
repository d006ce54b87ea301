"""The checks of code: other apps' tables, the clock, print, Any, and endpoints that block the event loop."""

from pathlib import Path

import pytest

from tests.support.architecture import calls, tables
from tests.support.architecture.planting import Check, on_the_tree_and_on, plant

GOOD = {
    "platform/core/clock.py": '"""The time."""\nfrom datetime import UTC, datetime\nnow = datetime.now(UTC)\n',
    "platform/sync/models.py": """
        '''Tables of the log.'''
        from django.db import models

        class SyncedRow(models.Model):
            class Meta:
                abstract = True

        class Change(models.Model):
            pass
        """,
    "platform/clients/models.py": """
        '''Clients.'''
        from django.db import models
        from sync.models import SyncedRow

        class Client(SyncedRow):
            user = models.ForeignKey("accounts.User", models.CASCADE)
        """,
    "platform/clients/queries.py": """
        '''Reads of clients.'''
        import time
        from datetime import datetime, timedelta

        from clients.models import Client
        from core.clock import now

        def young(limit: timedelta) -> list[Client]:
            started = time.monotonic()
            return list(Client.objects.filter(created_at__gt=now() - limit))
        """,
    "platform/clients/tasks.py": "'''Jobs.'''\nfrom typing import Any\nqueue: Any = None\n",
    "platform/clients/api.py": """
        '''Endpoints of clients.'''
        @router.get("/clients")
        async def list_clients(request):
            return await read(queries.clients, actor=request.user)
        """,
    "platform/config/management/commands/serve.py": "'''Serves.'''\nprint('http://127.0.0.1')\n",
}

CHECKS = (tables.no_foreign_tables, calls.one_clock, calls.no_prints, calls.exact_domain, calls.async_endpoints)


test_the_tree_is_clean, test_a_good_tree_passes = on_the_tree_and_on(GOOD, CHECKS)


@pytest.mark.parametrize(
    ("check", "line", "message"),
    [
        (tables.no_foreign_tables, "from clients.models import Client", "`clients.models.Client` is clients's own"),
        (tables.no_foreign_tables, "import clients.models", "`clients.models` is clients's own table"),
        (tables.no_foreign_tables, "from clients import models", "call clients's queries, services or access"),
        (tables.no_foreign_tables, "from sync.models import SyncedRow, Change", "`sync.models.Change` is sync's own"),
        (tables.no_foreign_tables, "from django.apps import apps; apps.get_model('clients', 'Client')", "get_model("),
        (
            tables.no_foreign_tables,
            "from django.contrib.auth import get_user_model; get_user_model()",
            "accounts's own",
        ),
        (calls.one_clock, "import datetime as dt; at = dt.datetime.now(dt.UTC)", "take the time from core.clock"),
        (calls.one_clock, "from datetime import datetime; at = datetime.utcnow()", "`datetime.datetime.utcnow`"),
        (calls.one_clock, "from django.utils import timezone; default = timezone.now", "`django.utils.timezone.now`"),
        (calls.one_clock, "from django.utils.timezone import now; at = now()", "`django.utils.timezone.now`"),
        (calls.one_clock, "import time; at = time.time()", "`time.time`"),
        (calls.no_prints, "print('sent')", "use logging.getLogger"),
        (calls.exact_domain, "from typing import Any; row: dict[str, Any] = {}", "the domain names its types"),
        (calls.async_endpoints, "@router.post('/messages')\ndef post_message(request): ...", "`post_message` blocks"),
        (calls.async_endpoints, "@api.api_operation(['PUT'], '/x')\ndef put_x(request): ...", "`put_x` blocks"),
    ],
)
def test_a_breach_is_caught(check: Check, line: str, message: str, tmp_path: Path) -> None:
    breaches = check(plant(tmp_path, GOOD | {"platform/messaging/services.py": f'"""Planted."""\n{line}\n'}))
    assert len(breaches) == 1, breaches
    assert breaches[0].startswith("platform/messaging/services.py:")
    assert message in breaches[0]
