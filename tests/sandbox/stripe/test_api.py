"""The API of the sandbox's Stripe: keys, parameters, idempotency, pages, expansion, and errors in Stripe's shapes."""

import httpx
import pytest
import stripe

from tests.support.fakes.sandbox import STRIPE_KEYS
from tests.support.fakes.stripe_shop import Shop

PUBLISHABLE = STRIPE_KEYS["STRIPE_PUBLISHABLE_KEY"]


def get(shop: Shop, path: str, key: str = STRIPE_KEYS["STRIPE_SECRET_KEY"], **headers: str) -> httpx.Response:
    authorization = {"Authorization": f"Bearer {key}"} if key else {}
    return httpx.get(f"{shop.sandbox.url}/v1/{path}", headers=authorization | headers)


@pytest.mark.parametrize(
    ("key", "detail"),
    [
        ("", "You did not provide an API key."),
        ("sk_test_of_somebody_else", "Invalid API Key provided: sk_test_************else"),
        (PUBLISHABLE, "This API call cannot be made with a publishable API key."),
    ],
)
def test_a_request_without_the_secret_key_gets_nothing(shop: Shop, key: str, detail: str) -> None:
    for path in ("customers", "events", "checkout/sessions"):
        reply = get(shop, path, key)
        assert (reply.status_code, reply.json()["error"]["type"]) == (401, "invalid_request_error")
        assert reply.json()["error"]["message"].startswith(detail)


def test_another_version_and_an_unknown_path_are_rejected(shop: Shop) -> None:
    assert get(shop, "customers", **{"Stripe-Version": "2020-08-27"}).status_code == 400
    assert get(shop, "customers", **{"Stripe-Version": stripe.api_version}).status_code == 200
    unknown = get(shop, "charges")
    assert (unknown.status_code, "Unrecognized request URL (GET: /v1/charges)" in unknown.text) == (404, True)


@pytest.mark.parametrize(
    ("path", "form", "param", "code"),
    [
        ("customers", {"nickname": "M"}, "nickname", "parameter_unknown"),
        ("customers", {"address[planet]": "Mars"}, "address[planet]", "parameter_unknown"),
        ("products", {}, "name", "parameter_missing"),
        ("prices", {"product": "prod_none", "currency": "usd", "unit_amount": "1"}, "product", "resource_missing"),
        ("subscriptions", {"customer": "cus_none"}, "customer", "resource_missing"),
        ("setup_intents", {"usage": "sometimes"}, "usage", None),
        ("payment_intents", {"amount": "ten", "currency": "usd"}, "amount", "parameter_invalid_integer"),
        ("checkout/sessions", {"mode": "payment", "success_url": "http://a.example"}, "mode", None),
    ],
)
def test_a_wrong_parameter_is_named_and_changes_nothing(
    shop: Shop, path: str, form: dict[str, str], param: str, code: str | None
) -> None:
    before = shop.event_types()
    headers = {"Authorization": f"Bearer {STRIPE_KEYS['STRIPE_SECRET_KEY']}", "Idempotency-Key": "again"}
    for _ in range(2):  # Stripe does not store validation errors under the idempotency key
        reply = httpx.post(f"{shop.sandbox.url}/v1/{path}", data=form, headers=headers)
        error = reply.json()["error"]
        assert (reply.status_code, error["type"], error["param"]) == (400, "invalid_request_error", param)
        assert (error.get("code"), "Idempotent-Replayed" in reply.headers) == (code, False)
    assert shop.event_types() == before


def test_an_unknown_object_is_not_found(shop: Shop) -> None:
    with pytest.raises(stripe.InvalidRequestError, match="No such customer: 'cus_none'") as missing:
        shop.v1.customers.retrieve("cus_none")
    assert (missing.value.http_status, missing.value.code, missing.value.param) == (404, "resource_missing", "id")
    with pytest.raises(stripe.InvalidRequestError, match="No such subscription"):
        shop.v1.subscriptions.retrieve(shop.customer().id)


def test_a_repeat_with_the_same_idempotency_key_changes_nothing(shop: Shop) -> None:
    first = shop.v1.customers.create({"name": "Maya"}, {"idempotency_key": "k"})
    again = shop.v1.customers.create({"name": "Maya"}, {"idempotency_key": "k"})
    assert again.id == first.id
    assert again.last_response
    assert again.last_response.headers["Idempotent-Replayed"] == "true"
    with pytest.raises(stripe.IdempotencyError, match="can only be used with the same parameters"):
        shop.v1.customers.create({"name": "Maya", "email": "m@a.example"}, {"idempotency_key": "k"})
    with pytest.raises(stripe.IdempotencyError):
        shop.v1.products.create({"name": "Maya"}, {"idempotency_key": "k"})
    assert shop.event_types("customer.created") == ["customer.created"]


def test_a_declined_card_is_declined_again_with_the_same_idempotency_key(shop: Shop) -> None:
    intent = shop.v1.setup_intents.create({"customer": shop.customer(None).id})
    for _ in range(2):
        with pytest.raises(stripe.CardError, match="Your card was declined") as error:
            shop.v1.setup_intents.confirm(
                intent.id, {"payment_method": "pm_card_visa_chargeDeclined"}, {"idempotency_key": "k"}
            )
        assert (error.value.http_status, error.value.code) == (402, "card_declined")
        assert error.value.error
        assert error.value.error.decline_code == "generic_decline"
        assert '"_' not in str(error.value.http_body)  # fields that start with "_" are internal to the sandbox
    assert shop.event_types("setup_intent.setup_failed") == ["setup_intent.setup_failed"]
    stored_intent = shop.v1.setup_intents.retrieve(intent.id)
    assert (stored_intent.status, stored_intent.payment_method) == ("requires_payment_method", None)
    assert stored_intent.last_setup_error
    assert stored_intent.last_setup_error.message == "Your card was declined."


