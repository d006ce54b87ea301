"""Seals what a waiting mail says, with a key that no other room has."""

from core.encryption import Seal

_own = Seal("mail")
seal, unseal, reseal = _own.seal, _own.unseal, _own.reseal
