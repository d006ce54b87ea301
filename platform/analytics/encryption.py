"""Encrypts Google tokens with a key that no other app uses."""

from core.encryption import CannotUnseal, Seal

__all__ = ["CannotUnseal", "reseal", "seal", "unseal"]

_own = Seal("analytics")
seal, unseal, reseal = _own.seal, _own.unseal, _own.reseal
