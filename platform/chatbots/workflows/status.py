"""Sets a bot's status. A failed activation stores the results of the check in a transaction of its own."""

from uuid import UUID

from chatbots import services
from chatbots.errors import SavedQuestionsFail
from core.actor import Actor
from sync.writes.db_executor import write


async def set_status(*, actor: Actor, chatbot_id: UUID, status: str, reason: str) -> services.StatusChange:
    """Raises what `services.set_status` raises."""
    try:
        return await write(services.set_status, actor=actor, chatbot_id=chatbot_id, status=status, reason=reason)
    except SavedQuestionsFail:
        # The error has rolled the results back, and the admin sees them beside its message.
        await write(services.check_questions, actor=actor, chatbot_id=chatbot_id)
        raise
