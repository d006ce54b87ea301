"""Re-encrypts the secrets of this app with a new SECRET_KEY."""

from accounts.credentials import encryption
from accounts.models import Factor, FlowState, ProviderFlow, RecoveryCode, SsoProvider
from core.encryption import Resealed


def reseal() -> Resealed:
    """Re-encrypt with the current key every secret that the previous key encrypted, in one transaction."""
    return sum(
        (
            encryption.reseal(Factor.objects.all(), "secret"),
            encryption.reseal(RecoveryCode.objects.all(), "sealed"),
            encryption.reseal(FlowState.objects.all(), "sealed"),
            encryption.reseal(ProviderFlow.objects.all(), "sealed"),
            encryption.reseal(SsoProvider.objects.all(), "secret"),
        ),
        Resealed(),
    )
