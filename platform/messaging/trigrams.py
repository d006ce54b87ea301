"""Folds texts for comparison, and computes the trigram keys of the search index. Does no I/O.

Two texts are equal if they differ only in case (the full case folding of Unicode, so that "strasse" finds "Straße"),
in Unicode normalization (a composed or a decomposed accent), or in the dot of the Turkish i.

A change of `keys_of` needs a migration that empties the index, because removing an entry takes the keys with which it
was stored. A change of `fold` needs one too, because a search compares its folded words with the folded texts that are
stored. The limit MARKS_MAX (core.text) was added without a migration. Of a message that was indexed before, a search
does not find words with more marks after one character, but finds the other words. No language has such words.
"""

from collections.abc import Iterable, Sequence
from unicodedata import normalize
from zlib import crc32

from core.text import with_few_marks

TRIGRAM_LENGTH = 3
# Messages in a block of a thread. A trigram has a different key in each block, and a search reads block by block.
BLOCK_SIZE = 8192
SEPARATOR = "\uffff"  # a noncharacter between a text and the name of its file
ENTRY_BITS = 32
KEYS_MAX = 4  # keys of one search; a fifth costs more than it saves by excluding texts
REPLACED_CHARACTERS = {0x130: "i", 0x131: "i", 0xFFFF: "\ufffd"}


def fold(text: str) -> str:
    """`text` in the form that searches compare."""
    if text.isascii():
        return text.lower()
    return normalize("NFC", normalize("NFC", with_few_marks(text)).translate(REPLACED_CHARACTERS).casefold())


def searchable(content: str, file_name: str | None) -> str:
    """The folded text that a search compares: the content of a message and the name of its file."""
    return fold(content) if file_name is None else f"{fold(content)}{SEPARATOR}{fold(file_name)}"


def entry_id(thread: int, position: int) -> int:
    """The id of a message's index entry, by its position in the thread. A thread's ids grow with the position."""
    return (thread << ENTRY_BITS) + position


def keys_of(entry: int, folded: str) -> set[int]:
    """The keys of all trigrams of a text."""
    grams = {folded[at : at + TRIGRAM_LENGTH] for at in range(len(folded) - TRIGRAM_LENGTH + 1)}
    return {key_of(entry, gram) for gram in grams if SEPARATOR not in gram}


def query_grams(folded: str, texts: Sequence[str]) -> list[str]:
    """The trigrams of `folded` to search by, at most `KEYS_MAX`; none if it has fewer than three characters.

    Takes the trigrams that are rarest in the sample `texts`, because most trigrams of a long query occur in every
    message. Trigrams that do not overlap come first, because one that overlaps a chosen trigram excludes few
    more texts.
    """
    offsets = {folded[at : at + TRIGRAM_LENGTH]: at for at in reversed(range(len(folded) - TRIGRAM_LENGTH + 1))}
    by_rarity = sorted(offsets, key=lambda gram: (sum(gram in text for text in texts), offsets[gram]))
    disjoint: list[str] = []
    for gram in by_rarity:
        if all(abs(offsets[gram] - offsets[one]) >= TRIGRAM_LENGTH for one in disjoint):
            disjoint.append(gram)
    return [*disjoint, *(gram for gram in by_rarity if gram not in disjoint)][:KEYS_MAX]


def key_of(entry: int, gram: str) -> int:
    """The key of a trigram in one block of a thread, a signed 32-bit integer.

    64-bit keys would take most of the index's space. Different trigrams may have the same key, so a search also
    compares the text.
    """
    thread, position = entry >> ENTRY_BITS, entry & ((1 << ENTRY_BITS) - 1)
    key = crc32(gram.encode("utf-8", "surrogatepass"), crc32(b"%d %d" % (thread, position // BLOCK_SIZE)))
    return key - (1 << 31)


def tokens(keys: Iterable[int]) -> str:
    """`keys` as hexadecimal words, for a full-text index."""
    return " ".join(f"{key + (1 << 31):x}" for key in sorted(keys))
