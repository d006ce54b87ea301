"""The page that visitors get while the database does not respond. It needs no script, and loads itself again."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import cache, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine, Template

from core.outage import Outage
from server.paths import is_file

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], Coroutine[Any, Any, HttpResponse]]

TEMPLATES = Path(__file__).with_name("templates")
TIMEOUT_S = 5.0  # a database that hangs would let a visitor wait for half a minute
RETRY_AFTER_S = 10
HEADERS = {"Retry-After": str(RETRY_AFTER_S), "Cache-Control": "no-store"}

_outage = Outage(logging.getLogger(__name__), "pages need the database, which fails", "pages are served again")


def with_outage_page(view: View[P]) -> View[P]:
    """Respond with 503 and the page if the database fails or does not respond in time; plain text for a file."""

    @wraps(view)
    async def with_fallback(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            async with asyncio.timeout(TIMEOUT_S):
                response = await view(request, *args, **kwargs)
        except (OperationalError, InterfaceError, TimeoutError) as error:
            _outage.report_failure(error)
            if is_file(request.path):
                return HttpResponse("Unavailable", status=503, content_type="text/plain", headers=HEADERS)
            shown = Context({"product": settings.PRODUCT_NAME, "retry_after": RETRY_AFTER_S})
            return HttpResponse(_template().render(shown), status=503, headers=HEADERS)
        _outage.report_success()
        return response

    return with_fallback


@cache
def _template() -> Template:
    return Engine(dirs=[str(TEMPLATES)]).get_template("outage.html")
