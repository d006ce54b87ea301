"""The errors of `/auth/v1`: a table of every error with a function that provokes it, and the contract's codes."""

from tests.integration.accounts.contract.errors import (
    account,
    code_exchange,
    factors,
    identity_providers,
    mailed_codes,
    sign_in,
)
from tests.integration.accounts.contract.errors.identity_providers import REDIRECTS, RedirectError
from tests.integration.accounts.contract.errors.table import NO_ID, ROWS, Row, Service

__all__ = [
    "NO_ID",
    "REDIRECTS",
    "ROWS",
    "RedirectError",
    "Row",
    "Service",
    "account",
    "code_exchange",
    "factors",
    "identity_providers",
    "mailed_codes",
    "sign_in",
]
