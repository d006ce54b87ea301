"""Bots with their training, who may chat with them, what was said, and what a client's page embeds."""

from django.db import models

from core.clock import now
from sync.models import SyncedRow


class Status(models.TextChoices):
    """Admins alone, everybody who follows the listing, or those it is assigned to for testing."""

    TRAINING = "training"
    ACTIVE = "active"
    NOT_LISTED = "not_listed"


class Source(models.TextChoices):
    """Where a row of training comes from."""

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
    """Who brought a question: an admin, a person whom the answer did not help, a bot that knew nothing."""

    ADMIN = "admin"
    THUMBS_DOWN = "thumbs_down"
    UNANSWERED = "unanswered"


class Stand(models.TextChoices):
    """An open question waits for a human's answer; a saved one has it, and is asked before a bot goes active."""

    OPEN = "open"
    SAVED = "saved"
    DISMISSED = "dismissed"


class Chatbot(SyncedRow):
    """A bot. `audience` are the people, besides admins, who may chat with it now; `services.audience` keeps it."""

    bot_name = models.CharField(max_length=200)
    category = models.CharField(max_length=100)
    description = models.TextField(default="")
    avatar_url = models.CharField(max_length=2000, null=True)
    avatar = models.TextField(default="")  # small, as a `data:` address: fetched and drawn by us
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
    """A question and what to answer. `lexemes` are the words it is found by, made by `chatbots.retrieval.lexemes`."""

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
    """A client's person who may chat with a bot that is active or not listed."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    chatbot = models.ForeignKey(Chatbot, on_delete=models.CASCADE, related_name="+")

    class Meta:
        db_table = "user_chatbots"
        constraints = [models.UniqueConstraint(fields=["user", "chatbot"], name="user_chatbots_once")]


class BotSubscription(SyncedRow):
    """A person who has added a bot from the marketplace; it may be chatted with while it is active."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="+")
    is_active = models.BooleanField(default=True)

    class Meta:
        db_table = "subscriptions"
        constraints = [models.UniqueConstraint(fields=["user", "bot"], name="subscriptions_once")]


class ChatMessage(SyncedRow):
    """A question to a bot, or its reply. A question's id is made on the device; its reply's id follows from that."""

    conversation = models.ForeignKey(Chatbot, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+", db_index=False)
    sender_type = models.CharField(max_length=10, choices=Sender.choices)
    content = models.TextField()
    model_used = models.CharField(max_length=100, null=True)
    fallback_used = models.BooleanField(default=False)
    response_time_ms = models.IntegerField(null=True)
    # So many of the oldest messages found no room in what the model was told.
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
    """A question that a bot must find the right training for. It holds no name: whose it was stays with them."""

    chatbot = models.ForeignKey(Chatbot, on_delete=models.CASCADE, related_name="+")
    question = models.TextField()
    reply = models.TextField(default="")  # what the bot had said to it
    origin = models.CharField(max_length=20, choices=Origin.choices)
    stand = models.CharField(max_length=20, choices=Stand.choices)
    expects = models.UUIDField(null=True)  # a row of training_data
    has_passed = models.BooleanField(null=True)  # at the last check
    checked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "saved_questions"


class Embed(SyncedRow):
    """The script of a client's chatbot, as they copy it. Its id is the client's."""

    client = models.OneToOneField("clients.Client", on_delete=models.CASCADE, related_name="+")
    embed_url = models.TextField()
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "chatbot_embeds"


class HistorySheet(SyncedRow):
    """Where a client's chats stand as a Google sheet. Its id is the client's."""

    client = models.OneToOneField("clients.Client", on_delete=models.CASCADE, related_name="+")
    sheets_url = models.CharField(max_length=2000)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "chat_histories"


class MeaningVector(models.Model):
    """What a model makes of a row of training or a saved question. An edit of the row deletes it."""

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
    """One question being answered, by whichever process: its lease, and what it has cost. Its id is the question's."""

    id = models.UUIDField(primary_key=True, editable=False)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+", db_index=False)
    leased_until = models.DateTimeField()
    stop_asked = models.BooleanField(default=False)
    micro_usd = models.BigIntegerField()  # what it may cost at most, and what it did cost once it is settled
    asked_at = models.DateTimeField(default=now)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "chat_turns"
        indexes = [
            models.Index(fields=["user", "asked_at"], name="chat_turns_by_person"),
        ]


class MonthlyCost(models.Model):
    """What models have cost in a month (UTC), in millionths of a dollar: one row, however many questions were asked."""

    month = models.DateField(primary_key=True)  # its first day
    micro_usd = models.BigIntegerField(default=0)

    class Meta:
        db_table = "chat_costs"
