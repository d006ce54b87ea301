"""Parses a CSV list of clients. Returns the details of each client, and the problems of each row. Pure."""

import codecs
import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from clients.client_details import Detail, clean_details
from clients.errors import BadDetail, BadSheet

BYTES_MAX = 1024 * 1024
ROWS_MAX = 2000
CELL_MAX = 4000
COLUMNS = {
    "company_name": {"company", "companyname", "business", "businessname"},
    "contact_name": {"contact", "contactname", "name", "fullname"},
    "contact_email": {"contactemail", "email", "emailaddress", "mail"},
    "phone": {"phone", "phonenumber", "telephone"},
    "subscription_tier": {"subscriptiontier", "tier", "plan"},
    "website_url": {"websiteurl", "website", "url", "site"},
}
REQUIRED = ("company_name", "contact_name", "contact_email")
# The start of a cell that a spreadsheet would run as a formula when a user opens an exported list.
FORMULA = re.compile(r"\s*[=+\-@]|[\t\r]")
PHONE = re.compile(r"\+?[0-9][0-9 ()./-]*")


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a row. The header is `row` 1, as in a spreadsheet. `field` is "" for the whole row."""

    row: int
    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The valid rows by row number, and the problems of the other rows. `ignored` are titles of unknown columns."""

    encoding: str
    ignored: list[str]
    rows: dict[int, dict[str, Detail]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read(file: bytes) -> Sheet:
    """Parse a CSV file. Raises BadSheet if it is not a list of clients."""
    if len(file) > BYTES_MAX:
        raise BadSheet("The file must be smaller than 1 MB")
    text, encoding = _decoded(file)
    lines = _lines(text)
    try:
        columns, ignored = _columns(next(lines, []))
        sheet = Sheet(encoding, ignored)
        row_count = 0
        for number, cells in enumerate(lines, start=2):
            if any(cell.strip() for cell in cells):
                row_count += 1
                if row_count > ROWS_MAX:
                    raise BadSheet(f"The file must not have more than {ROWS_MAX:,} rows")
                _add_row(sheet, number, cells, columns)
    except csv.Error as error:
        raise BadSheet(f"The file cannot be read as CSV: {error}") from error
    if not sheet.rows and not sheet.problems:
        raise BadSheet("The file has no rows below its header")
    return sheet


def _decoded(file: bytes) -> tuple[str, str]:
    """The text of the file, and the name of its encoding. Raises BadSheet."""
    if file.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        candidates = [("utf-16", "UTF-16")]
    else:
        candidates = [("utf-8-sig", "UTF-8"), ("cp1252", "Windows-1252")]
    for codec, name in candidates:
        try:
            text = file.decode(codec)
        except UnicodeDecodeError:
            continue
        if "\x00" in text:
            break
        return text, name
    raise BadSheet("The file is not text: save it as CSV in UTF-8")


def _lines(text: str) -> Iterator[list[str]]:
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)


def _columns(header: list[str]) -> tuple[dict[str, int], list[str]]:
    """The index of each known column by name, and the titles of the unknown columns. Raises BadSheet."""
    columns: dict[str, int] = {}
    ignored = []
    for index, title in enumerate(header):
        letters_only = re.sub(r"[^a-z]", "", title.lower())
        name = next((name for name, titles in COLUMNS.items() if letters_only in titles), None)
        if name is None:
            ignored.append(title.strip()[:60])
        elif name in columns:
            raise BadSheet(f"Two columns are the {name.replace('_', ' ')}")
        else:
            columns[name] = index
    missing = [name.replace("_", " ") for name in REQUIRED if name not in columns]
    if missing:
        raise BadSheet(f"The first line must name the columns; missing: {', '.join(missing)}")
    return columns, [title for title in ignored if title]


def _add_row(sheet: Sheet, number: int, cells: list[str], columns: Mapping[str, int]) -> None:
    """Add the row's details to the sheet, or its problems."""
    details: dict[str, Detail] = {name: cells[index] if index < len(cells) else "" for name, index in columns.items()}
    details["subscription_tier"] = (details.get("subscription_tier") or "basic").strip().lower()
    problem_count = len(sheet.problems)
    cleaned: dict[str, Detail] = {}
    for name, value in details.items():
        try:
            cleaned |= clean_details({name: _without_formula(name, value or "")})
        except BadDetail as error:
            sheet.problems.append(Problem(number, name, error.message))
    if len(sheet.problems) == problem_count:
        sheet.rows[number] = cleaned


def _without_formula(name: str, value: str) -> str:
    """The cell's value unchanged. Raises BadDetail if it is too long or a spreadsheet could run it as a formula."""
    if len(value) > CELL_MAX:
        raise BadDetail(name, "This cell is too long")
    is_number = name == "phone" and PHONE.fullmatch(value.strip()) is not None
    if FORMULA.match(value) and not is_number:
        raise BadDetail(name, f"Begins with {value.strip()[:1]}, which spreadsheets run as a formula")
    return value
