"""Every action that an app records in the audit log has a text on the screen."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
NOTED = re.compile(r'\bactions? = "([a-z.-]+)" if .* else "([a-z.-]+)"|action=f?"([a-z.-]+)(\{\w+\})?"')
WORDS = re.compile(r"^  '([a-z.-]+)':", re.MULTILINE)


def recorded_actions() -> set[str]:
    """The names of actions in the source. A name that ends with a hyphen or dot is a prefix; a value follows it."""
    actions: set[str] = set()
    for path in (ROOT / "platform").rglob("*.py"):
        for match in NOTED.finditer(path.read_text(encoding="utf-8")):
            actions |= {name for name in match.groups()[:3] if name and ("." in name)}
    return actions


def test_every_action_has_a_text() -> None:
    text = (ROOT / "pwa/src/features/clients/audit/event-text.ts").read_text(encoding="utf-8")
    words = set(WORDS.findall(text))
    names = recorded_actions()
    assert {"client.viewed", "embed.saved", "report.publish-", "client.activated"} <= names
    assert {name for name in names if not any(word.startswith(name) for word in words)} == set()
