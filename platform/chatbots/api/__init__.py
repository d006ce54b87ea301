"""The HTTP doors of the chatbots room: managing bots, chatting with them, and what clients' pages embed."""

from ninja import Router

from chatbots.api import chatting, embedding, managing, training
from sync.bearer import SignedIn

rows = Router(auth=SignedIn())
functions = Router(auth=SignedIn())
embeds = Router()

for topic in (managing, training, chatting, embedding):
    rows.add_router("", topic.rows)
for topic in (training, chatting, embedding):
    functions.add_router("", topic.functions)
embeds.add_router("", embedding.embeds)

__all__ = ["embeds", "functions", "rows"]
