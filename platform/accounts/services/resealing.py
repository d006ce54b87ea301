"""The secrets of this room move on to a new SECRET_KEY."""

from accounts import sealing
from accounts.models import Factor, FlowState, ProviderFlow, RecoveryCode, SsoProvider
from core.sealing import Resealed


def reseal() -> Resealed:
    """Seal with the present key whatever the former one has sealed; all of it in one transaction."""
    return sum(
        (
            sealing.reseal(Factor.objects.all(), "secret"),
            sealing.reseal(RecoveryCode.objects.all(), "sealed"),
            sealing.reseal(FlowState.objects.all(), "sealed"),
            sealing.reseal(ProviderFlow.objects.all(), "sealed"),
            sealing.reseal(SsoProvider.objects.all(), "secret"),
        ),
        Resealed(),
    )
