"""The words of a text for full-text search, case-folded and stemmed, the same for both databases. Pure."""

import re
import unicodedata
from functools import cache

import snowballstemmer

from core.text import with_few_marks

# Letters and digits of any script.
WORD = re.compile(r"[^\W_]+")
JOINED = re.compile(r"(?<=\w)['’-](?=\w)")
# English stop words: words with a grammatical function only, and greetings.
FUNCTION_WORDS = frozenset(
    [
        "a",
        "about",
        "after",
        "again",
        "all",
        "also",
        "am",
        "an",
        "and",
        "any",
        "are",
        "arent",
        "as",
        "at",
        "be",
        "because",
        "been",
        "before",
        "being",
        "between",
        "both",
        "but",
        "by",
        "can",
        "cannot",
        "cant",
        "could",
        "did",
        "didnt",
        "do",
        "does",
        "doesnt",
        "doing",
        "done",
        "dont",
        "during",
        "each",
        "either",
        "else",
        "for",
        "from",
        "further",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "here",
        "hers",
        "him",
        "his",
        "how",
        "i",
        "id",
        "if",
        "ill",
        "im",
        "in",
        "into",
        "is",
        "isnt",
        "it",
        "its",
        "ive",
        "just",
        "may",
        "me",
        "might",
        "more",
        "most",
        "must",
        "my",
        "no",
        "nor",
        "not",
        "of",
        "off",
        "on",
        "once",
        "only",
        "or",
        "other",
        "ought",
        "our",
        "ours",
        "out",
        "over",
        "own",
        "per",
        "same",
        "shall",
        "she",
        "should",
        "so",
        "some",
        "such",
        "than",
        "that",
        "thats",
        "the",
        "their",
        "theirs",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "though",
        "through",
        "to",
        "too",
        "under",
        "until",
        "up",
        "upon",
        "us",
        "very",
        "was",
        "we",
        "were",
        "what",
        "whats",
        "when",
        "where",
        "whether",
        "which",
        "while",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "within",
        "without",
        "wont",
        "would",
        "yes",
        "you",
        "your",
        "youre",
        "yours",
        "bye",
        "hello",
        "hey",
        "hi",
        "ok",
        "okay",
        "please",
        "thank",
        "thanks",
    ]
)


def lexemes(text: str) -> list[str]:
    """The stems of a text's words, in order, without `FUNCTION_WORDS`."""
    words = WORD.findall(JOINED.sub("", folded(text)))
    return [_stem(word) for word in words if word not in FUNCTION_WORDS]


def indexed(question: str, answer: str) -> str:
    """The lexemes to store with a training row. Words of the question count twice."""
    return " ".join([*lexemes(question) * 2, *lexemes(answer)])


def folded(text: str) -> str:
    """`text` case-folded and without accents."""
    decomposed = unicodedata.normalize("NFKD", with_few_marks(text))
    return "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()


def _stem(word: str) -> str:
    root: str = _stemmer().stemWord(word)
    return root


@cache
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("english")
