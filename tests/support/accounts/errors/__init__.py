"""The errors of `/auth/v1`: a table of every error with a function that provokes it, and the contract's codes."""

from tests.support.accounts.errors import account, code_exchange, factors, identity_providers, mailed_codes, sign_in
from tests.support.accounts.errors.identity_providers import TOLD, Told
from tests.support.accounts.errors.table import NO_ID, ROWS, Row, Scene

__all__ = [
    "NO_ID",
    "ROWS",
    "TOLD",
    "Row",
    "Scene",
    "Told",
    "account",
    "code_exchange",
    "factors",
    "identity_providers",
    "mailed_codes",
    "sign_in",
]
