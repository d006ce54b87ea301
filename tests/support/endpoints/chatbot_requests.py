"""A valid request for each endpoint of the chatbots app."""

from tests.support.portal.agency import Json

ID, OTHER = "01890000-0000-7000-8000-000000000000", "01890000-0000-7000-8000-000000000001"
BOT: Json = {"id": ID, "bot_name": "Bean", "category": "Support"}
EXAMPLE: Json = {"question": "When do you open?", "answer": "At eight."}
QUESTION: Json = {"id": ID, "chatbot_id": OTHER, "question": "When?", "expects": OTHER}
ADMIN: dict[str, Json] = {
    "POST /rest/v1/chatbots": BOT,
    "PUT /rest/v1/chatbots": BOT,
    "PUT /rest/v1/chatbots/{chatbot_id}/status": {"status": "active"},
    "GET /rest/v1/chatbots/{chatbot_id}/contents": {},
    "DELETE /rest/v1/chatbots/{chatbot_id}": {},
    "POST /rest/v1/chatbots/{chatbot_id}/restore": {},
    "PUT /rest/v1/user_chatbots": {"user_id": ID, "chatbot_id": OTHER},
    "DELETE /rest/v1/user_chatbots/{assignment_id}": {},
    "POST /rest/v1/training_data": {"id": ID, "chatbot_id": OTHER, **EXAMPLE},
    "POST /rest/v1/training_data/import": {
        "chatbot_id": OTHER,
        "source_type": "document",
        "rows": [{"id": ID, **EXAMPLE}],
    },
    "PUT /rest/v1/training_data/{row_id}": EXAMPLE,
    "DELETE /rest/v1/training_data/{row_id}": {},
    "POST /functions/v1/read-training-source": {
        "source_type": "document",
        "name": "faq.txt",
        "file": "V2hlbj8KQXQgZWlnaHQu",
    },
    "POST /rest/v1/saved_questions": QUESTION,
    "POST /rest/v1/saved_questions/{question_id}/answer": {"id": ID, "answer": "At eight."},
    "DELETE /rest/v1/saved_questions/{question_id}": {},
    "POST /functions/v1/check-saved-questions": {"chatbot_id": OTHER},
    "PUT /rest/v1/chatbot_embeds": {"client_id": ID, "embed_url": "<script></script>"},
    "PUT /rest/v1/chat_histories": {"client_id": ID, "sheets_url": "https://docs.google.com/spreadsheets/d/1"},
}
SIGNED_IN: dict[str, Json] = {
    "POST /rest/v1/notify_signups": {"email": "maya@harbor.example"},
    "GET /rest/v1/bots": {},
    "GET /rest/v1/chat_messages": {},
    "PUT /rest/v1/subscriptions": {"bot_id": ID, "is_active": True},
    "PUT /rest/v1/chat_messages/{message_id}/rating": {"rating": "up"},
    "POST /functions/v1/generate-chat-response": {"id": ID, "botId": OTHER, "prompt": "When?"},
    "POST /functions/v1/stop-chat-response": {"id": ID},
    "POST /functions/v1/chatbot-embed-address": {"client_id": ID},
}
REQUESTS = ADMIN | SIGNED_IN
PARAMS = {"conversation_id": ID}
