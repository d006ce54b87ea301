"""Reading a CSV file of clients: columns, encodings, and the errors of each row."""

import pytest

from clients.csv_import import BYTES_MAX, ROWS_MAX, read
from clients.errors import BadSheet

HEAD = "Company,Contact name,E-mail"


@pytest.mark.parametrize(
    ("encoding", "name"), [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8"), ("utf-16", "UTF-16"), ("cp1252", "Windows-1252")]
)
def test_every_usual_encoding_is_read(encoding: str, name: str) -> None:
    sheet = read(f"{HEAD}\nCafé Zoë,Zoë,zoe@cafe.example\n".encode(encoding))
    assert (sheet.encoding, sheet.problems) == (name, [])
    fields = {"company_name": "Café Zoë", "contact_name": "Zoë", "contact_email": "zoe@cafe.example"}
    assert sheet.rows == {2: {**fields, "subscription_tier": "basic"}}


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("=HYPERLINK(1),Zoë,zoe@cafe.example", "company_name"),
        ("Café,@SUM(A1),zoe@cafe.example", "contact_name"),
        ("Café,Zoë,zoe", "contact_email"),
        (",Zoë,zoe@cafe.example", "company_name"),
        ("Café", "contact_email"),
    ],
)
def test_a_wrong_row_is_reported_by_number_and_not_imported(row: str, field: str) -> None:
    sheet = read(f"{HEAD}\n{row}\nGood,Gia,gia@good.example\n".encode())
    assert list(sheet.rows) == [3]
    assert (2, field) in {(problem.row, problem.field) for problem in sheet.problems}


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (b"x" * (BYTES_MAX + 1), "smaller than 1 MB"),
        (b"\x00\x01\x02", "not text"),
        (b"Company,Phone\nA,1\n", "missing: contact name, contact email"),
        (f"{HEAD}\n".encode(), "no rows"),
        (f"{HEAD},Mail\nA,B,c@d.example,e@f.example\n".encode(), "Two columns"),
        ((HEAD + "\n" + "A,B,c@d.example\n" * (ROWS_MAX + 1)).encode(), "more than 2,000 rows"),
    ],
)
def test_a_file_that_is_no_client_list_is_rejected(file: bytes, message: str) -> None:
    with pytest.raises(BadSheet, match=message):
        read(file)
