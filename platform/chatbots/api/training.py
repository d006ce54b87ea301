"""Endpoints of training: rows added by hand or imported, sources to read, and the saved questions of a bot."""

from typing import Any
from uuid import UUID

from ninja import Router, Status

from chatbots import access, services
from chatbots.effects import embeddings
from chatbots.schemas import (
    AnswerIn,
    BotIdIn,
    CheckedOut,
    ImportIn,
    SavedQuestionIn,
    SavedQuestionOut,
    TrainingChangeIn,
    TrainingIn,
    TrainingOut,
    TrainingSourceIn,
    TrainingSourceOut,
)
from chatbots.services.training import TrainingExample
from chatbots.workflows import sources
from sync.requests.signed_in import SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read, write

rows = Router()
functions = Router()
ERRORS: dict[Any, Any] = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 409: ErrorOut, 422: ErrorOut}


@rows.post("/training_data", response={200: TrainingOut, **ERRORS})
async def add(request: SignedInRequest, payload: TrainingIn) -> object:
    """Add one row. A repeated request changes nothing."""
    row = await write(
        services.add_training,
        actor=request.auth,
        row_id=payload.id,
        **payload.model_dump(exclude={"id"}, exclude_none=True),
    )
    await embeddings.embed_at_once(row.chatbot_id, row.id)
    return row


@rows.post("/training_data/import", response={200: list[TrainingOut], **ERRORS})
async def import_rows(request: SignedInRequest, payload: ImportIn) -> object:
    """Add all reviewed rows of a source, or none."""
    return await write(
        services.import_training,
        actor=request.auth,
        chatbot_id=payload.chatbot_id,
        source_type=payload.source_type,
        source_url=payload.source_url,
        examples=[TrainingExample(row.id, row.question, row.answer) for row in payload.rows],
    )


@rows.put("/training_data/{row_id}", response={200: TrainingOut, **ERRORS})
async def change(request: SignedInRequest, row_id: UUID, payload: TrainingChangeIn) -> object:
    """Change the question and the answer of one row."""
    row = await write(services.change_training, actor=request.auth, row_id=row_id, **payload.model_dump())
    await embeddings.embed_at_once(row.chatbot_id, row.id)
    return row


@rows.delete("/training_data/{row_id}", response={204: None, **ERRORS})
async def delete(request: SignedInRequest, row_id: UUID) -> Status[None]:
    """Delete one row."""
    await write(services.delete_training, actor=request.auth, row_id=row_id)
    return Status(204, None)


@functions.post("/read-training-source", response={200: TrainingSourceOut, **ERRORS})
async def read_source(request: SignedInRequest, payload: TrainingSourceIn) -> dict[str, object]:
    """Read training examples from an address or a document. Nothing is stored."""
    examples = await sources.read_source(
        actor=request.auth, source_type=payload.source_type, url=payload.url, name=payload.name, file=payload.file
    )
    return {"rows": [{"question": question, "answer": answer} for question, answer in examples]}


@rows.post("/saved_questions", response={200: SavedQuestionOut, **ERRORS})
async def save_question(request: SignedInRequest, payload: SavedQuestionIn) -> object:
    """Save a question for which a bot must find a training row."""
    row = await write(
        services.save_question, actor=request.auth, question_id=payload.id, **payload.model_dump(exclude={"id"})
    )
    await embeddings.embed_at_once(row.chatbot_id, row.id)
    return await read(access.question_for, request.auth, row.id)


@rows.post("/saved_questions/{question_id}/answer", response={200: SavedQuestionOut, **ERRORS})
async def answer(request: SignedInRequest, question_id: UUID, payload: AnswerIn) -> object:
    """Store an admin's answer to an open question as training."""
    row = await write(
        services.answer_question,
        actor=request.auth,
        question_id=question_id,
        training_id=payload.id,
        answer=payload.answer,
    )
    await embeddings.embed_at_once(row.chatbot_id, row.id, payload.id)
    return await read(access.question_for, request.auth, row.id)


@rows.delete("/saved_questions/{question_id}", response={200: SavedQuestionOut, **ERRORS})
async def dismiss(request: SignedInRequest, question_id: UUID) -> object:
    """Dismiss a question."""
    return await write(services.dismiss_question, actor=request.auth, question_id=question_id)


@functions.post("/check-saved-questions", response={200: CheckedOut, **ERRORS})
async def check(request: SignedInRequest, payload: BotIdIn) -> dict[str, int]:
    """Check a bot's saved questions."""
    results = await write(services.check_questions, actor=request.auth, chatbot_id=payload.chatbot_id)
    return {"passed": results.count(True), "failed": results.count(False)}
