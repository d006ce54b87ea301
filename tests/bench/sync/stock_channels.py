"""The comparison for fan-out: a group consumer as in the Channels tutorial. The module is also its settings."""

from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.routing import ProtocolTypeRouter

ALLOWED_HOSTS = ["*"]
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
GROUP = "followers"


class Follower(AsyncJsonWebsocketConsumer):
    """Forwards each message of a socket to every socket, without database, token, order or catch-up."""

    async def connect(self) -> None:
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.accept()

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        await self.channel_layer.group_send(GROUP, {"type": "changed", "change": content})

    async def changed(self, event: dict[str, Any]) -> None:
        await self.send_json(event["change"])


application = ProtocolTypeRouter({"websocket": Follower.as_asgi()})
