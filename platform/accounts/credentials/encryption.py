"""Encrypts the secrets of factors, flows and providers, with a key that only this app has."""

from core.encryption import Seal

_own = Seal("accounts")
seal, unseal, reseal = _own.seal, _own.unseal, _own.reseal
