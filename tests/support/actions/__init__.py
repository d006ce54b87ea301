"""Actions on the agency's rows, listed by the name of the service that they call; one file for each app."""

from collections.abc import Awaitable, Callable

from tests.support.portal.agency import Portal

Action = Callable[[Portal], Awaitable[object]]
Actions = dict[str, list[Action]]
