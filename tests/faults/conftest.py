"""What the fault tests share: a served product with people in it."""

from tests.support.crashing import furnished, place

__all__ = ["furnished", "place"]
