"""The tables of the sign-in service."""

from accounts.models.factors import Challenge, Factor, RecoveryCode
from accounts.models.flows import FlowState, LimitCounter, OneTimeToken, PendingSignUp, Slot
from accounts.models.identity_providers import ProviderFlow, SsoDomain, SsoProvider
from accounts.models.users import Identity, RefreshToken, Session, User

__all__ = [
    "Challenge",
    "Factor",
    "FlowState",
    "Identity",
    "LimitCounter",
    "OneTimeToken",
    "PendingSignUp",
    "ProviderFlow",
    "RecoveryCode",
    "RefreshToken",
    "Session",
    "Slot",
    "SsoDomain",
    "SsoProvider",
    "User",
]
