"""A question about a figure: the message stores a copy of the figure, and both sides get that copy."""

import pytest

from messaging.models import MessageCard
from tests.support.portal.agency import Json, Portal, row

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/messages"
MEASURED_AT = "2026-11-21T09:10:00.000000Z"
CARD = {
    "label": "Users this month",
    "value": "1,204",
    "period": "last 30 complete days",
    "as_of": MEASURED_AT,
    "source": "Google Analytics",
}
GROWTH = {"messages": 1, "effects": 1, "message_cards": 1, "threads": 1, "w": 2, "c:maya": 2}
NO_LINE = "Value error, This is not a line of text"
NO_YEAR = "Value error, in UTC this is in no year from 1 to 9999"


def question(portal: Portal, **fields: object) -> Json:
    return portal.message("Why so many?", card=CARD | fields)


async def test_a_figure_is_stored_with_its_message_and_sent_to_both_sides(portal: Portal) -> None:
    body = question(portal)
    async with portal.grows(GROWTH):
        reply = await portal.as_("maya").post(PATH, json=body)
    assert (reply.status_code, reply.json()["card"]) == (201, CARD)
    stored_row = await row(MessageCard)
    assert (str(stored_row["message_id"]), stored_row["label"], stored_row["value"]) == (
        body["id"],
        "Users this month",
        "1,204",
    )
    for stream in ("w", "c:maya"):
        message, _ = await portal.frames(stream, 2)
        assert message["row"]["card"] == CARD
    text_message = await portal.post("maya", "And by the way")
    assert text_message["card"] is None
    for name in ("maya", "ana"):
        rows = (await portal.as_(name).get(PATH, params={"client_id": body["client_id"]})).json()["rows"]
        assert [row["card"] for row in rows] == [CARD, None]


async def test_a_figure_that_was_never_measured_has_no_time(portal: Portal) -> None:
    reply = await portal.as_("maya").post(PATH, json=question(portal, value="—", as_of=None))
    assert (reply.status_code, reply.json()["card"]) == (201, CARD | {"value": "—", "as_of": None})


async def test_mu1_a_repeat_returns_the_stored_row(portal: Portal) -> None:
    body = question(portal)
    first = await portal.as_("maya").post(PATH, json=body)
    async with portal.unchanged():
        repeat = await portal.as_("maya").post(PATH, json=body)
    assert (repeat.status_code, repeat.json()) == (200, first.json())


@pytest.mark.parametrize("card", [None, CARD | {"value": "1,205"}, CARD | {"as_of": None}])
async def test_mu2_the_same_id_with_another_figure_is_rejected(card: Json | None, portal: Portal) -> None:
    body = question(portal)
    await portal.as_("maya").post(PATH, json=body)
    async with portal.unchanged():
        reply = await portal.as_("maya").post(PATH, json=body | {"card": card})
        assert (reply.status_code, reply.json()["code"]) == (409, "message_id_taken")


@pytest.mark.parametrize(
    ("_case", "fields", "error_text"),
    [
        ("an invisible label", {"label": " \u200b"}, {"card.label": NO_LINE}),
        ("two lines", {"value": "1\n2"}, {"card.value": NO_LINE}),
        ("NUL", {"source": "a\0b"}, {"card.source": NO_LINE}),
        ("too long", {"period": "x" * 81}, {"card.period": "String should have at most 80 characters"}),
        ("no text", {"value": 1204}, {"card.value": "Input should be a valid string"}),
        ("a time without a zone", {"as_of": "2026-11-21T09:10:00"}, {"card.as_of": "Input should have timezone info"}),
        ("a time before the year 1", {"as_of": "0001-01-01T00:00:00+01:00"}, {"card.as_of": NO_YEAR}),
        ("a time after the year 9999", {"as_of": "9999-12-31T23:59:59-01:00"}, {"card.as_of": NO_YEAR}),
        ("an unknown field", {"html": "<b>"}, {"card.html": "Extra inputs are not permitted"}),
    ],
)
async def test_an_invalid_figure_is_rejected(
    _case: str, fields: Json, error_text: dict[str, str], portal: Portal
) -> None:
    async with portal.unchanged():
        reply = await portal.as_("maya").post(PATH, json=question(portal, **fields))
        assert (reply.status_code, {one["field"]: one["message"] for one in reply.json()["fields"]}) == (
            422,
            error_text,
        )


async def test_a_figure_without_text_is_rejected(portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("maya").post(PATH, json=portal.message(" ", card=CARD))
        assert (reply.status_code, reply.json()["code"]) == (422, "message_empty")
