"""Searches in a thread have the results of a full scan, with or without an index, or report that they are cut off."""

import asyncio
import unicodedata

import httpx
import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.actor import Actor
from core.ids import uuid7
from messaging import api, trigrams
from messaging import services as messaging
from messaging.models import Message, SearchEntry, SearchText
from messaging.queries import message_search
from messaging.tasks.search_index_worker import Indexer
from sync.log import changes
from sync.sql import raw_sql
from sync.writes.db_executor import read, write, write_now
from sync.writes.deadlines import Deadline
from tests.support.apps import bots
from tests.support.apps.files import PNG, Sender
from tests.support.database.stores import STORE
from tests.support.portal.agency import Agency, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
SEARCH_PATH = "/rest/v1/messages/search"
# Characters whose case mapping is not one to one, composed and decomposed accents, multi-code-point emoji, and CJK.
CHARACTERS = "abE eé\u0301ÉsSßẞiIİıΣσςДд漢字か👍🏽👩\u200d💻10%'\"*.\\\n\x1f\uffff"
TEXTS = st.text(st.sampled_from(CHARACTERS), min_size=1, max_size=30)


def normalised(text: str) -> str:
    """The text normalised as a reader compares it: without case, with composed accents and one kind of i."""
    composed = unicodedata.normalize("NFC", text).replace("İ", "i").replace("ı", "i")
    return unicodedata.normalize("NFC", composed.casefold())


def index_all() -> None:
    Indexer().work()
    connection.close()


async def search(portal: Portal, words: str, *, name: str = "maya") -> httpx.Response:
    return await portal.as_(name).get(SEARCH_PATH, params={"client_id": str(portal.clients["maya"]), "words": words})


async def matches(portal: Portal, words: str) -> tuple[list[str], bool]:
    """The ids that a search returns, and whether there may be more."""
    reply = await search(portal, words)
    assert reply.status_code == 200, reply.text
    return [one["id"] for one in reply.json()["rows"]], reply.json()["incomplete"]


@pytest.mark.usefixtures("storage_folder")
async def test_the_search_finds_words_and_names_of_files_in_one_thread(portal: Portal) -> None:
    await portal.post("otto", "The sign of Otto", to="otto")
    first = await portal.post("maya", "Is the SIGN ready?")
    await portal.post("ana", "Tomorrow")
    url = await Sender(portal.as_("maya")).upload("sign.png", PNG)
    file = await portal.post("maya", "Here", attachment_url=url)
    for name in ("maya", "ana"):
        reply = await search(portal, "sign", name=name)
        assert [row["id"] for row in reply.json()["rows"]] == [file["id"], first["id"]]
    assert (await search(portal, "sign", name="otto")).status_code == 404


@pytest.mark.parametrize(
    ("words", "has_match"),
    [("ÖFFNUNG", True), ("(10 %)", True), ("öffnungszeiten ändern", False), (".*", False), ("x" * 200, False)],
)
async def test_the_search_is_literal_and_case_insensitive(words: str, has_match: bool, portal: Portal) -> None:
    message = await portal.post("maya", "Neue Öffnungszeiten? (10 %) [a-z] \\d")
    assert await matches(portal, words) == ([message["id"]] if has_match else [], False)


@pytest.mark.parametrize("words", ["", "x" * 201, "a\x00b"])
async def test_an_invalid_search_is_rejected(words: str, portal: Portal) -> None:
    assert (await search(portal, words)).status_code == 422


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(TEXTS, min_size=2, max_size=6), words=st.lists(TEXTS, max_size=4), data=st.data())
def test_a_search_has_the_results_of_a_full_scan(
    portal: Portal, agency: Agency, texts: list[str], words: list[str], data: st.DataObject
) -> None:
    """Half of the messages are indexed. The queries are substrings in upper and lower case, and arbitrary texts."""
    maya, client = portal.users["maya"], portal.clients["maya"]
    actor = Actor(id=maya.id, session_id=maya.session_id, email=maya.email, expires_at=2**40)
    queries = list(words)
    for n, text in enumerate(texts):
        write_now(messaging.send_message, actor=actor, message_id=uuid7(), client_id=client, content=f"x{text}")
        start = data.draw(st.integers(0, len(text) - 1))
        piece = text[start : data.draw(st.integers(start + 1, len(text)))]
        queries += [piece, piece.upper(), piece.swapcase()]
        if n == len(texts) // 2:
            index_all()
    contents = list(Message.objects.filter(client_id=client).order_by("-created_at").values_list("id", "content"))
    for query in queries:
        result = message_search.search(Deadline(10).start(), actor=actor, client_id=client, words=query, limit=10_000)
        expected_ids = [message_id for message_id, content in contents if normalised(query) in normalised(content)]
        assert (result.ids, result.is_complete) == (expected_ids, True), query


@pytest.mark.parametrize(
    "words", ["invoice", "in", "INVOICE 2024-17", "voice 2024-17 of the harbor, as we said on the pier"]
)
async def test_the_index_finds_long_and_short_words_in_the_order_of_the_thread(words: str, portal: Portal) -> None:
    text = "Invoice 2024-17 of the harbor, as we said on the pier"
    ids = [(await portal.post("maya", f"{text} {n}"))["id"] for n in range(3)]
    await portal.post("maya", "Old: voi 202 har")
    await portal.post("otto", text, to="otto")
    await asyncio.to_thread(index_all)
    ids.append((await portal.post("ana", text))["id"])
    assert await matches(portal, words) == (ids[::-1], False)
    assert (await matches(portal, f"{words}!")) == ([], False)


