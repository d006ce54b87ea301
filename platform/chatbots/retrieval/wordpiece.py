"""Splits a text into the tokens of the embedded model: BERT's uncased WordPiece, as its vocabulary was trained. Pure.

`vocabulary.txt` is the model's own `vocab.txt` (SHA-256 07eced37...2038a3). The package `tokenizers` 0.23.3 gives the
same tokens for all texts of the evaluation, in four fifths of the time. It is not used, because it adds 13 MB to a
process and eleven packages to an installation, among them a client that downloads models.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path

VOCABULARY = Path(__file__).with_name("vocabulary.txt")
UNKNOWN, START, END = 100, 101, 102
LONGEST_WORD = 100
# The number of tokens that the model was trained with. 256 tokens take 80 ms.
MOST_TOKENS = 256
MOST_CHARACTERS = 8_000
# Each ideograph is a word.
CJK = re.compile(
    "([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002ceaf\U0002f800-\U0002fa1f])"
)


def token_ids(text: str) -> list[int]:
    """The ids of `text`'s tokens, between `START` and `END`, at most `MOST_TOKENS` in all."""
    found = [START]
    for word in _words(text[:MOST_CHARACTERS]):
        if len(found) >= MOST_TOKENS - 1:
            break
        found.extend(_pieces(word))
    return [*found[: MOST_TOKENS - 1], END]


def _words(text: str) -> list[str]:
    visible = "".join(map(_cleaned, text))
    apart = unicodedata.normalize("NFD", CJK.sub(r" \1 ", visible))
    plain = "".join(sign for sign in apart if unicodedata.category(sign) != "Mn").lower()
    return "".join(f" {sign} " if _is_punctuation(sign) else sign for sign in plain).split()


def _cleaned(sign: str) -> str:
    if sign.isspace():
        return " "
    return "" if sign == "\ufffd" or unicodedata.category(sign) in {"Cc", "Cf", "Cn", "Co", "Cs"} else sign


def _is_punctuation(sign: str) -> bool:
    is_ascii_symbol = sign.isascii() and sign.isprintable() and not sign.isalnum() and sign != " "
    return is_ascii_symbol or unicodedata.category(sign).startswith("P")


def _pieces(word: str) -> list[int]:
    """Split a word into the longest pieces of the vocabulary, from the left; `UNKNOWN` if that is impossible."""
    known = _vocabulary()
    found: list[int] = []
    start = 0
    while start < len(word):
        prefix = "##" if start else ""
        end = next((end for end in range(len(word), start, -1) if prefix + word[start:end] in known), None)
        if end is None or len(word) > LONGEST_WORD:
            return [UNKNOWN]
        found.append(known[prefix + word[start:end]])
        start = end
    return found


@cache
def _vocabulary() -> dict[str, int]:
    pieces = VOCABULARY.read_text("utf-8").split("\n")[:-1]
    return {piece: number for number, piece in enumerate(pieces)}
