"""Writes of the chatbots app. Each runs in the transaction of its caller."""

from chatbots.effects.deleted_bots import purge, show_or_hide_batch
from chatbots.effects.embedding_jobs import request_missing_embeddings
from chatbots.effects.provider_embeddings import book_embedding_cost, recheck, store_vectors
from chatbots.services.assignments import assign, subscribe, unassign
from chatbots.services.bots import StatusChange, create_chatbot, edit_chatbot, set_status
from chatbots.services.conversations import (
    Reply,
    StoredQuestion,
    rate,
    release_lease,
    stop,
    store_question,
    store_reply,
)
from chatbots.services.deletion import delete_chatbot, restore_chatbot
from chatbots.services.embeds import save_embed, save_sheet, store_embed
from chatbots.services.saved_questions import answer_question, check_questions, dismiss_question, save_question
from chatbots.services.training import add_training, change_training, delete_training, import_training

__all__ = [
    "Reply",
    "StatusChange",
    "StoredQuestion",
    "add_training",
    "answer_question",
    "assign",
    "book_embedding_cost",
    "change_training",
    "check_questions",
    "create_chatbot",
    "delete_chatbot",
    "delete_training",
    "dismiss_question",
    "edit_chatbot",
    "import_training",
    "purge",
    "rate",
    "recheck",
    "release_lease",
    "request_missing_embeddings",
    "restore_chatbot",
    "save_embed",
    "save_question",
    "save_sheet",
    "set_status",
    "show_or_hide_batch",
    "stop",
    "store_embed",
    "store_question",
    "store_reply",
    "store_vectors",
    "subscribe",
    "unassign",
]
