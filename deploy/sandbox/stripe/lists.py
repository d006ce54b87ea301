"""Pagination of lists, and expansion of ids to objects."""

from collections.abc import Callable, Iterable

from sandbox.stripe.account import Account
from sandbox.stripe.errors import Json, invalid
from sandbox.stripe.params import Params

DEPTH_MAX = 4
# Expandable fields that are not stored as ids: (kind, name) -> function that creates the value.
ComputeField = Callable[[Account, Json], Json | None]
COMPUTED_FIELDS: dict[tuple[str, str], ComputeField] = {}


def computed(kind: str, name: str) -> Callable[[ComputeField], ComputeField]:
    def register(compute: ComputeField) -> ComputeField:
        COMPUTED_FIELDS[kind, name] = compute
        return compute

    return register


def page(params: Params, url: str, documents: Iterable[Json]) -> Json:
    """Return the page of a list, newest first, for `limit`, `starting_after`, `ending_before` and `created`."""
    limit = params.number("limit", low=1, high=100) or 10
    after, before = params.text("starting_after"), params.text("ending_before")
    rows = _created_within(params, list(documents))
    positions = {row["id"]: position for position, row in enumerate(rows)}
    for name, cursor in (("starting_after", after), ("ending_before", before)):
        if cursor and cursor not in positions:
            raise invalid(f"No such object: '{cursor}'", param=name, code="resource_missing")
    if before:
        start = max(positions[before] - limit, 0)
        return _list(url, rows[start : positions[before]], has_more=start > 0)
    start = positions[after] + 1 if after else 0
    return _list(url, rows[start : start + limit], has_more=start + limit < len(rows))


def embedded(url: str, rows: Iterable[Json]) -> Json:
    """Return a complete list that is embedded in an object."""
    return _list(url, list(rows), has_more=False)


def expand(account: Account, document: Json, paths: list[str]) -> Json:
    """Return `document` with the ids at these dotted paths replaced by objects. Raises `StripeError` for others."""
    for path in paths:
        names = path.split(".")
        if len([name for name in names if name != "data"]) > DEPTH_MAX:
            raise invalid(f"You cannot expand more than {DEPTH_MAX} levels of a property", param="expand")
        _expand(account, document, names, path)
    return document


def _expand(account: Account, document: Json, names: list[str], path: str) -> None:
    name, rest = names[0], names[1:]
    value = document.get(name)
    compute = COMPUTED_FIELDS.get((document.get("object", ""), name))
    if compute is not None and (value is None or isinstance(value, str)):
        value = document[name] = compute(account, document)
    elif isinstance(value, str):
        target = account.store.find(value)
        if target is None:
            raise _not_expandable(path)
        value = document[name] = dict(target)
    elif name not in document:
        raise _not_expandable(path)
    for inside in value if isinstance(value, list) else [value]:
        if rest and isinstance(inside, dict):
            _expand(account, inside, rest, path)


def _not_expandable(path: str) -> Exception:
    return invalid(f"This property cannot be expanded ({path}).", param="expand")


def _created_within(params: Params, rows: list[Json]) -> list[Json]:
    if "created" not in params:
        return rows
    created = params.inner("created")
    over, since = created.number("gt"), created.number("gte")
    under, until = created.number("lt"), created.number("lte")
    return [
        row
        for row in rows
        if (over is None or row["created"] > over)
        and (since is None or row["created"] >= since)
        and (under is None or row["created"] < under)
        and (until is None or row["created"] <= until)
    ]


def _list(url: str, rows: list[Json], *, has_more: bool) -> Json:
    return {"object": "list", "data": rows, "has_more": has_more, "url": url}
