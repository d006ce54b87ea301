"""Every action that an app records in the audit log has a text on the screen, and every text has an action."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
RECORDED = re.compile(r'\bactions? = "([a-z.-]+)" if .* else "([a-z.-]+)"|action=f?"([a-z.-]+)(\{\w+\})?"')
TEXTS = re.compile(r"^  '([a-z.-]+)':", re.MULTILINE)


def recorded_actions() -> set[str]:
    """The names of actions in the source. A name that ends with a hyphen is a prefix: a value follows it."""
    actions: set[str] = set()
    for path in (ROOT / "platform").rglob("*.py"):
        for match in RECORDED.finditer(path.read_text(encoding="utf-8")):
            actions |= {name for name in match.groups()[:3] if name and ("." in name)}
    return actions


def test_every_action_has_a_text_and_every_text_an_action() -> None:
    text = (ROOT / "pwa/src/features/clients/audit/event-text.ts").read_text(encoding="utf-8")
    texts = set(TEXTS.findall(text))
    actions = recorded_actions()
    assert {"client.viewed", "embed.saved", "report.publish-", "client.activated"} <= actions
    assert {action for action in actions if not any(is_text_of(name, action) for name in texts)} == set()
    assert {name for name in texts if not any(is_text_of(name, action) for action in actions)} == set()


def is_text_of(name: str, action: str) -> bool:
    return name.startswith(action) if action.endswith("-") else name == action
