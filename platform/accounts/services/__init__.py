"""Writes: sign-up, grants, mailed codes and links, account changes, factors, devices, providers, sign-out, erasure."""

from accounts.effects.erasure import ERASURES
from accounts.services.account_changes import AccountChanges, Proof, change_user, check_change
from accounts.services.cooldowns import cool_down
from accounts.services.devices import (
    end_device,
    make_recovery_codes,
)
from accounts.services.erasure import check_erasure, request_erasure
from accounts.services.factors import (
    Enrolled,
    NewChallenge,
    challenge,
    discard_challenge,
    enroll_app,
    enroll_phone,
    remove_factors,
    unenroll,
)
from accounts.services.flows import Redirect, exchange
from accounts.services.identities import unlink
from accounts.services.identity_providers import (
    AUTHORIZATION_LIFETIME,
    AuthorizationRequest,
    StoredAuthorization,
    accept_callback,
    begin_authorization,
    finish,
    link_with_token,
    sign_in_with_token,
)
from accounts.services.mail_requests import Resent, reauthenticate, recover, resend, send_erasure_code
from accounts.services.password_grant import sign_in
from accounts.services.pruning import prune
from accounts.services.rate_limits import take
from accounts.services.reencryption import reseal
from accounts.services.registration import (
    admit,
    create_confirmed_user,
    record_request,
    send_code,
    sign_up,
    sign_up_anonymously,
)
from accounts.services.repeated_redemption import FlowCode, HalfConfirmed
from accounts.services.second_factor import verify
from accounts.services.session_end import Scope, end_some, end_unused, sign_out
from accounts.services.sessions import Device, Grant
from accounts.services.sso import add_sso_provider, enable_sso_provider, remove_sso_provider
from accounts.services.token_refresh import refresh
from accounts.services.verification import by_code, by_link, proves_again

__all__ = [
    "AUTHORIZATION_LIFETIME",
    "ERASURES",
    "AccountChanges",
    "AuthorizationRequest",
    "Device",
    "Enrolled",
    "FlowCode",
    "Grant",
    "HalfConfirmed",
    "NewChallenge",
    "Proof",
    "Redirect",
    "Resent",
    "Scope",
    "StoredAuthorization",
    "accept_callback",
    "add_sso_provider",
    "admit",
    "begin_authorization",
    "by_code",
    "by_link",
    "challenge",
    "change_user",
    "check_change",
    "check_erasure",
    "cool_down",
    "create_confirmed_user",
    "discard_challenge",
    "enable_sso_provider",
    "end_device",
    "end_some",
    "end_unused",
    "enroll_app",
    "enroll_phone",
    "exchange",
    "finish",
    "link_with_token",
    "make_recovery_codes",
    "proves_again",
    "prune",
    "reauthenticate",
    "record_request",
    "recover",
    "refresh",
    "remove_factors",
    "remove_sso_provider",
    "request_erasure",
    "reseal",
    "resend",
    "send_code",
    "send_erasure_code",
    "sign_in",
    "sign_in_with_token",
    "sign_out",
    "sign_up",
    "sign_up_anonymously",
    "take",
    "unenroll",
    "unlink",
    "verify",
]
