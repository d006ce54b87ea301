"""Writes: sign-up, grants, mailed codes and links, account changes, factors, devices, providers, sign-out, erasure."""

from accounts.effects.erasure import ERASURES
from accounts.services.account_changes import AccountChanges, Proof, change_user, check_change
from accounts.services.cooldowns import cool_down
from accounts.services.devices import (
    create_recovery_codes,
    end_device,
)
from accounts.services.erasure import check_erasure, request_erasure
from accounts.services.factors import (
    NewChallenge,
    NewFactor,
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
    finish_authorization,
    link_with_token,
    sign_in_with_token,
)
from accounts.services.mail_requests import ResendType, reauthenticate, recover, resend, send_erasure_code
from accounts.services.password_grant import sign_in
from accounts.services.pruning import prune
from accounts.services.rate_limits import take
from accounts.services.reencryption import reseal
from accounts.services.registration import (
    admit_request,
    create_confirmed_user,
    record_request,
    send_code,
    sign_up,
    sign_up_anonymously,
)
from accounts.services.repeated_redemption import FlowCode, HalfConfirmed
from accounts.services.second_factor import verify
from accounts.services.session_end import Scope, end_batch, end_old_batch, sign_out
from accounts.services.sessions import Device, Grant
from accounts.services.sso import add_sso_provider, enable_sso_provider, remove_sso_provider
from accounts.services.token_refresh import refresh
from accounts.services.verification import check_reauthentication_code, redeem_code, redeem_link

__all__ = [
    "AUTHORIZATION_LIFETIME",
    "ERASURES",
    "AccountChanges",
    "AuthorizationRequest",
    "Device",
    "FlowCode",
    "Grant",
    "HalfConfirmed",
    "NewChallenge",
    "NewFactor",
    "Proof",
    "Redirect",
    "ResendType",
    "Scope",
    "StoredAuthorization",
    "accept_callback",
    "add_sso_provider",
    "admit_request",
    "begin_authorization",
    "challenge",
    "change_user",
    "check_change",
    "check_erasure",
    "check_reauthentication_code",
    "cool_down",
    "create_confirmed_user",
    "create_recovery_codes",
    "discard_challenge",
    "enable_sso_provider",
    "end_batch",
    "end_device",
    "end_old_batch",
    "enroll_app",
    "enroll_phone",
    "exchange",
    "finish_authorization",
    "link_with_token",
    "prune",
    "reauthenticate",
    "record_request",
    "recover",
    "redeem_code",
    "redeem_link",
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