async def test_older_messages_are_found_by_the_rarest_trigrams_of_long_words(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest message is scanned. A sample of the thread decides by which trigrams the others are found."""
    monkeypatch.setattr(message_search, "NEWEST", 1)
    frequent = "the invoice of the harbor and the invoice of the pier, "
    query = f"{(frequent * 4)[:190]} zebra 17"
    ids = [
        (await portal.post("maya", text))["id"] for text in (f"Old: {query.upper()}!", frequent * 4, query, frequent)
    ]
    await asyncio.to_thread(index_all)
    assert await matches(portal, query) == ([ids[2], ids[0]], False)
    assert await matches(portal, frequent[:-2]) == (ids[::-1], False)
    assert await matches(portal, query.replace("17", "18")) == ([], False)


@pytest.mark.parametrize("fast_s", [0.0, 60.0])
async def test_a_long_thread_is_searched_by_one_or_several_blocks_in_a_statement(
    fast_s: float, portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (trigrams, message_search):
        monkeypatch.setattr(module, "BLOCK_SIZE", 2)
    monkeypatch.setattr(message_search, "NEWEST", 1)
    monkeypatch.setattr(message_search, "FAST_S", fast_s)
    ids = [(await portal.post("maya", f"Invoice {n % 3} of the harbor"))["id"] for n in range(17)]
    await asyncio.to_thread(index_all)
    assert await matches(portal, "invoice") == (ids[::-1], False)
    assert await matches(portal, "invoice 1 of") == (ids[16:0:-3], False)
    assert await matches(portal, "invoice 1 of the pier") == ([], False)


if STORE == "postgresql":

    @pytest.mark.parametrize("index", ["search_texts_by_key", "training_search"])
    async def test_no_search_reads_a_list_of_pending_entries(index: str, portal: Portal) -> None:
        """A GIN index has such a list unless `fastupdate` is off, and each look-up reads all of it."""
        await portal.post("maya", "We open in April")
        await bots.bot(portal)
        await asyncio.to_thread(index_all)
        assert await write(lambda: raw_sql.rows("SELECT gin_clean_pending_list(%s)", [index])) == [(0,)]


async def test_a_message_that_was_taken_back_leaves_the_search_index(portal: Portal) -> None:
    message = await portal.post("maya", "The password is harbor-1912")
    await asyncio.to_thread(index_all)
    assert await matches(portal, "harbor-1912") == ([message["id"]], False)
    entry = await read(last_entry)
    assert (await read(index_contents, entry))[1] > 0
    assert (await portal.as_("maya").delete(f"/rest/v1/messages/{message['id']}")).status_code == 200
    assert await matches(portal, "harbor-1912") == ([], False)
    await asyncio.to_thread(index_all)
    assert await read(index_contents, entry) == ([], 0)


async def test_a_message_taken_back_before_indexing_is_never_indexed(portal: Portal) -> None:
    message = await portal.post("maya", "The password is harbor-1912")
    assert (await portal.as_("maya").delete(f"/rest/v1/messages/{message['id']}")).status_code == 200
    assert await matches(portal, "harbor-1912") == ([], False)
    await asyncio.to_thread(index_all)
    assert not await read(SearchEntry.objects.exists)
    assert not await read(SearchText.objects.exists)


async def test_an_edited_text_is_found_by_its_new_words_only(portal: Portal) -> None:
    message = await portal.post("maya", "We open in April")
    await asyncio.to_thread(index_all)

    def edit() -> None:
        message = changes.locked(Message, Message.objects.get().id)
        assert message is not None
        changes.update(message, content="We open in May")

    await write(edit)
    assert await matches(portal, "april") == ([], False)
    await asyncio.to_thread(index_all)
    assert await matches(portal, "april") == ([], False)
    assert await matches(portal, "open in may") == ([message["id"]], False)


async def test_a_deleted_message_leaves_the_search_index(portal: Portal) -> None:
    await portal.post("maya", "We open in April")
    await asyncio.to_thread(index_all)
    entry = await read(last_entry)

    def erase() -> None:
        message = changes.locked(Message, Message.objects.get().id)
        assert message is not None
        changes.delete(message)

    await write(erase)
    await asyncio.to_thread(index_all)
    assert await read(index_contents, entry) == ([], 0)


def last_entry() -> int:
    """The id of the newest entry of the index."""
    return SearchEntry.objects.latest("id").id


def index_contents(entry: int) -> tuple[list[str], int]:
    """The texts in the index, and the number of keys that refer to `entry`."""
    texts = list(SearchText.objects.values_list("folded", flat=True))
    if connection.vendor == "postgresql":
        return texts, raw_sql.rows("SELECT count(*) FROM search_texts WHERE id = %s", [entry])[0][0]
    with connection.cursor() as cursor:
        cursor.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, search_keys, instance)")
        cursor.execute("SELECT count(*) FROM temp.words WHERE doc = %s", [entry])
        key_count = cursor.fetchone()[0]
        cursor.execute("DROP TABLE temp.words")
    return texts, key_count


async def test_an_incomplete_search_is_reported(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [(await portal.post("maya", "an old sign"))["id"] for _ in range(2)]
    await asyncio.to_thread(index_all)
    monkeypatch.setattr(message_search, "NEWEST", 1)
    monkeypatch.setattr(message_search, "SHORT_WORDS_BLOCKS", 0)
    assert await matches(portal, "si") == (ids[1:], True)
    assert await matches(portal, "sign") == (ids[::-1], False)
    monkeypatch.setattr(api, "SEARCH_TIMEOUT_S", 0.0)
    assert await matches(portal, "sign") == ([], True)
