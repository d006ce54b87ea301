"""Seals the secrets of factors, flows and providers, with a key that no other room has."""

from core.encryption import Seal

_own = Seal("accounts")
seal, unseal, reseal = _own.seal, _own.unseal, _own.reseal
