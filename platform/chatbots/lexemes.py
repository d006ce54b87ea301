"""The words by which training is found, the same on every store: folded, cut to their stems, and what they mean. Pure."""

import re
import unicodedata
from functools import cache

import snowballstemmer

from chatbots.thesaurus import meanings

WORD = re.compile(r"[a-z0-9]+")
JOINED = re.compile(r"(?<=\w)['’-](?=\w)")
# A meaning is told from a word by this beginning: no stem has it.
MEANING = "xx"
COMMON = """
a about am an and any are as at be been being but by can could did do does doing done for from get gets getting
give go goes going got had has have having he her here hers him his how i id if ill im in into is isnt it its ive just
let like may me might mine must my need needs no not of off ok on one or our ours out please shall she should so some
such than thank thanks that the their them then there these they this those to too us use want was we were what whats
which while whom whose why will with wont would yes you your yours youre hello hi hey dear good morning
"""
STOP = frozenset(COMMON.split())


def lexemes(text: str) -> list[str]:
    """The stems of a text's words in their order, each followed by its meaning if it has one; words without one stay."""
    found: list[str] = []
    for word in WORD.findall(JOINED.sub("", folded(text))):
        if word in STOP:
            continue
        root = stem(word)
        found.append(root)
        if root in _meaning_of():
            found.append(_meaning_of()[root])
    return found


def indexed(question: str, answer: str) -> str:
    """What is stored with a row of training: words of the question count twice."""
    return " ".join([*lexemes(question), *lexemes(question), *lexemes(answer)])


def folded(text: str) -> str:
    """Small letters without accents."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).casefold()


def stem(word: str) -> str:
    root: str = _stemmer().stemWord(word)
    return root


@cache
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("english")


@cache
def _meaning_of() -> dict[str, str]:
    """By stem. A word with two meanings has the first."""
    made: dict[str, str] = {}
    for number, words in enumerate(meanings()):
        for word in words:
            made.setdefault(stem(word), f"{MEANING}{number}")
    return made
