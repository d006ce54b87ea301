"""Writes of the chatbots app, by topic; each runs in the transaction of its caller."""

from chatbots.services.assignments import assign, subscribe, unassign
from chatbots.services.bots import Moved, create_chatbot, edit_chatbot, set_status
from chatbots.services.conversations import Asked, Reply, answer, ask, rate, stop
from chatbots.services.deletion import delete_chatbot, purge, restore_chatbot, show_conversations
from chatbots.services.embedding_jobs import have_all_read, have_read
from chatbots.services.embeds import save_embed, save_sheet
from chatbots.services.gate import answer_question, check_questions, dismiss_question, save_question
from chatbots.services.provider_embeddings import check_again, keep_vectors, pay_for_reading
from chatbots.services.training import add_training, change_training, delete_training, import_training

__all__ = [
    "Asked",
    "Moved",
    "Reply",
    "add_training",
    "answer",
    "answer_question",
    "ask",
    "assign",
    "change_training",
    "check_again",
    "check_questions",
    "create_chatbot",
    "delete_chatbot",
    "delete_training",
    "dismiss_question",
    "edit_chatbot",
    "have_all_read",
    "have_read",
    "import_training",
    "keep_vectors",
    "pay_for_reading",
    "purge",
    "rate",
    "restore_chatbot",
    "save_embed",
    "save_question",
    "save_sheet",
    "set_status",
    "show_conversations",
    "stop",
    "subscribe",
    "unassign",
]
