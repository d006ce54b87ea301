"""What the integration tests share: the agency, and the clock."""

from tests.support.hands import hands
from tests.support.portal import portal

__all__ = ["hands", "portal"]
