"""Payment methods: cards by brand and last digits, each used once or attached to one customer."""

from sandbox.stripe import lists
from sandbox.stripe.account import Account
from sandbox.stripe.cards.cards import CARDS, Card, decline_error, parse_card, shape_of
from sandbox.stripe.errors import Json, StripeError, invalid
from sandbox.stripe.ids import new_id
from sandbox.stripe.params import Params

ADDRESS = ("city", "country", "line1", "line2", "postal_code", "state")
ALREADY_USED = (
    "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, "
    "and may not be used again."
)


def create(account: Account, params: Params) -> Json:
    """Create a payment method from a typed card or one of Stripe's test tokens."""
    params.one_of("type", "card")
    return create_from_card(account, params.inner("card"), params)


def create_from_card(account: Account, card: Params, holder: Params) -> Json:
    """Create a payment method from a card and the `billing_details` of its holder."""
    if token := card.text("token"):
        name = token.replace("tok_", "pm_card_", 1)
        if name not in CARDS:
            raise invalid(f"No such token: '{token}'", param="card[token]", code="resource_missing")
        return _add(account, CARDS[name], _test_card_details(account), _billing(holder))
    test_card, details = parse_card(card, account.now())
    return _add(account, test_card, details, _billing(holder))


def retrieve(account: Account, params: Params, id: str) -> Json:
    return account.get("payment_method", id)


def update(account: Account, params: Params, id: str) -> Json:
    method = account.get("payment_method", id)
    with account.updating(method, "payment_method.updated"):
        method["metadata"] = params.metadata(method["metadata"])
        if "billing_details" in params:
            method["billing_details"] |= _billing(params)
    return method


def listed(account: Account, params: Params) -> Json:
    return _of_customer(account, params, account.customer(params.need("customer"))["id"], "/v1/payment_methods")


def listed_of(account: Account, params: Params, customer: str) -> Json:
    account.customer(customer, param="id")
    return _of_customer(account, params, customer, f"/v1/customers/{customer}/payment_methods")


def retrieve_of(account: Account, params: Params, customer: str, id: str) -> Json:
    return attached_method(account, id, account.customer(customer, param="id")["id"], param="id")


def attach(account: Account, params: Params, id: str) -> Json:
    return attach_to(account, id, account.customer(params.need("customer")))


def detach(account: Account, params: Params, id: str) -> Json:
    method = account.get("payment_method", id)
    if method["customer"] is None:
        raise invalid("The payment method you provided is not attached to a customer so detachment is impossible.")
    release(account, method)
    return method


def resolve(account: Account, id: str, *, param: str = "payment_method") -> Json:
    """Return a payment method by its id, or a new one for a test name such as pm_card_visa."""
    if id in CARDS:
        return _add(account, CARDS[id], _test_card_details(account), _no_billing())
    return account.get("payment_method", id, param=param)


def attached_method(account: Account, id: str, customer: str, *, param: str) -> Json:
    """Return a payment method of this customer. Raises `StripeError` for another customer's."""
    method = account.get("payment_method", id, param=param)
    if method["customer"] != customer:
        message = f"No such PaymentMethod: '{id}'; the customer does not have a payment method with that ID."
        raise invalid(message, param=param, code="resource_missing")
    return method


def attach_to(account: Account, id: str, customer: Json) -> Json:
    method = resolve(account, id)
    card = card_of(method)
    if card.decline_error is not None and not card.fails_on_charge:
        raise StripeError(402, decline_error(card.decline_error))
    ensure_attached(account, method, customer["id"])
    return method


def ensure_attached(account: Account, method: Json, customer: str) -> None:
    """Attach the payment method to this customer, unless it is attached already."""
    if method["customer"] == customer:
        return
    if method["customer"] is not None:
        raise invalid("The payment method you provided has already been attached to a customer.")
    if method["_is_spent"]:
        raise invalid(ALREADY_USED)
    method["customer"] = customer
    if method["card"]["checks"]["cvc_check"] == "unchecked":
        method["card"]["checks"]["cvc_check"] = "pass"
    account.emit("payment_method.attached", method)


def release(account: Account, method: Json) -> None:
    """Detach the payment method from its customer permanently, and remove it as a default."""
    owner = method["customer"]
    if customer := account.store.find(owner, "customer"):
        settings = customer.get("invoice_settings", {})
        if settings.get("default_payment_method") == method["id"]:
            with account.updating(customer, "customer.updated"):
                settings["default_payment_method"] = None
    for subscription in account.store.all("subscription", owner):
        if subscription["default_payment_method"] == method["id"]:
            subscription["default_payment_method"] = None
    method["customer"], method["_is_spent"] = None, True
    account.emit("payment_method.detached", method, {"customer": owner})


def kinds(params: Params, name: str) -> list[str]:
    """Return the kinds of payment methods. Raises `StripeError` for others than cards."""
    names = params.texts(name)
    if set(names) - {"card"}:
        raise invalid("This fake supports only cards.", param=name)
    return names


def card_of(method: Json) -> Card:
    """Return the test card, which defines how a payment method behaves."""
    return CARDS[method["_card"]]


def _add(account: Account, card: Card, details: Json, billing: Json) -> Json:
    return account.store.add(
        {
            "id": new_id("pm"),
            "object": "payment_method",
            "allow_redisplay": "unspecified",
            "billing_details": billing,
            "card": shape_of(card, details),
            "created": account.now(),
            "customer": None,
            "customer_account": None,
            "livemode": False,
            "metadata": {},
            "type": "card",
            "_card": next(name for name, each in CARDS.items() if each is card),
            "_is_spent": False,
            "_is_set_up": False,
        }
    )


def _test_card_details(account: Account) -> Json:
    """Return the expiry and code check of a test card."""
    return {"exp_month": 12, "exp_year": 1970 + account.now() // 31_556_952 + 3, "cvc_check": "pass"}


def _no_billing() -> Json:
    address = dict.fromkeys(ADDRESS)
    return {"address": address, "email": None, "name": None, "phone": None, "tax_id": None}


def _billing(params: Params) -> Json:
    given, billing = params.inner("billing_details"), _no_billing()
    given.put(billing, "email", "name", "phone")
    address = given.inner("address")
    billing["address"] |= {name: address.text(name) or None for name in ADDRESS}
    return billing


def _of_customer(account: Account, params: Params, customer: str, url: str) -> Json:
    params.one_of("type", "card")
    return lists.page(params, url, account.store.all("payment_method", customer))
