"""Training from pages, documents and APIs: the server reads them for a preview, even if their content is hostile."""

import asyncio
import gzip
import io
import json
import zipfile
from base64 import b64encode
from ipaddress import ip_network
from threading import Event
from typing import Any

import pytest
from pytest_django import Settings
from pytest_httpserver import HTTPServer
from werkzeug import Response

from chatbots.workflows import sources
from core import sandboxed_process
from tests.support.apps.files import OLD_WORD, PNG, archive
from tests.support.fakes.slow_content import drip
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

READ_SOURCE = "/functions/v1/read-training-source"
OPENING = {"question": "When do you open?", "answer": "At eight."}
WITHIN_S = 30
SHIPPING = {"question": "Do you ship?", "answer": "Twice a week."}


def word_document(body: str, name: str = "word/document.xml") -> bytes:
    """A Word file with this body."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as word_file:
        word_file.writestr(name, f'<?xml version="1.0"?><w:document><w:body>{body}</w:body></w:document>')
    return file.getvalue()


def paragraph(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def cells(*texts: str) -> str:
    return "<w:tr>" + "".join(f"<w:tc>{paragraph(text)}</w:tc>" for text in texts) + "</w:tr>"


def pdf(*lines: str) -> bytes:
    """A PDF of one page with these lines on it."""
    text = b" ".join(f"({line}) Tj T*".encode() for line in lines)
    page = b"BT /F 12 Tf 14 TL 72 700 Td " + text + b" ET"
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(page), page),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    body = b"%PDF-1.4\n" + b"".join(b"%d 0 obj%s endobj\n" % (n, part) for n, part in enumerate(parts, 1))
    return body + b"trailer<</Root 1 0 R/Size 6>>\n%%EOF\n"


def document(name: str, content: bytes) -> Json:
    return {"source_type": "document", "name": name, "file": b64encode(content).decode()}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "faq.txt",
            b"Welcome\r\n\r\nQ: When do you open?\r\nA: At eight.\r\n\r\n2) Question 2: Do you ship?\nAnswer: Twice a week.",
        ),
        ("faq.TXT", "When do you open?\nAt eight.\n\nDo you ship?\nTwice a week.".encode("utf-16")),
        ("faq.md", b"\xef\xbb\xbf# When do you open?\n\nAt eight.\n\n## Do you ship? ##\n\nTwice a week.\n"),
        ("faq.csv", b"id,Answer,Question\n1,At eight.,When do you open?\n2,Twice a week.,Do you ship?\n"),
        (
            "faq.json",
            json.dumps(
                {"items": [{"q": OPENING["question"], "a": OPENING["answer"]}, SHIPPING | {"n": 1}, {"q": 1}]}
            ).encode(),
        ),
        (
            "faq.html",
            b"<nav><h2>Home</h2></nav><h2>When do you <b>open</b>?</h2><p>At eight.<dl><dt>Do you ship?<dd>Twice a week.</dl>",
        ),
        ("faq.pdf", pdf("When do you open?", "At eight.", "Do you ship?", "Twice a week.")),
        (
            "faq.docx",
            word_document(
                paragraph("When do you open?", "Heading2")
                + paragraph("At eight.")
                + f"<w:tbl>{cells('Question', 'Answer')}{cells('Do you ship?', 'Twice a week.')}</w:tbl>"
            ),
        ),
    ],
)
async def test_a_document_is_read_and_nothing_is_stored(name: str, content: bytes, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").post(READ_SOURCE, json=document(name, content))
    assert (reply.status_code, reply.json()) == (200, {"rows": [OPENING, SHIPPING]})


@pytest.mark.parametrize(
    ("_case", "name", "content", "expected"),
    [
        ("nothing in it", "faq.txt", b"Welcome to us", "No questions with answers were found there"),
        ("a picture", "faq.txt", PNG, "That is not a text, PDF or Word document"),
        (
            "an invalid PDF",
            "faq.pdf",
            b"%PDF-1.7 nothing",
            "The PDF cannot be read. Is it protected by a password?",
        ),
        ("a PDF without text", "faq.pdf", pdf(), "The PDF has no text: its pages are pictures"),
        ("an archive", "faq.docx", archive("other.xml"), "That is not a Word document"),
        ("half an archive", "faq.docx", archive()[:40], "That is not a Word document"),
        (
            "an archive that expands to too much",
            "faq.docx",
            archive(size=13 * 1024 * 1024),
            "That is not a Word document",
        ),
        ("an old Word file", "faq.doc", OLD_WORD, "Save it as .docx first"),
        ("too much", "faq.txt", b"x" * (3 * 1024 * 1024 + 1), "The document must be smaller than 3 MB"),
    ],
)
async def test_an_unreadable_document_returns_the_reason(
    _case: str, name: str, content: bytes, expected: str, portal: Portal
) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").post(READ_SOURCE, json=document(name, content))
    assert (reply.status_code, reply.json()) == (422, {"code": "bad_source", "message": expected})


async def test_half_of_a_surrogate_pair_in_a_source_is_replaced(portal: Portal) -> None:
    """Programs that cut texts by UTF-16 units leave half of a pair."""
    content = rb'[{"question": "When do you open? \ud83d", "answer": "At eight. \ud83d\ude00 \u0000"}]'
    reply = await portal.as_("ana").post(READ_SOURCE, json=document("faq.json", content))
    assert (reply.status_code, reply.json()) == (
        200,
        {"rows": [{"question": "When do you open? \ufffd", "answer": "At eight. \U0001f600"}]},
    )


async def test_xml_entities_of_word_files_are_not_expanded(portal: Portal) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    content = word_document(bomb + paragraph("When do you open?") + paragraph("At eight. &b;&f;"))
    reply = await portal.as_("ana").post(READ_SOURCE, json=document("faq.docx", content))
    assert reply.json() == {"rows": [OPENING | {"answer": "At eight. &b;&f;"}]}


async def test_pages_and_apis_are_read_through_the_forward_proxy(
    portal: Portal, httpserver: HTTPServer, settings: Settings
) -> None:
    settings.SCAN_PRIVATE = (ip_network(httpserver.host),)
    for path, kind, content in (
        ("/faq", "text/html; charset=utf-8", b"<h3>When do you open?</h3><p>At eight.</p>"),
        ("/faq.pdf", "application/pdf", pdf("When do you open?", "At eight.")),
        ("/api", "text/plain", json.dumps({"data": [[OPENING]]}).encode()),
        ("/none", "text/html", b"<p>Nothing</p>"),
        ("/endless", "text/plain", b"x" * (2 * 1024 * 1024 + 1)),
    ):
        httpserver.expect_request(path).respond_with_data(content, content_type=kind)
    httpserver.expect_request("/missing").respond_with_data(status=404)
    ana = portal.as_("ana")
    async with portal.unchanged():
        for kind, path in (("url", "/faq"), ("url", "/faq.pdf"), ("api", "/api")):
            reply = await ana.post(READ_SOURCE, json={"source_type": kind, "url": httpserver.url_for(path)})
            assert reply.json() == {"rows": [OPENING]}, path
        for path, message in (
            ("/none", "No questions with answers were found there"),
            ("/endless", "That is more than 2 MB"),
            ("/missing", "The address answered with 404"),
        ):
            reply = await ana.post(READ_SOURCE, json={"source_type": "url", "url": httpserver.url_for(path)})
            assert (reply.status_code, reply.json()["message"]) == (422, message)
        settings.SCAN_PRIVATE = ()
        reply = await ana.post(READ_SOURCE, json={"source_type": "url", "url": httpserver.url_for("/faq")})
        assert reply.json() == {"code": "bad_source", "message": "The address could not be reached"}
        reply = await ana.post(READ_SOURCE, json={"source_type": "api"})
        assert reply.json()["message"] == "An address is needed"


async def test_packed_slow_or_endless_sources_are_read_within_limits(
    portal: Portal, httpserver: HTTPServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SCAN_PRIVATE = (ip_network(httpserver.host),)
    monkeypatch.setattr(sources, "TIMEOUT_S", 1.0)
    faq = b"<h3>When do you open?</h3><p>At eight.</p>"
    for path, content, encoding in (
        ("/packed", gzip.compress(faq), "gzip"),
        ("/bomb", gzip.compress(faq + bytes(50_000_000)), "gzip"),
        ("/other", faq, "br"),
        ("/broken", faq, "gzip"),
    ):
        headers = {"Content-Encoding": encoding}
        httpserver.expect_request(path).respond_with_data(content, headers=headers, content_type="text/html")
    httpserver.expect_request("/slow").respond_with_handler(lambda _: Response(drip(faq * 10), mimetype="text/html"))
    ana = portal.as_("ana")
    for path, message in (
        ("/bomb", "That is more than 2 MB"),
        ("/other", "The address could not be reached"),
        ("/broken", "The address could not be reached"),
        ("/slow", "The address could not be reached"),
    ):
        reply = await ana.post(READ_SOURCE, json={"source_type": "url", "url": httpserver.url_for(path)})
        assert (reply.status_code, reply.json()["message"]) == (422, message), path
    monkeypatch.setattr(sources, "TIMEOUT_S", 20.0)
    assert (await ana.post(READ_SOURCE, json={"source_type": "url", "url": httpserver.url_for("/packed")})).json() == {
        "rows": [OPENING]
    }


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("faq.txt", f"A{' ' * 200_000}x\n{'#' * 200_000}b\n# a{' ' * 200_000}b".encode()),
        ("faq.html", b"<h1>" + b"<!" * 200_000),
        ("faq.csv", b'"' * 200_000),
        ("faq.json", b"[" * 200_000),
    ],
)
async def test_a_document_that_is_slow_to_parse_delays_no_other_request(
    name: str, content: bytes, portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, is_parsing, is_answered = sandboxed_process.run, Event(), Event()

    def run_after_the_other_request(*args: Any, **options: Any) -> sandboxed_process.ProcessResult:
        is_parsing.set()
        assert is_answered.wait(WITHIN_S), "the other request waits for the document"
        return run(*args, **options)

    monkeypatch.setattr(sandboxed_process, "run", run_after_the_other_request)
    monkeypatch.setattr(sources, "TIMEOUT_S", 1.0)
    ana = portal.as_("ana")
    slow_request = asyncio.create_task(ana.post(READ_SOURCE, json=document(name, content)))
    assert await asyncio.to_thread(is_parsing.wait, WITHIN_S)
    assert (await portal.as_("maya").get("/rest/v1/clients")).status_code == 200
    is_answered.set()
    reply = await slow_request
    assert (reply.status_code, reply.json()["code"]) == (422, "bad_source")
