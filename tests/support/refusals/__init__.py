"""How `/auth/v1` refuses: tables of every refusal with what provokes it, and of the contract's codes."""

from tests.support.refusals import account, factors, mailed, outside, redeeming, signing_in
from tests.support.refusals.outside import TOLD, Told
from tests.support.refusals.rows import NO_ID, ROWS, Row, Scene

__all__ = [
    "NO_ID",
    "ROWS",
    "TOLD",
    "Row",
    "Scene",
    "Told",
    "account",
    "factors",
    "mailed",
    "outside",
    "redeeming",
    "signing_in",
]
