"""Models of bots, their training data and users, conversations, and the embeds of clients' pages."""

from django.db import models

from core.clock import now
from sync.models import SyncedRow


class Status(models.TextChoices):
    """Who may chat with a bot besides admins.

    `training`: nobody. `active`: subscribed and assigned users. `not_listed`: assigned users, for testing.
    """

    TRAINING = "training"
    ACTIVE = "active"
    NOT_LISTED = "not_listed"


class Source(models.TextChoices):
    """Where a training row comes from."""

    MANUAL = "manual"
    URL = "url"
    DOCUMENT = "document"
    API = "api"


class Sender(models.TextChoices):
    USER = "user"
    BOT = "bot"


class Rating(models.TextChoices):
    UP = "up"
    DOWN = "down"


class Origin(models.TextChoices):
    """What added a question: an admin, a user's thumbs down, or a reply for which no training was found."""

    ADMIN = "admin"
    THUMBS_DOWN = "thumbs_down"
    UNANSWERED = "unanswered"


class QuestionStatus(models.TextChoices):
    """An open question waits for an admin's answer. A saved question is checked before its bot is activated."""

    OPEN = "open"
    SAVED = "saved"
    DISMISSED = "dismissed"


class Chatbot(SyncedRow):
    """A bot. `audience` lists the users, besides admins, who may chat with it; `update_audience` updates it."""

    bot_name = models.CharField(max_length=200)
    category = models.CharField(max_length=100)
    description = models.TextField(default="")
    avatar_url = models.CharField(max_length=2000, null=True)
    avatar = models.TextField(default="")  # a small picture as a `data:` URL (`workflows/avatars.py`)
    status = models.CharField(max_length=20, choices=Status.choices, default=Status.TRAINING)
    created_by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, related_name="+", db_column="created_by"
    )
    model_preference = models.CharField(max_length=100, null=True)
    audience = models.JSONField(default=list)
    deleted_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "chatbots"


class Bot(SyncedRow):
    """The marketplace listing of a chatbot; its id is the chatbot's."""

    name = models.CharField(max_length=200)
    description = models.TextField(default="")
    category = models.CharField(max_length=100)
    avatar_url = models.CharField(max_length=2000, null=True)
    avatar = models.TextField(default="")
    is_active = models.BooleanField(default=True)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "bots"


class TrainingRow(SyncedRow):
    """A question and its answer. `lexemes` are the words for full-text search, from `chatbots.retrieval.lexemes`."""

    chatbot = models.ForeignKey(Chatbot, on_delete=models.CASCADE, related_name="+")
    question = models.TextField()
    answer = models.TextField()
    source_type = models.CharField(max_length=20, choices=Source.choices, default=Source.MANUAL)
    source_url = models.CharField(max_length=2000, null=True)
    lexemes = models.TextField()
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "training_data"


class Assignment(SyncedRow):
    """Lets a client's user chat with a bot while the bot is active or not listed."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    chatbot = models.ForeignKey(Chatbot, on_delete=models.CASCADE, related_name="+")

    class Meta:
        db_table = "user_chatbots"
        constraints = [models.UniqueConstraint(fields=["user", "chatbot"], name="user_chatbots_once")]


class BotSubscription(SyncedRow):
    """A bot that a user has added from the marketplace. The user may chat with it while it is active."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="+")
    is_active = models.BooleanField(default=True)

    class Meta:
        db_table = "subscriptions"
        constraints = [models.UniqueConstraint(fields=["user", "bot"], name="subscriptions_once")]


class ChatMessage(SyncedRow):
    """A question to a bot, or its reply. The device creates a question's id; the reply's id is derived from it."""

    conversation = models.ForeignKey(Chatbot, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+", db_index=False)
    sender_type = models.CharField(max_length=10, choices=Sender.choices)
    content = models.TextField()
    model_used = models.CharField(max_length=100, null=True)
    fallback_used = models.BooleanField(default=False)
    response_time_ms = models.IntegerField(null=True)
    # How many of the oldest messages did not fit into the prompt.
    left_out = models.IntegerField(default=0)
    is_stopped = models.BooleanField(default=False)
    rating = models.CharField(max_length=10, choices=Rating.choices, null=True)
    is_hidden = models.BooleanField(default=False)  # its bot is deleted, and may be restored
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "chat_messages"
        indexes = [
            models.Index(fields=["user", "conversation", "created_at", "id"], name="chat_messages_in_order"),
            models.Index(fields=["conversation"], name="chat_messages_by_bot"),
        ]


class SavedQuestion(SyncedRow):
    """A question for which a bot must find the right training row. It does not store which user asked it."""

    chatbot = models.ForeignKey(Chatbot, on_delete=models.CASCADE, related_name="+")
    question = models.TextField()
    reply = models.TextField(default="")  # the bot's reply to it
    origin = models.CharField(max_length=20, choices=Origin.choices)
    stand = models.CharField(max_length=20, choices=QuestionStatus.choices)
    expects = models.UUIDField(null=True)  # the id of a row of training_data
    has_passed = models.BooleanField(null=True)  # at the last check
    checked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "saved_questions"


class Embed(SyncedRow):
    """The embed script of a client's chatbot. Its id is the client's."""

    client = models.OneToOneField("clients.Client", on_delete=models.CASCADE, related_name="+")
    embed_url = models.TextField()
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "chatbot_embeds"


class HistorySheet(SyncedRow):
    """The address of the Google sheet with a client's chats. Its id is the client's."""

    client = models.OneToOneField("clients.Client", on_delete=models.CASCADE, related_name="+")
    sheets_url = models.CharField(max_length=2000)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "chat_histories"


class EmbeddingVector(models.Model):
    """One model's vector of a training row or a saved question. An edit of the row deletes it."""

    row_id = models.UUIDField(editable=False)
    chatbot = models.ForeignKey(Chatbot, on_delete=models.CASCADE, related_name="+", db_index=False)
    model = models.CharField(max_length=100)
    is_question = models.BooleanField()
    values = models.BinaryField()

    class Meta:
        db_table = "meaning_vectors"
        constraints = [models.UniqueConstraint(fields=["row_id", "model"], name="meaning_vectors_once")]
        indexes = [models.Index(fields=["chatbot", "model", "is_question", "row_id"], name="meaning_vectors_of_bot")]


class Turn(models.Model):
    """The lease and the cost of answering one question. The lease lets only one process answer it.

    Its id is the question's id.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+", db_index=False)
    leased_until = models.DateTimeField()
    is_stop_requested = models.BooleanField(default=False)
    micro_usd = models.BigIntegerField()  # the maximum cost until it is settled, then the actual cost
    requested_at = models.DateTimeField(default=now)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "chat_turns"
        indexes = [
            models.Index(fields=["user", "requested_at"], name="chat_turns_by_person"),
        ]


class MonthlyCost(models.Model):
    """The cost of models in one month (UTC), in millionths of a dollar: one row for all questions of the month."""

    month = models.DateField(primary_key=True)  # the first day of the month
    micro_usd = models.BigIntegerField(default=0)

    class Meta:
        db_table = "chat_costs"
