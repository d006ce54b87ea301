"""The words by which training is found, the same on every store: folded, cut to their stems, and what they mean. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import snowballstemmer

from chatbots.thesaurus import meanings

# Letters and digits of any script.
WORD = re.compile(r"[^\W_]+")
JOINED = re.compile(r"(?<=\w)['’-](?=\w)")
# A meaning is told from a word by this beginning: no stem has it.
MEANING = "xx"
COMMON = """
a about am an and any are as at be been being but by can could did do does doing done for from get gets getting
give go goes going got had has have having he her here hers him his how i id if ill im in into is isnt it its ive just
let like may me might mine must my need needs no not of off ok on one or our ours out please shall she should so some
such than thank thanks that the their them then there these they this those to too us use want was we were what whats
which while whom whose why will with wont would yes you your yours youre hello hi hey dear good come
comes coming make makes making somebody someone anybody anyone something anything thing things along now under still also very really ever up down out over off then people possible
"""
STOP = frozenset(COMMON.split())
# They stand between words that belong together: to send something back.
FILLING = frozenset(
    [
        "a",
        "an",
        "the",
        "it",
        "them",
        "him",
        "her",
        "me",
        "us",
        "my",
        "your",
        "our",
        "their",
        "this",
        "that",
        "these",
        "those",
        "something",
        "things",
    ]
)


def concepts(text: str) -> list[tuple[str, ...]]:
    """What a question speaks of, in its order: each word's stem with its meanings, or what two words mean together."""
    found: list[tuple[str, ...]] = []
    is_told = False
    for together, alone in _read(text):
        if together:
            found.append(together)
        elif alone and not is_told:
            found.append(alone)
        is_told = bool(together)
    return found


def lexemes(text: str) -> list[str]:
    """The stems of a text's words and their meanings, in their order; words that say nothing by themselves go."""
    return [one for together, alone in _read(text) for one in (*together, *alone)]


def _read(text: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each word: what it means together with the next one, and its stem with its meanings."""
    words = [word for word in WORD.findall(JOINED.sub("", folded(text))) if word not in FILLING]
    roots = [stem(word) for word in words]
    for word, root, after in zip(words, roots, [*roots, ""][1:], strict=True):
        alone = () if word in STOP else (root, *_meanings_of().get(root, ()))
        yield _meanings_of().get(f"{root}_{after}", ()), alone


def indexed(question: str, answer: str) -> str:
    """What is stored with a row of training: words of the question count twice."""
    return " ".join([*lexemes(question) * 2, *lexemes(answer)])


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
def _meanings_of() -> dict[str, tuple[str, ...]]:
    """By stem, or by two stems that are joined."""
    made: dict[str, list[str]] = {}
    for words in meanings():
        for word in dict.fromkeys("_".join(map(stem, word.split("_"))) for word in words):
            made.setdefault(word, []).append(MEANING + words[0].replace("_", ""))
    return {word: tuple(found) for word, found in made.items()}
