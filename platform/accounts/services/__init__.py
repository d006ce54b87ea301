"""Writes: sign-up, the grants, what travels by mail, changes of an account, sign-out, and people made by commands."""

from accounts.services.asking import Resent, reauthenticate, recover, resend
from accounts.services.changing import Wanted, change_user, check_change, redeem_nonce
from accounts.services.flows import WayBack, exchange
from accounts.services.limiting import take
from accounts.services.pruning import prune
from accounts.services.refreshing import refresh
from accounts.services.sessions import Device, Grant
from accounts.services.signing_in import sign_in
from accounts.services.signing_out import Scope, sign_out
from accounts.services.signing_up import create_confirmed_user, send_code, sign_up
from accounts.services.verifying import FlowCode, HalfConfirmed, by_code, by_link

__all__ = [
    "Device",
    "FlowCode",
    "Grant",
    "HalfConfirmed",
    "Resent",
    "Scope",
    "Wanted",
    "WayBack",
    "by_code",
    "by_link",
    "change_user",
    "check_change",
    "create_confirmed_user",
    "exchange",
    "prune",
    "reauthenticate",
    "recover",
    "redeem_nonce",
    "refresh",
    "resend",
    "send_code",
    "sign_in",
    "sign_out",
    "sign_up",
    "take",
]
