"""Writes: sign-up, the two grants, sign-out, and people made by commands."""

from accounts.services.refreshing import refresh
from accounts.services.sessions import Device, Grant
from accounts.services.signing_in import sign_in
from accounts.services.signing_out import Scope, sign_out
from accounts.services.signing_up import create_confirmed_user, sign_up

__all__ = ["Device", "Grant", "Scope", "create_confirmed_user", "refresh", "sign_in", "sign_out", "sign_up"]
