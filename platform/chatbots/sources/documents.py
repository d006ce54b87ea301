"""Extracts the text of a PDF, a Word file or a text file. Runs no code of the file, and limits how much it unpacks.

For sandboxed processes only (core/sandboxed_process.py), because a hostile file may crash or block the reader.
"""

import codecs
import io
import zipfile
import zlib
from html.parser import HTMLParser

from chatbots.errors import BadSource

BYTES_MAX = 3 * 1024 * 1024
UNPACKED_MAX = 12 * 1024 * 1024  # of the one part of a Word file that is read
CHARACTERS_MAX = 500_000
PAGES_MAX = 300
PDF, ZIP, OLD_OFFICE = b"%PDF-", b"PK\x03\x04", bytes.fromhex("d0cf11e0a1b11ae1")
BODY = "word/document.xml"  # the text of a Word file, which is a ZIP archive
NOT_WORD = "That is not a Word document"


def text_of(content: bytes) -> str:
    """The first `CHARACTERS_MAX` characters of a document. Detects its format by the content. Raises BadSource."""
    if len(content) > BYTES_MAX:
        raise BadSource("The document must be smaller than 3 MB")
    if content.startswith(PDF):
        text = _of_pdf(content)
    elif content.startswith(ZIP):
        text = _of_word(content)
    elif content.startswith(OLD_OFFICE):
        raise BadSource("Save it as .docx first")
    else:
        text = _decoded(content)
    return text[:CHARACTERS_MAX]


def _of_pdf(content: bytes) -> str:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise BadSource("The PDF cannot be read. Is it protected by a password?") from error
    parts: list[str] = []
    characters_left = CHARACTERS_MAX
    for number in range(min(len(document), PAGES_MAX)):
        page_text = document[number].get_textpage().get_text_range()[:characters_left]
        parts.append(page_text.replace("\r\n", "\n").replace("\x00", ""))
        characters_left -= len(page_text)
        if characters_left <= 0:
            break
    text = "\n".join(parts)
    if not text.strip():
        raise BadSource("The PDF has no text: its pages are pictures")
    return text


def _of_word(content: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed, packed.open(BODY) as part:
            body = part.read(UNPACKED_MAX + 1)
    except (zipfile.BadZipFile, zlib.error, KeyError, OSError, EOFError, RuntimeError, ValueError) as error:
        raise BadSource(NOT_WORD) from error
    if len(body) > UNPACKED_MAX:
        raise BadSource(NOT_WORD)
    reader = _Word()
    reader.feed(body.decode("utf-8", "replace"))
    reader.close()
    return "\n".join(reader.lines)


def _decoded(content: bytes) -> str:
    codec = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        text = content.decode(codec)
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    if "\x00" in text:
        raise BadSource("That is not a text, PDF or Word document")
    return text


class _Word(HTMLParser):
    """Collects paragraphs as lines and marks headings. A table row with two cells becomes a question and its answer.

    Python's HTML parser reads the XML, because it does not expand entities that the document defines.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._cells: list[str] | None = None
        self._text: list[str] = []
        self._is_heading = self._is_text = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "w:p":
            self._is_heading = False
        elif tag == "w:pstyle":
            style = (dict(attrs).get("w:val") or "").lower()
            self._is_heading = style.startswith(("heading", "title"))
        elif tag == "w:t":
            self._is_text = True
        elif tag in {"w:tab", "w:br"}:
            self._text.append("\n" if tag == "w:br" else " ")
        elif tag == "w:tr":
            self._cells = []

    def handle_endtag(self, tag: str) -> None:
        if tag == "w:t":
            self._is_text = False
        elif tag == "w:p" and self._cells is None:
            self._end_line()
        elif tag == "w:p":
            self._text.append("\n")
        elif tag == "w:tc" and self._cells is not None:
            self._cells.append("".join(self._text).strip())
            self._text = []
        elif tag == "w:tr":
            self._end_row()

    def handle_data(self, data: str) -> None:
        if self._is_text:
            self._text.append(data)

    def _end_line(self) -> None:
        line = "".join(self._text)
        self.lines.append(f"# {line}" if self._is_heading and line.strip() else line)
        self._text = []

    def _end_row(self) -> None:
        cells, self._cells = self._cells or [], None
        if len(cells) != 2:
            self.lines += cells
        elif [cell.lower() for cell in cells] != ["question", "answer"]:  # not the table's header
            self.lines += [f"Q: {cells[0]}", f"A: {cells[1]}"]
