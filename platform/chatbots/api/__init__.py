"""HTTP endpoints of the chatbots app: bots, training, conversations, and embeds of clients' pages."""

from ninja import Router

from chatbots.api import bots, conversations, embed_pages, training
from sync.requests.signed_in import SignedIn

rows = Router(auth=SignedIn())
functions = Router(auth=SignedIn())
embeds = Router()

for topic in (bots, training, conversations, embed_pages):
    rows.add_router("", topic.rows)
for topic in (training, conversations, embed_pages):
    functions.add_router("", topic.functions)
embeds.add_router("", embed_pages.embeds)

__all__ = ["embeds", "functions", "rows"]
