"""Checks that no file has a secret: a private key, or a token in a provider's format."""

import re
from pathlib import Path

from tests.support.architecture.portable import BINARY
from tests.support.architecture.tree import ROOT, sources

# The formats of the providers' secrets. Each is so long that an invented secret of a test does not match.
FORMS = {
    "a private key": r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----",
    "a private JWK": r"\"d\"\s*:\s*\"[A-Za-z0-9_-]{43,}\"",
    "a key of Stripe": r"\b[sr]k_live_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9]{32,}",
    "a key of AWS": r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b",
    "a key of Google": r"\bAIza[A-Za-z0-9_-]{35}\b|\bGOCSPX-[A-Za-z0-9_-]{28}\b",
    "a key of a language model": r"\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{40,}\b",
    "a token of GitHub": r"\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_[A-Za-z0-9_]{60,}",
    "a token of a registry": r"\bnpm_[A-Za-z0-9]{36}\b|\bpypi-[A-Za-z0-9_-]{60,}",
    "a token of Slack": r"\bxox[abprs]-[A-Za-z0-9-]{20,}",
    "a token of Twilio or SendGrid": r"\bSK[0-9a-f]{32}\b|\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
    "a signed token": r"\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}",
    "a password in a URL": r"\b(?:postgres(?:ql)?|redis|smtps?|amqp|mysql)://[^\s:/@'\"]+:(?![<{$%])[^\s@/'\"]{12,}@",
}
SECRET = re.compile("|".join(f"(?P<f{number}>{form})" for number, form in enumerate(FORMS.values())))
KINDS = tuple(FORMS)


def no_secrets(root: Path) -> list[str]:
    """No file has a secret. A breach names the place and the kind, and never the secret itself."""
    breaches = []
    for source in sources(root):
        if source.name.endswith(BINARY):
            continue
        for match in SECRET.finditer(source.text):
            kind = KINDS[int((match.lastgroup or "f0")[1:])]
            line = source.text.count("\n", 0, match.start()) + 1
            breaches.append(f"{source.name}:{line}: {kind}; remove it and change it at its provider.")
    return breaches


CHECKS = (no_secrets,)

if __name__ == "__main__":
    problems = no_secrets(ROOT)
    print(*problems, sep="\n")
    raise SystemExit(1 if problems else 0)
