"""Customers and their default cards."""

from sandbox.stripe import lists
from sandbox.stripe.account import Account
from sandbox.stripe.billing import subscriptions
from sandbox.stripe.cards import methods
from sandbox.stripe.errors import Json
from sandbox.stripe.ids import new_id
from sandbox.stripe.params import Params

TEXTS = ("email", "name", "phone", "description")
ADDRESS = ("city", "country", "line1", "line2", "postal_code", "state")


def create(account: Account, params: Params) -> Json:
    customer: Json = {
        "id": new_id("cus", 14),
        "object": "customer",
        "address": None,
        "balance": 0,
        "created": account.now(),
        "currency": None,
        "default_source": None,
        "delinquent": False,
        "description": None,
        "discount": None,
        "email": None,
        "invoice_prefix": new_id("", 8).removeprefix("_").upper(),
        "invoice_settings": {
            "custom_fields": None,
            "default_payment_method": None,
            "footer": None,
            "rendering_options": None,
        },
        "livemode": False,
        "metadata": {},
        "name": None,
        "next_invoice_sequence": 1,
        "phone": None,
        "preferred_locales": [],
        "shipping": None,
        "tax_exempt": "none",
        "test_clock": None,
    }
    account.store.add(customer)
    _set(account, customer, params)
    if method := params.text("payment_method"):
        methods.attach_to(account, method, customer)
        _default(account, customer, params)
    account.emit("customer.created", customer)
    return customer


def retrieve(account: Account, params: Params, id: str) -> Json:
    return account.get("customer", id)


def update(account: Account, params: Params, id: str) -> Json:
    customer = account.customer(id, param="id")
    with account.updating(customer, "customer.updated"):
        _set(account, customer, params)
        _default(account, customer, params)
    return customer


def delete(account: Account, params: Params, id: str) -> Json:
    """Delete a customer and end its subscriptions."""
    customer = account.customer(id, param="id")
    for subscription in account.store.all("subscription", id):
        if subscription["status"] not in subscriptions.ENDED:
            subscriptions.end(account, subscription, reason="cancellation_requested")
    for method in account.store.all("payment_method", id):
        methods.release(account, method)
    account.emit("customer.deleted", customer)
    tombstone = {"id": id, "object": "customer", "deleted": True}
    customer.clear()
    customer.update(tombstone)
    return customer


def listed(account: Account, params: Params) -> Json:
    email = params.text("email")
    customers = [each for each in account.store.all("customer") if "deleted" not in each]
    return lists.page(params, "/v1/customers", [each for each in customers if email in {None, each["email"]}])


def _set(account: Account, customer: Json, params: Params) -> None:
    params.put(customer, *TEXTS)
    customer["metadata"] = params.metadata(customer["metadata"])
    if "address" in params:
        given = params.inner("address")
        customer["address"] = {name: given.text(name) for name in ADDRESS}


def _default(account: Account, customer: Json, params: Params) -> None:
    given = params.inner("invoice_settings")
    if "default_payment_method" in given:
        id = given.text("default_payment_method") or None
        if id is not None:
            methods.attached_method(account, id, customer["id"], param="invoice_settings[default_payment_method]")
        customer["invoice_settings"]["default_payment_method"] = id


@lists.computed("customer", "subscriptions")
def _subscriptions(account: Account, customer: Json) -> Json:
    rows = account.store.all("subscription", customer["id"])
    living = [each for each in rows if each["status"] not in subscriptions.ENDED]
    return lists.embedded(f"/v1/customers/{customer['id']}/subscriptions", living)
