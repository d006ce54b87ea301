"""What fan-out is compared with: a consumer in a group, as the tutorial of Channels has it; its own settings module."""

from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.routing import ProtocolTypeRouter

ALLOWED_HOSTS = ["*"]
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
GROUP = "followers"


class Follower(AsyncJsonWebsocketConsumer):
    """Passes what one socket sends on to every socket: no database, no token, no order, no catching up."""

    async def connect(self) -> None:
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.accept()

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        await self.channel_layer.group_send(GROUP, {"type": "changed", "change": content})

    async def changed(self, event: dict[str, Any]) -> None:
        await self.send_json(event["change"])


application = ProtocolTypeRouter({"websocket": Follower.as_asgi()})
