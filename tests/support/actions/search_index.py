"""Actions of the search indexer: it writes keys of new messages and of changed messages."""

import asyncio

from core.ids import uuid7
from messaging import services as messaging
from messaging.tasks import search_index_worker
from sync.writes.db_executor import write
from tests.support.actions import Actions
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of


async def messages_are_indexed_and_taken_back(portal: Portal) -> None:
    actor, client_id, id = actor_of(portal.users["maya"]), portal.clients["maya"], uuid7()
    await write(messaging.send_message, actor=actor, message_id=id, client_id=client_id, content="The menu")
    await asyncio.to_thread(search_index_worker.Indexer().work)
    await write(messaging.take_back, actor=actor, message_id=id)
    await asyncio.to_thread(search_index_worker.Indexer().work)


ACTIONS: Actions = {
    "messaging.add_entries": [messages_are_indexed_and_taken_back],
    "messaging.renew_entries": [messages_are_indexed_and_taken_back],
}
