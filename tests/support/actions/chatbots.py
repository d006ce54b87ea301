"""Actions of the chatbots app: bots, training, chats and embedded pages."""

from datetime import timedelta
from uuid import UUID

from chatbots import queries, services
from chatbots.effects import embeddings
from chatbots.models import Assignment, Chatbot, EmbeddingVector, SavedQuestion, TrainingRow, Turn
from chatbots.retrieval import embedded_model
from chatbots.services.training import TrainingExample
from core.clock import now
from core.ids import uuid7
from sync.log import changes
from sync.writes.db_executor import read, write
from tests.support.actions import Actions
from tests.support.apps import bots
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

OTHER: bots.BotDetails = {
    "category": "Sales",
    "description": "",
    "avatar_url": "https://x.example/a.png",
    "model_preference": "gpt-4o",
}
REPLY = services.Reply("At eight.", "gpt-4o", False, 900, 0, False, True, 12)


async def send_question(
    portal: Portal, chatbot_id: UUID, text: str = "What are your opening hours?", name: str = "maya"
) -> UUID:
    question_id = uuid7()
    await write(
        services.store_question,
        actor=actor_of(portal.users[name]),
        question_id=question_id,
        chatbot_id=chatbot_id,
        content=text,
    )
    return question_id


async def bot_is_created_and_edited(portal: Portal) -> None:
    chatbot_id = await bots.assigned_bot(portal)
    ana = actor_of(portal.users["ana"])
    await write(services.edit_chatbot, actor=ana, chatbot_id=chatbot_id, bot_name="Bean", **OTHER)


async def statuses_change(portal: Portal) -> None:
    chatbot_id = await bots.assigned_bot(portal)
    for status in ("not_listed", "training", "active", "active", "training"):
        await bots.move(portal, chatbot_id, status)


async def user_is_assigned_and_unassigned(portal: Portal) -> None:
    chatbot_id = await bots.assigned_bot(portal)
    ana = actor_of(portal.users["ana"])
    await write(services.assign, actor=ana, user_id=portal.users["otto"].id, chatbot_id=chatbot_id)
    assignment = await read(lambda: Assignment.objects.get(user_id=portal.users["maya"].id))
    await write(services.unassign, actor=ana, assignment_id=assignment.id)


async def bot_is_added_from_the_marketplace(portal: Portal) -> None:
    chatbot_id = await bots.bot(portal)
    await bots.move(portal, chatbot_id, "active")
    for is_active in (True, False, True):
        otto = actor_of(portal.users["otto"])
        await write(services.subscribe, actor=otto, bot_id=chatbot_id, is_active=is_active)
    await bots.move(portal, chatbot_id, "not_listed")


async def training_changes(portal: Portal) -> None:
    chatbot_id, ana = await bots.bot(portal), actor_of(portal.users["ana"])
    examples = [TrainingExample(uuid7(), f"Question {n}?", f"Answer {n}.") for n in range(3)]
    await write(
        services.import_training,
        actor=ana,
        chatbot_id=chatbot_id,
        source_type="url",
        source_url="https://x.example/faq",
        examples=examples,
    )
    await write(services.change_training, actor=ana, row_id=examples[0].id, question="Another?", answer="Yes.")
    await write(services.delete_training, actor=ana, row_id=examples[1].id)


async def conversation(portal: Portal) -> None:
    chatbot_id = await bots.assigned_bot(portal)
    question_id = await send_question(portal, chatbot_id)
    reply = await write(services.store_reply, question_id=question_id, reply=REPLY)
    assert await write(services.store_reply, question_id=question_id, reply=REPLY) == reply
    unknown = await send_question(portal, chatbot_id, "Do you sell bicycles?")
    unanswered = services.Reply("I do not know.", "gpt-4o", False, 5, 0, False, False, 1)
    await write(services.store_reply, question_id=unknown, reply=unanswered)
    maya = actor_of(portal.users["maya"])
    for rating in ("up", "down", None):
        await write(services.rate, actor=maya, message_id=reply.id, rating=rating)
    stopped = await send_question(portal, chatbot_id, "Tell me all")
    await write(services.stop, actor=maya, question_id=stopped)
    leased_until = await read(lambda: Turn.objects.get(id=stopped).leased_until)
    await write(services.release_lease, question_id=stopped, leased_until=leased_until)


async def questions_pass_the_gate(portal: Portal) -> None:
    await conversation(portal)
    ana = actor_of(portal.users["ana"])
    first, second = await read(lambda: list(SavedQuestion.objects.order_by("id")))
    await write(
        services.answer_question, actor=ana, question_id=first.id, training_id=uuid7(), answer="Only parts of them."
    )
    await write(services.dismiss_question, actor=ana, question_id=second.id)
    example = await read(lambda: SavedQuestion.objects.get(id=first.id).expects)
    assert example is not None
    await write(
        services.save_question,
        actor=ana,
        question_id=uuid7(),
        chatbot_id=first.chatbot_id,
        question="Something about whales",
        expects=example,
    )
    await embeddings.embed_rows(first.chatbot_id)
    assert await write(services.check_questions, actor=ana, chatbot_id=first.chatbot_id) == [True, False]
    await write(services.delete_training, actor=ana, row_id=example)


