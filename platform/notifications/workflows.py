"""Workflows of notifications: renders the weekly email with its pictures for a browser."""

from dataclasses import replace
from uuid import UUID

from core.actor import Actor
from mail import inline_pictures
from mail import ports as mail_ports
from mail.composition import with_drawn_pictures
from notifications.services import weekly_email
from sync.writes.db_executor import read


async def preview(*, actor: Actor, client_id: UUID) -> weekly_email.WeeklyEmail | None:
    """A client's next email with the current data, on one page. Raises AdminsOnly, ClientNotFound."""
    email = await read(weekly_email.preview, actor=actor, client_id=client_id)
    if email is None:
        return None
    pictures = with_drawn_pictures(await inline_pictures.fetch(email.html), await read(mail_ports.brand.call))
    return replace(email, html=inline_pictures.as_page(email.html, pictures))
