"""Validates JSON against the types of the `stripe` package, field by field."""

import ast
import inspect
import sys
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib import import_module
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

import stripe
from stripe import ListObject, StripeObject
from stripe._stripe_object import UntypedStripeObject

KINDS: dict[str, type[StripeObject]] = {
    kind.OBJECT_NAME: kind
    for kind in (
        stripe.Customer,
        stripe.Event,
        stripe.Invoice,
        stripe.InvoiceLineItem,
        stripe.InvoicePayment,
        stripe.LineItem,
        stripe.PaymentIntent,
        stripe.PaymentMethod,
        stripe.Plan,
        stripe.Price,
        stripe.Product,
        stripe.SetupIntent,
        stripe.Subscription,
        stripe.SubscriptionItem,
        stripe.billing_portal.Configuration,
        stripe.billing_portal.Session,
        stripe.checkout.Session,
    )
}


def breaches(value: Any, kind: type[StripeObject], at: str = "") -> list[str]:
    """The differences between `value` and the type: unknown fields, missing fields, wrong values."""
    at = at or kind.__name__
    if not isinstance(value, dict):
        return [f"{at}: {value!r} is no object"]
    fields = _fields(kind.__module__, kind.__qualname__)
    problems = [f"{at}.{name}: no such field" for name in value.keys() - fields.keys()]
    for name, hint in fields.items():
        if name in value:
            problems += _check(value[name], hint, f"{at}.{name}")
        elif NoneType not in get_args(hint):
            problems.append(f"{at}.{name}: missing")
    return problems


def _check(value: Any, hint: Any, at: str) -> list[str]:
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any:
        return []
    if origin in {Union, UnionType}:
        return _check_union(value, inside, at)
    if origin is Literal:
        return [] if value in inside else [f"{at}: {value!r} is none of {inside}"]
    if origin is list:
        return _check_each(value, inside[0], at) if isinstance(value, list) else [f"{at}: {value!r} is no list"]
    if origin is ListObject:
        return _check_list(value, inside[0], at)
    if origin is UntypedStripeObject:
        return _check_each(list(value.values()), inside[0], at) if isinstance(value, dict) else [f"{at}: no object"]
    if hint is Decimal:
        return [] if isinstance(value, str) and _is_decimal(value) else [f"{at}: {value!r} is no decimal"]
    if isinstance(hint, type) and issubclass(hint, StripeObject):
        return breaches(value, hint, at)
    fits = type(value) is hint or (hint is float and type(value) is int)
    return [] if fits else [f"{at}: {value!r} is no {hint}"]


def _check_union(value: Any, hints: tuple[Any, ...], at: str) -> list[str]:
    """Check a union. Only its literals are valid, although the package adds `str` for future values."""
    if any(get_origin(hint) is Literal for hint in hints) and isinstance(value, str):
        hints = tuple(hint for hint in hints if hint is not str)
    if isinstance(value, dict) and "object" in value:
        hints = tuple(hint for hint in hints if hint is KINDS.get(value["object"])) or hints
    results = [_check(value, hint, at) for hint in hints]
    return min(results, key=len) if all(results) else []


def _check_each(values: list[Any], hint: Any, at: str) -> list[str]:
    return [problem for place, value in enumerate(values) for problem in _check(value, hint, f"{at}[{place}]")]


def _check_list(value: Any, hint: Any, at: str) -> list[str]:
    if not isinstance(value, dict) or value.keys() != {"object", "data", "has_more", "url"}:
        return [f"{at}: {value!r} is no list of Stripe's"]
    return _check_each(value["data"], hint, at)


def _is_decimal(text: str) -> bool:
    try:
        return Decimal(text).is_finite()
    except InvalidOperation:
        return False


@cache
def _fields(module: str, kind: str) -> dict[str, Any]:
    annotations = vars(attrgetter(kind)(sys.modules[module])).get("__annotations__", {})
    stated = {name: hint for name, hint in annotations.items() if not name.startswith("_")}
    names = _names(module)
    hints = get_type_hints(type("Stated", (), {"__annotations__": stated}), names, names)
    return {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar}


@cache
def _names(module: str) -> dict[str, Any]:
    """The names in a module of the package, including its imports for type checkers."""
    names = dict(vars(sys.modules[module]))
    for node in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("stripe"):
            imported = import_module(node.module)
            names |= {alias.asname or alias.name: getattr(imported, alias.name) for alias in node.names}
    return names
