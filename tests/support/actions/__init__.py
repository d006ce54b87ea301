"""What can be done to the agency's rows, by the service that does it; one file an app."""

from collections.abc import Awaitable, Callable

from tests.support.portal.agency import Portal

Deed = Callable[[Portal], Awaitable[object]]
Deeds = dict[str, list[Deed]]
