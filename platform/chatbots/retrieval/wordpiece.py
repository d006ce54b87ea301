"""Splits a text into the tokens of the embedded model, as BERT's uncased WordPiece tokenizer does. Pure.

`vocabulary.txt` is the model's own `vocab.txt` (SHA-256 07eced37...2038a3). The package `tokenizers` 0.23.3 gives the
same tokens for all texts of the evaluation in four fifths of the time. It is not used, because it adds 13 MB to a
process and eleven packages to an installation, among them a client that downloads models.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path

from core.text import with_few_marks

VOCABULARY = Path(__file__).with_name("vocabulary.txt")
UNKNOWN, START, END = 100, 101, 102
LONGEST_WORD = 100
# The model was trained with texts of up to 256 tokens. Embedding 256 tokens takes 80 ms.
MAX_TOKENS = 256
MAX_CHARACTERS = 8_000
# Each ideograph is a word.
CJK = re.compile(
    "([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002ceaf\U0002f800-\U0002fa1f])"
)


def token_ids(text: str) -> list[int]:
    """The ids of `text`'s tokens, between `START` and `END`, at most `MAX_TOKENS` in all."""
    ids = [START]
    for word in _words(text[:MAX_CHARACTERS]):
        if len(ids) >= MAX_TOKENS - 1:
            break
        ids.extend(_pieces(word))
    return [*ids[: MAX_TOKENS - 1], END]


def _words(text: str) -> list[str]:
    visible = "".join(map(_clean, text))
    decomposed = unicodedata.normalize("NFD", with_few_marks(CJK.sub(r" \1 ", visible)))
    lowercase = "".join(char for char in decomposed if unicodedata.category(char) != "Mn").lower()
    return "".join(f" {char} " if _is_punctuation(char) else char for char in lowercase).split()


def _clean(char: str) -> str:
    if char.isspace():
        return " "
    return "" if char == "\ufffd" or unicodedata.category(char) in {"Cc", "Cf", "Cn", "Co", "Cs"} else char


def _is_punctuation(char: str) -> bool:
    is_ascii_symbol = char.isascii() and char.isprintable() and not char.isalnum() and char != " "
    return is_ascii_symbol or unicodedata.category(char).startswith("P")


def _pieces(word: str) -> list[int]:
    """Split a word into the longest pieces of the vocabulary, from the left; `UNKNOWN` if that is impossible."""
    vocabulary = _vocabulary()
    ids: list[int] = []
    start = 0
    while start < len(word):
        prefix = "##" if start else ""
        end = next((end for end in range(len(word), start, -1) if prefix + word[start:end] in vocabulary), None)
        if end is None or len(word) > LONGEST_WORD:
            return [UNKNOWN]
        ids.append(vocabulary[prefix + word[start:end]])
        start = end
    return ids


@cache
def _vocabulary() -> dict[str, int]:
    pieces = VOCABULARY.read_text("utf-8").split("\n")[:-1]
    return {piece: number for number, piece in enumerate(pieces)}
