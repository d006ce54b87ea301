"""Settings of push messages."""

from environment.setting import Group
from environment.values import networks

GROUP = Group("Push messages")
PUSH_PRIVATE = GROUP.setting(
    "PUSH_PRIVATE",
    networks,
    "Networks of push services that are not at public addresses; only tests need this.",
    unit="networks with commas between them",
    example="127.0.0.0/8",
)
