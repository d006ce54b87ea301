"""What can be done to the agency's rows, by the service that does it; a room's deeds are a file of their own."""

from collections.abc import Awaitable, Callable

from tests.support.portal.agency import Portal

Deed = Callable[[Portal], Awaitable[object]]
Deeds = dict[str, list[Deed]]
