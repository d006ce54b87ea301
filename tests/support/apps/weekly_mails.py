"""The preview of a client's weekly mail."""

from tests.support.portal.agency import Json, Portal

PREVIEW = "/rest/v1/weekly_mails"


async def preview(portal: Portal) -> Json | None:
    """Maya's weekly mail as it would be sent now; None if it would be empty."""
    reply = await portal.as_("ana").get(PREVIEW, params={"client_id": str(portal.clients["maya"])})
    assert reply.status_code == 200, reply.text
    content: Json | None = reply.json()["data"]
    return content
