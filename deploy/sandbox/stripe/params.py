"""Parses the requests of Stripe's clients (forms with brackets), and rejects unknown parameters and wrong types."""

from collections.abc import Iterator
from typing import Self
from urllib.parse import parse_qsl

from sandbox.stripe.errors import Json, invalid

UNSET = ""  # a client unsets a value with an empty text


def nested(text: str) -> Json:
    """Parse `items[0][price]=p&metadata[a]=b` to {"items": {"0": {"price": "p"}}, "metadata": {"a": "b"}}."""
    result: Json = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        head, *rest = name.replace("]", "").split("[")
        inside, key = result, head
        for part in rest:
            deeper = inside.setdefault(key, {})
            if not isinstance(deeper, dict):
                raise invalid(f"Invalid {key}", param=key)
            inside, key = deeper, part or str(len(deeper))
        inside[key] = value
    return result


class Params:
    """The parameters of a call. Each method reads one; `done` rejects those that no method has read."""

    def __init__(self, given: Json, within: str = "") -> None:
        self._given, self._within = given, within
        self._taken: set[str] = set()
        self._inside: list[Self] = []

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def path(self, name: str) -> str:
        return f"{self._within}[{name}]" if self._within else name

    def text(self, name: str) -> str | None:
        self._taken.add(name)
        value = self._given.get(name)
        if isinstance(value, dict):
            raise invalid(f"Invalid string: {value}", param=self.path(name))
        return value

    def need(self, name: str) -> str:
        value = self.text(name)
        if not value:
            path = self.path(name)
            raise invalid(f"Missing required param: {path}.", param=path, code="parameter_missing")
        return value

    def number(self, name: str, *, low: int = 0, high: int = 2**53) -> int | None:
        value = self.text(name)
        if value is None or value == UNSET:
            return None
        if not value.removeprefix("-").isdecimal():
            raise invalid(f"Invalid integer: {value}", param=self.path(name), code="parameter_invalid_integer")
        if not low <= int(value) <= high:
            message = f"This value must be greater than or equal to {low} and at most {high}."
            raise invalid(message, param=self.path(name), code="parameter_invalid_integer")
        return int(value)

    def flag(self, name: str) -> bool | None:
        value = self.one_of(name, "true", "false")
        return None if value is None else value == "true"

    def one_of(self, name: str, *choices: str) -> str | None:
        value = self.text(name)
        if value is not None and value not in choices:
            listed = choices[0] if len(choices) == 1 else f"{', '.join(choices[:-1])}, or {choices[-1]}"
            raise invalid(f"Invalid {self.path(name)}: must be one of {listed}", param=self.path(name))
        return value

    def inner(self, name: str) -> Self:
        """Return the parameters nested below `name`; empty if it is absent."""
        self._taken.add(name)
        value = self._given.get(name, {})
        if not isinstance(value, dict):
            if value != UNSET:
                raise invalid("Invalid object", param=self.path(name))
            value = {}
        below = type(self)(value, self.path(name))
        self._inside.append(below)
        return below

    def each(self, name: str) -> list[Self]:
        """Return the list `name` of objects."""
        listed = self.inner(name)
        return [listed.inner(index) for index in listed.names()]

    def texts(self, name: str) -> list[str]:
        """Return the list `name` of texts."""
        listed = self.inner(name)
        return [listed.need(index) for index in listed.names()]

    def names(self) -> Iterator[str]:
        yield from self._given

    def metadata(self, before: Json) -> Json:
        """Return the metadata after this call: named keys are set, and an empty text removes a key."""
        if "metadata" in self and self._given["metadata"] == UNSET:
            self._taken.add("metadata")
            return {}
        given = self.inner("metadata")
        merged = before | {name: given.text(name) for name in given.names()}
        return {name: value for name, value in merged.items() if value != UNSET}

    def put(self, document: Json, *names: str) -> None:
        """Set the named texts that are given; an empty text sets None."""
        for name in names:
            if name in self:
                document[name] = self.text(name) or None

    def done(self) -> None:
        unknown = [self.path(name) for name in self._given if name not in self._taken]
        if unknown:
            noun = "parameters" if len(unknown) > 1 else "parameter"
            raise invalid(f"Received unknown {noun}: {', '.join(unknown)}", param=unknown[0], code="parameter_unknown")
        for below in self._inside:
            below.done()
