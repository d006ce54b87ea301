"""How `/auth/v1` refuses: tables of every refusal with what provokes it, and of the contract's codes."""

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
