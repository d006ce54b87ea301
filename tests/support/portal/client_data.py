"""Data of one client in every app: no other client may read, change or name it."""

import asyncio
from dataclasses import dataclass
from uuid import UUID

from chatbots import services as chatbots
from core.ids import uuid7
from notifications.models import Notice
from performance.scan_result import Result
from sync.writes.db_executor import read, write
from tests.support.actions.notifications import device_of
from tests.support.apps import bots, reports
from tests.support.apps.scans import import_score
from tests.support.fakes.page_speed import stored
from tests.support.mail.mailbox import sweep
from tests.support.portal.agency import Json, Portal
from tests.support.sync.device import actor_of


@dataclass(frozen=True, slots=True)
class ClientData:
    """The ids of the client's rows; `bot` is unlisted and assigned to the client, and gave the answer `chat_reply`."""

    client: str
    user: str
    message: Json
    notice: Json
    report: str
    video: str
    score: str
    bot: str
    question: str
    chat_reply: str
    push_device: str

    @property
    def query(self) -> Json:
        return {"params": {"client_id": self.client}}

    @property
    def ids(self) -> set[str]:
        own = (self.client, self.user, self.report, self.video, self.score, self.bot, self.question, self.chat_reply)
        return {*own, self.push_device, self.message["id"], self.notice["id"]}


async def data_of(portal: Portal, name: str, word: str, **message: object) -> ClientData:
    """Create the data of the client `name`. Every text and URL contains `word`, which must be a host name's label."""
    client_id, user_id, actor = portal.clients[name], portal.users[name].id, actor_of(portal.users[name])
    sent = await portal.post(name, f"{word} from the client", to=name, **message)
    await portal.post("ana", f"{word} to the client", to=name)
    await asyncio.to_thread(sweep)
    notice = await read(lambda: Notice.objects.get(user_id=user_id))
    report = await reports.written(portal, to=name, title=f"{word} report", content={"text": f"{word} text"})
    await reports.publish(portal, report["id"])
    video = {"id": str(uuid7()), "client_id": str(client_id), "video_url": f"https://{word}.example/video.mp4"}
    reply = await portal.as_("ana").post(reports.VIDEOS, json=video | {"posted_at": "2026-11-20"})
    assert reply.status_code == 201, reply.text
    url = f"https://{word}.example/"
    score_id = await import_score(
        portal, Result(stored("small-picture", url=url), (89,), "lighthouse"), name=name, url=url
    )
    bot, question, answer = await _conversation(portal, name, word)
    device = await device_of(portal, name, f"https://push.example/{word}")
    return ClientData(
        client=str(client_id),
        user=str(actor.id),
        message=sent,
        notice={"id": str(notice.id), "n": notice.n},
        report=report["id"],
        video=video["id"],
        score=str(score_id),
        bot=str(bot),
        question=str(question),
        chat_reply=str(answer),
        push_device=str(device.id),
    )


async def _conversation(portal: Portal, name: str, word: str) -> tuple[UUID, UUID, UUID]:
    """The ids of a bot, of a question to it, and of its answer."""
    bot, question_id = await bots.bot(portal, f"{word} bot"), uuid7()
    ana, actor = actor_of(portal.users["ana"]), actor_of(portal.users[name])
    for status in ("active", "not_listed"):  # the marketplace would show an active bot to every client
        await bots.move(portal, bot, status)
    await write(chatbots.assign, actor=ana, user_id=actor.id, chatbot_id=bot)
    await write(
        chatbots.store_question, actor=actor, question_id=question_id, chatbot_id=bot, content=f"{word} question?"
    )
    reply = chatbots.Reply(f"{word} answer.", "gpt-4o", False, 900, 0, False, True, 12)
    return bot, question_id, (await write(chatbots.store_reply, question_id=question_id, reply=reply)).id
