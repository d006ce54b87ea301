"""Products and prices."""

from sandbox.stripe import lists
from sandbox.stripe.account import Account
from sandbox.stripe.errors import Json, invalid
from sandbox.stripe.ids import new_id
from sandbox.stripe.params import Params

INTERVALS = ("day", "week", "month", "year")


def create_product(account: Account, params: Params) -> Json:
    now = account.now()
    product: Json = {
        "id": params.text("id") or new_id("prod", 14),
        "object": "product",
        "active": True,
        "created": now,
        "default_price": None,
        "description": None,
        "images": [],
        "livemode": False,
        "marketing_features": [],
        "metadata": {},
        "name": params.need("name"),
        "package_dimensions": None,
        "shippable": None,
        "statement_descriptor": None,
        "tax_code": None,
        "type": "service",
        "unit_label": None,
        "updated": now,
        "url": None,
    }
    if account.store.find(product["id"]) is not None:
        raise invalid("Product already exists.", param="id", code="resource_already_exists")
    account.store.add(product)
    _set_product(params, product)
    if "default_price_data" in params:
        product["default_price"] = _add_price(account, params.inner("default_price_data"), product["id"])["id"]
    account.emit("product.created", product)
    return product


def retrieve_product(account: Account, params: Params, id: str) -> Json:
    return account.get("product", id)


def update_product(account: Account, params: Params, id: str) -> Json:
    product = account.get("product", id)
    with account.updating(product, "product.updated"):
        product["name"] = params.text("name") or product["name"]
        _set_product(params, product)
        if price := params.text("default_price"):
            product["default_price"] = account.get("price", price, param="default_price")["id"]
    return product


def listed_products(account: Account, params: Params) -> Json:
    active, ids = params.flag("active"), params.texts("ids")
    products = [
        each
        for each in account.store.all("product")
        if active in {None, each["active"]} and (not ids or each["id"] in ids)
    ]
    return lists.page(params, "/v1/products", products)


def create_price(account: Account, params: Params) -> Json:
    if "product_data" in params:
        given = params.inner("product_data")
        product = create_product(account, given)["id"]
    else:
        product = account.get("product", params.need("product"), param="product")["id"]
    return _add_price(account, params, product)


def retrieve_price(account: Account, params: Params, id: str) -> Json:
    return account.get("price", id)


def update_price(account: Account, params: Params, id: str) -> Json:
    price = account.get("price", id)
    with account.updating(price, "price.updated"):
        _set_price(account, params, price)
    return price


def listed_prices(account: Account, params: Params) -> Json:
    active, product, kind = (
        params.flag("active"),
        params.text("product"),
        params.one_of("type", "recurring", "one_time"),
    )
    keys = params.texts("lookup_keys")
    prices = [
        each
        for each in account.store.all("price")
        if active in {None, each["active"]}
        and product in {None, each["product"]}
        and kind in {None, each["type"]}
        and (not keys or each["lookup_key"] in keys)
    ]
    return lists.page(params, "/v1/prices", prices)


def plan_of(price: Json) -> Json:
    """Return the older `plan` object of a price, which subscription items still contain."""
    recurring = price["recurring"]
    return {
        "id": price["id"],
        "object": "plan",
        "active": price["active"],
        "amount": price["unit_amount"],
        "amount_decimal": price["unit_amount_decimal"],
        "billing_scheme": "per_unit",
        "created": price["created"],
        "currency": price["currency"],
        "interval": recurring["interval"],
        "interval_count": recurring["interval_count"],
        "livemode": False,
        "metadata": price["metadata"],
        "meter": None,
        "nickname": price["nickname"],
        "product": price["product"],
        "tiers_mode": None,
        "transform_usage": None,
        "trial_period_days": None,
        "usage_type": "licensed",
    }


def _add_price(account: Account, params: Params, product: str) -> Json:
    recurring = params.inner("recurring")
    amount = params.number("unit_amount")
    if amount is None:
        raise invalid("Missing required param: unit_amount.", param="unit_amount", code="parameter_missing")
    price = account.store.add(
        {
            "id": new_id("price"),
            "object": "price",
            "active": True,
            "billing_scheme": "per_unit",
            "created": account.now(),
            "currency": params.need("currency").lower(),
            "custom_unit_amount": None,
            "livemode": False,
            "lookup_key": None,
            "metadata": {},
            "nickname": None,
            "product": product,
            "recurring": _recurring(recurring) if "recurring" in params else None,
            "tax_behavior": "unspecified",
            "tiers_mode": None,
            "transform_quantity": None,
            "type": "recurring" if "recurring" in params else "one_time",
            "unit_amount": amount,
            "unit_amount_decimal": str(amount),
        }
    )
    _set_price(account, params, price)
    account.emit("price.created", price)
    return price


def _recurring(given: Params) -> Json:
    given.need("interval")
    given.one_of("usage_type", "licensed")
    return {
        "interval": given.one_of("interval", *INTERVALS),
        "interval_count": given.number("interval_count", low=1, high=36) or 1,
        "meter": None,
        "trial_period_days": None,
        "usage_type": "licensed",
    }


def _set_product(params: Params, product: Json) -> None:
    params.put(product, "description", "url", "unit_label", "statement_descriptor")
    product["metadata"] = params.metadata(product["metadata"])
    product["active"] = _flag(params, product["active"])
    if "images" in params:
        product["images"] = params.texts("images")
    if "marketing_features" in params:
        product["marketing_features"] = [{"name": each.need("name")} for each in params.each("marketing_features")]


def _set_price(account: Account, params: Params, price: Json) -> None:
    params.put(price, "nickname")
    price["metadata"] = params.metadata(price["metadata"])
    price["active"] = _flag(params, price["active"])
    is_moved = params.flag("transfer_lookup_key")
    if (key := params.text("lookup_key")) is not None:
        for other in account.store.all("price"):
            if key and other["lookup_key"] == key and other is not price:
                if not is_moved:
                    message = f"A price (`{other['id']}`) already uses that lookup key."
                    raise invalid(message, param="lookup_key")
                other["lookup_key"] = None
        price["lookup_key"] = key or None


def _flag(params: Params, before: bool) -> bool:
    value = params.flag("active")
    return before if value is None else value