def test_lists_have_pages_with_the_newest_first(shop: Shop) -> None:
    customer_ids = [shop.v1.customers.create({"name": str(number)}).id for number in range(5)]
    newest = customer_ids[::-1]
    first = shop.v1.customers.list({"limit": 2})
    assert ([each.id for each in first.data], first.has_more) == (newest[:2], True)
    rest = shop.v1.customers.list({"limit": 10, "starting_after": first.data[-1].id})
    assert ([each.id for each in rest.data], rest.has_more) == (newest[2:], False)
    before = shop.v1.customers.list({"limit": 2, "ending_before": customer_ids[0]})
    assert ([each.id for each in before.data], before.has_more) == (newest[2:4], True)
    assert [each.id for each in shop.v1.customers.list({"limit": 2}).auto_paging_iter()] == newest
    shop.sandbox.move_clock(days=1)
    late = shop.v1.customers.create({"name": "late"})
    assert [each.id for each in shop.v1.customers.list({"created": {"gte": late.created}}).data] == [late.id]
    with pytest.raises(stripe.InvalidRequestError, match="No such object: 'cus_none'"):
        shop.v1.customers.list({"starting_after": "cus_none"})


def test_expanded_objects_replace_their_ids(shop: Shop) -> None:
    subscription = shop.subscribe()
    expanded = shop.v1.subscriptions.retrieve(
        subscription.id, {"expand": ["customer.invoice_settings.default_payment_method", "latest_invoice.payments"]}
    )
    assert isinstance(expanded.customer, stripe.Customer)
    assert expanded.customer.invoice_settings
    assert isinstance(expanded.customer.invoice_settings.default_payment_method, stripe.PaymentMethod)
    assert isinstance(expanded.latest_invoice, stripe.Invoice)
    assert expanded.latest_invoice.payments is not None
    assert expanded.latest_invoice.payments.data == []  # nothing was due
    assert isinstance(shop.subscription(subscription.id).customer, str)
    for path in ("status", "colour", "customer.email"):
        with pytest.raises(stripe.InvalidRequestError, match="This property cannot be expanded"):
            shop.v1.subscriptions.retrieve(subscription.id, {"expand": [path]})


def test_metadata_is_set_and_removed_by_name(shop: Shop) -> None:
    customer = shop.v1.customers.create({"name": "Maya", "metadata": {"a": "1", "b": "2"}})
    updated = shop.v1.customers.update(customer.id, {"metadata": {"a": "", "c": "3"}})
    assert updated.to_dict()["metadata"] == {"b": "2", "c": "3"}
    assert shop.v1.customers.update(customer.id, {"metadata": "", "name": ""}).to_dict()["metadata"] == {}
    assert shop.v1.customers.retrieve(customer.id).name is None


def test_a_deleted_customer_has_no_subscription_and_no_data(shop: Shop) -> None:
    subscription = shop.subscribe()
    customer = str(subscription.customer)
    assert shop.v1.customers.delete(customer).deleted is True
    assert shop.v1.customers.retrieve(customer).to_dict() == {"id": customer, "object": "customer", "deleted": True}
    assert shop.v1.subscriptions.retrieve(subscription.id).status == "canceled"
    assert shop.v1.customers.list().data == []
    with pytest.raises(stripe.InvalidRequestError, match="No such customer"):
        shop.v1.setup_intents.create({"customer": customer})


def test_a_card_belongs_to_one_customer_and_keeps_its_fingerprint(shop: Shop) -> None:
    maya, ann = shop.customer(None), shop.customer(None)
    method = shop.v1.payment_methods.attach("pm_card_visa", {"customer": maya.id})
    with pytest.raises(stripe.InvalidRequestError, match="has already been attached to a customer"):
        shop.v1.payment_methods.attach(method.id, {"customer": ann.id})
    with pytest.raises(stripe.InvalidRequestError, match="does not have a payment method with that ID"):
        shop.v1.customers.update(ann.id, {"invoice_settings": {"default_payment_method": method.id}})
    same = shop.v1.payment_methods.attach("pm_card_visa", {"customer": ann.id})
    other = shop.v1.payment_methods.attach("pm_card_mastercard", {"customer": ann.id})
    assert method.card
    assert same.card
    assert other.card
    assert method.card.fingerprint == same.card.fingerprint != other.card.fingerprint
    assert [each.id for each in shop.v1.customers.payment_methods.list(ann.id).data] == [other.id, same.id]
    assert shop.v1.payment_methods.detach(method.id).customer is None
    with pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        shop.v1.payment_methods.attach(method.id, {"customer": maya.id})


def test_a_client_secret_gives_access_to_its_own_intent_only(shop: Shop) -> None:
    page = shop.sandbox.client(PUBLISHABLE).v1
    mine, other = (shop.v1.setup_intents.create() for _ in range(2))
    with pytest.raises(stripe.InvalidRequestError, match="No such setupintent"):
        page.setup_intents.retrieve(mine.id, {"client_secret": str(other.client_secret)})
    with pytest.raises(stripe.InvalidRequestError, match="Missing required param: client_secret"):
        page.setup_intents.confirm(mine.id, {"payment_method": "pm_card_visa"})
    assert page.setup_intents.retrieve(mine.id, {"client_secret": str(mine.client_secret)}).id == mine.id
    assert shop.v1.setup_intents.retrieve(mine.id).status == "requires_payment_method"
