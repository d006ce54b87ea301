"""Creates and edits bots and sets their status. Each write also updates the marketplace listing."""

from dataclasses import dataclass
from uuid import UUID

from chatbots import access
from chatbots.effects.question_check import check_locked
from chatbots.errors import IdTaken, SavedQuestionsFail
from chatbots.models import Bot, Chatbot, Status
from chatbots.services.locking import lock_managed_chatbot, require_visible, update_audience
from clients import services as clients
from core.actor import Actor
from core.clock import now
from sync.log import changes

# Messages for the admin who sets a status.
UPDATED = "Chatbot activated and marketplace listing updated!"
ADDED = "Chatbot activated and added to marketplace!"
TO_TRAINING = "Chatbot moved to training mode and removed from marketplace."
TO_NOT_LISTED = "Chatbot set to not listed - available for testing only."
FAILING = "{failed} of {all} saved questions do not find their answer. Correct the training, or give a reason to activate the chatbot anyway."


@dataclass(frozen=True, slots=True)
class StatusChange:
    """A bot after its status was set, and the message for the admin."""

    chatbot: Chatbot
    message: str


def create_chatbot(
    *,
    actor: Actor,
    chatbot_id: UUID,
    bot_name: str,
    category: str,
    description: str,
    avatar_url: str | None,
    model_preference: str | None,
    avatar: str = "",
) -> tuple[Chatbot, bool]:
    """Store a new bot, in training, with its picture (`workflows/avatars.py`).

    Returns it, and False if it had been stored before. Raises AdminsOnly, Empty, IdTaken.
    """
    access.must_be_admin(actor)
    chatbot = Chatbot(
        id=chatbot_id,
        bot_name=require_visible(bot_name),
        category=require_visible(category),
        description=description.strip(),
        avatar_url=avatar_url,
        avatar=avatar,
        model_preference=model_preference or None,
        created_by_id=actor.id,
    )
    if changes.ensure(chatbot):
        clients.audit(actor_id=actor.id, action="chatbot.created", subject=str(chatbot_id), name=chatbot.bot_name)
        return chatbot, True
    stored = Chatbot.objects.get(id=chatbot_id)
    if (stored.bot_name, stored.created_by_id) != (chatbot.bot_name, actor.id):
        raise IdTaken
    return stored, False


def edit_chatbot(
    *,
    actor: Actor,
    chatbot_id: UUID,
    bot_name: str,
    category: str,
    description: str,
    avatar_url: str | None,
    model_preference: str | None,
    avatar: str = "",
) -> Chatbot:
    """Replace the description of a bot and of its listing. Raises AdminsOnly, ChatbotNotFound, Empty."""
    chatbot = lock_managed_chatbot(actor, chatbot_id)
    timestamp = now()
    changes.update(
        chatbot,
        bot_name=require_visible(bot_name),
        category=require_visible(category),
        description=description.strip(),
        avatar_url=avatar_url,
        avatar=avatar,
        model_preference=model_preference or None,
        updated_at=timestamp,
    )
    listing = changes.locked(Bot, chatbot_id)
    if listing is not None:
        changes.update(listing, **_listing_fields(chatbot), updated_at=timestamp)
    clients.audit(actor_id=actor.id, action="chatbot.edited", subject=str(chatbot_id))
    return chatbot


def set_status(*, actor: Actor, chatbot_id: UUID, status: str, reason: str) -> StatusChange:
    """Set a bot's status, and list or unlist it in the same transaction.

    For `active`, its saved questions must find their training, unless a `reason` is given. The reason is audited.
    Raises AdminsOnly, ChatbotNotFound, SavedQuestionsFail.
    """
    chatbot = lock_managed_chatbot(actor, chatbot_id)
    if status == Status.ACTIVE and chatbot.status != Status.ACTIVE:
        _must_pass(actor, chatbot, reason.strip())
    if status != chatbot.status:
        clients.audit(
            actor_id=actor.id,
            action="chatbot.status",
            subject=str(chatbot_id),
            before=chatbot.status,
            to=status,
            reason=reason,
        )
        changes.update(chatbot, status=status, updated_at=now())
    if status == Status.ACTIVE:
        message = relist(chatbot)
    else:
        unlist(chatbot_id)
        message = TO_TRAINING if status == Status.TRAINING else TO_NOT_LISTED
    update_audience(chatbot)
    return StatusChange(chatbot, message)


def _must_pass(actor: Actor, chatbot: Chatbot, reason: str) -> None:
    results = check_locked(chatbot.id)
    failed = results.count(False)
    if failed and not reason:
        raise SavedQuestionsFail(FAILING.format(failed=failed, all=len(results)))


def relist(chatbot: Chatbot) -> str:
    """Put a locked bot on the marketplace with its current description. Returns the message for the admin."""
    listing = changes.locked(Bot, chatbot.id)
    if listing is None:
        changes.insert(Bot(id=chatbot.id, **_listing_fields(chatbot), is_active=True))
        return ADDED
    differing = changes.differing(listing, **_listing_fields(chatbot), is_active=True)
    if differing:
        changes.update(listing, **differing, updated_at=now())
    return UPDATED


def unlist(chatbot_id: UUID) -> None:
    """Take a bot off the marketplace. Its listing stays stored as inactive."""
    listing = changes.locked(Bot, chatbot_id)
    if listing is not None and listing.is_active:
        changes.update(listing, is_active=False, updated_at=now())


def _listing_fields(chatbot: Chatbot) -> dict[str, str | None]:
    return {
        "name": chatbot.bot_name,
        "description": chatbot.description,
        "category": chatbot.category,
        "avatar_url": chatbot.avatar_url,
        "avatar": chatbot.avatar,
    }