async def training_is_embedded(portal: Portal) -> None:
    chatbot_id = await bots.assigned_bot(portal)
    await write(services.request_missing_embeddings, chatbot_id=chatbot_id)
    text = queries.row_to_embed(await read(TrainingRow.objects.get))
    deleted = queries.RowToEmbed(uuid7(), ("Deleted before its vector arrived",))
    assert await write(services.book_embedding_cost, texts=text.parts)
    external_model = "text-embedding-3-small"
    for _ in range(2):
        await write(
            services.store_vectors,
            chatbot_id=chatbot_id,
            model=external_model,
            packed_vectors=[(text, b"1"), (deleted, b"2")],
        )
    assert await read(EmbeddingVector.objects.filter(model=external_model).count) == 1
    await write(services.recheck, chatbot_id=chatbot_id, models=[embedded_model.NAME])
    assert await read(EmbeddingVector.objects.values_list("row_id", "model").get) == (text.id, embedded_model.NAME)


async def bot_is_deleted_and_restored(portal: Portal) -> None:
    await conversation(portal)
    chatbot_id = await read(lambda: Chatbot.objects.get().id)
    ana = actor_of(portal.users["ana"])
    await write(services.delete_chatbot, actor=ana, chatbot_id=chatbot_id)
    while await write(services.show_or_hide_batch, chatbot_id=chatbot_id):
        pass
    await write(services.restore_chatbot, actor=ana, chatbot_id=chatbot_id)
    while await write(services.show_or_hide_batch, chatbot_id=chatbot_id):
        pass


async def bot_is_purged(portal: Portal) -> None:
    await conversation(portal)
    await bot_is_added_from_the_marketplace(portal)
    for chatbot_id in await read(lambda: list(Chatbot.objects.values_list("id", flat=True))):
        await write(services.delete_chatbot, actor=actor_of(portal.users["ana"]), chatbot_id=chatbot_id)
        assert not await write(services.purge, chatbot_id=chatbot_id)

        await write(deleted_days_ago, chatbot_id, 31)
        while await write(services.purge, chatbot_id=chatbot_id):
            pass
    assert await read(Chatbot.objects.count) == 0


def deleted_days_ago(chatbot_id: UUID, days: float) -> None:
    """Set the deletion time of a deleted bot to `days` ago."""
    chatbot = changes.locked(Chatbot, chatbot_id)
    assert chatbot is not None
    changes.update(chatbot, deleted_at=now() - timedelta(days=days))


async def page_is_embedded(portal: Portal) -> None:
    ana, client_id = actor_of(portal.users["ana"]), portal.clients["maya"]
    for code in ("<script>1</script>", "<script>1</script>", "<script>2</script>"):
        await write(services.save_embed, actor=ana, client_id=client_id, embed_url=code)
    for sheet in ("a", "a", "b"):
        url = f"https://docs.google.com/spreadsheets/d/{sheet}/edit"
        await write(services.save_sheet, actor=ana, client_id=client_id, sheets_url=url)


ACTIONS: Actions = {
    "chatbots.create_chatbot": [bot_is_created_and_edited],
    "chatbots.edit_chatbot": [bot_is_created_and_edited],
    "chatbots.set_status": [statuses_change],
    "chatbots.assign": [user_is_assigned_and_unassigned],
    "chatbots.unassign": [user_is_assigned_and_unassigned],
    "chatbots.subscribe": [bot_is_added_from_the_marketplace],
    "chatbots.add_training": [training_changes],
    "chatbots.import_training": [training_changes],
    "chatbots.change_training": [training_changes],
    "chatbots.delete_training": [training_changes],
    "chatbots.store_question": [conversation],
    "chatbots.store_reply": [conversation],
    "chatbots.release_lease": [conversation],
    "chatbots.rate": [conversation],
    "chatbots.stop": [conversation],
    "chatbots.save_question": [questions_pass_the_gate],
    "chatbots.answer_question": [questions_pass_the_gate],
    "chatbots.dismiss_question": [questions_pass_the_gate],
    "chatbots.check_questions": [questions_pass_the_gate],
    "chatbots.store_vectors": [training_is_embedded],
    "chatbots.book_embedding_cost": [training_is_embedded],
    "chatbots.recheck": [training_is_embedded],
    "chatbots.request_missing_embeddings": [training_is_embedded],
    "chatbots.delete_chatbot": [bot_is_deleted_and_restored],
    "chatbots.restore_chatbot": [bot_is_deleted_and_restored],
    "chatbots.show_or_hide_batch": [bot_is_deleted_and_restored],
    "chatbots.purge": [bot_is_purged],
    "chatbots.save_embed": [page_is_embedded],
    "chatbots.store_embed": [page_is_embedded],
    "chatbots.save_sheet": [page_is_embedded],
}
