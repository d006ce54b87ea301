"""Encrypts the content of waiting mails, with a key that only this app uses."""

from core.encryption import Seal

_own = Seal("mail")
seal, unseal, reseal = _own.seal, _own.unseal, _own.reseal
