"""Sessions of the billing portal: the customer, the expiry, and the return address."""

from sandbox.stripe import lists
from sandbox.stripe.account import Account
from sandbox.stripe.billing import invoices, subscription_calls, subscription_shape, subscriptions
from sandbox.stripe.cards import methods, setups
from sandbox.stripe.cards.cards import card_from_form
from sandbox.stripe.errors import Json, invalid
from sandbox.stripe.ids import new_id
from sandbox.stripe.params import Params

CONFIGURATION = "bpc_sandbox"
OPEN_FOR_S = 3600
FLOWS = ("payment_method_update", "subscription_cancel")


def create(account: Account, params: Params) -> Json:
    customer = account.customer(params.need("customer"))
    id = new_id("bps")
    configuration = _configuration(account)
    if (named := params.text("configuration")) not in {None, configuration["id"]}:
        raise invalid(f"No such configuration: '{named}'", param="configuration", code="resource_missing")
    session = {
        "id": id,
        "object": "billing_portal.session",
        "configuration": configuration["id"],
        "created": account.now(),
        "customer": customer["id"],
        "customer_account": None,
        "flow": None,
        "livemode": False,
        "locale": params.text("locale"),
        "on_behalf_of": None,
        "return_url": params.text("return_url"),
        "url": f"{account.address}/p/session/{new_id('test', 40)}",
    }
    session |= {"_check": None, "_is_done": False}
    session["_path"] = str(session["url"]).removeprefix(account.address)
    if "flow_data" in params:
        session["flow"] = _flow(account, params.inner("flow_data"), customer["id"])
    account.store.add(session)
    account.emit("billing_portal.session.created", session)
    return session


def open_session(account: Account, path: str) -> Json | None:
    """Return the session of a page's path, or None if it has expired."""
    for session in account.store.all("billing_portal.session"):
        if session["_path"] == path and account.now() < session["created"] + OPEN_FOR_S:
            return session
    return None


def plan_end(account: Account, subscription: Json) -> None:
    """Cancel a subscription at the end of its period. In the flexible billing mode the portal sets `cancel_at` and
    leaves `cancel_at_period_end` false."""
    with account.updating(subscription, "customer.subscription.updated"):
        end = subscription_shape.end_of(subscription)
        subscription_calls.plan_end(account, subscription, at_period_end=False, at=end)


def undo_end(account: Account, subscription: Json) -> None:
    """Undo the planned cancellation of a subscription."""
    with account.updating(subscription, "customer.subscription.updated"):
        subscription_calls.plan_end(account, subscription, at_period_end=False, at=None)


def change_card(account: Account, session: Json, form: dict[str, str], back: str) -> Json:
    """Replace the card for future charges and open invoices. The returned setup intent may wait for its challenge.
    Raises `StripeError` and stores the attempt when the card is declined."""
    customer = account.customer(session["customer"])
    billing = Params({"billing_details": {"name": form.get("name", ""), "email": customer["email"] or ""}})
    method = methods.create_from_card(account, card_from_form(form), billing)
    intent = setups.add(account, customer=customer["id"])
    intent |= {"payment_method": method["id"], "_portal": session["id"]}
    session["_check"] = intent["id"]
    return setups.attempt(account, intent, back)


def pay(account: Account, invoice: Json, back: str) -> Json | None:
    """Pay an open invoice now; return the error if the card is declined."""
    subscription = account.get("subscription", invoice["_subscription"])
    method = subscriptions.method_of(account, subscription)
    return invoices.collect(account, invoice, method, off_session=False, back=back)


def _after_setup(account: Account, intent: Json) -> None:
    if "_portal" not in intent or intent["status"] != "succeeded":
        return
    customer = account.customer(intent["customer"])
    with account.updating(customer, "customer.updated"):
        customer["invoice_settings"]["default_payment_method"] = intent["payment_method"]
    for subscription in account.store.all("subscription", customer["id"]):
        if subscription["status"] not in subscriptions.ENDED:
            with account.updating(subscription, "customer.subscription.updated"):
                subscription["default_payment_method"] = intent["payment_method"]
    for invoice in account.store.all("invoice", customer["id"]):
        if invoice["status"] == "open":
            invoices.collect(account, invoice, intent["payment_method"], off_session=True)


def retrieve_configuration(account: Account, params: Params, id: str) -> Json:
    _configuration(account)
    return account.get("billing_portal.configuration", id)


def listed_configurations(account: Account, params: Params) -> Json:
    _configuration(account)
    return lists.page(params, "/v1/billing_portal/configurations", account.store.all("billing_portal.configuration"))


def _flow(account: Account, given: Params, customer: str) -> Json:
    given.need("type")
    kind = given.one_of("type", *FLOWS)
    after = given.inner("after_completion")
    after_type = after.one_of("type", "portal_homepage", "redirect", "hosted_confirmation") or "portal_homepage"
    redirect = after.inner("redirect")
    flow: Json = {
        "after_completion": {
            "hosted_confirmation": None,
            "redirect": {"return_url": redirect.need("return_url")} if after_type == "redirect" else None,
            "type": after_type,
        },
        "subscription_cancel": None,
        "subscription_update": None,
        "subscription_update_confirm": None,
        "type": kind,
    }
    if kind == "subscription_cancel":
        named = given.inner("subscription_cancel").need("subscription")
        subscription = account.get("subscription", named, param="flow_data[subscription_cancel][subscription]")
        if subscription["customer"] != customer:
            raise invalid(f"No such subscription: '{named}'", param="flow_data[subscription_cancel][subscription]")
        flow["subscription_cancel"] = {"retention": None, "subscription": named}
    return flow


def _configuration(account: Account) -> Json:
    """Return the default configuration of the portal."""
    return account.store.find(CONFIGURATION) or account.store.add(
        {
            "id": CONFIGURATION,
            "object": "billing_portal.configuration",
            "active": True,
            "application": None,
            "business_profile": {"headline": None, "privacy_policy_url": None, "terms_of_service_url": None},
            "created": account.now(),
            "default_return_url": None,
            "features": {
                "customer_update": {"allowed_updates": [], "enabled": False},
                "invoice_history": {"enabled": True},
                "payment_method_update": {"enabled": True, "payment_method_configuration": None},
                "subscription_cancel": {
                    "cancellation_reason": {"enabled": False, "options": []},
                    "enabled": True,
                    "mode": "at_period_end",
                    "proration_behavior": "none",
                },
                "subscription_pause": {
                    "duration": {"interval_options": [], "type": "indefinite"},
                    "enabled": False,
                },
                "subscription_update": {
                    "billing_cycle_anchor": None,
                    "default_allowed_updates": [],
                    "enabled": False,
                    "proration_behavior": "none",
                    "schedule_at_period_end": {"conditions": []},
                    "trial_update_behavior": "end_trial",
                },
            },
            "is_default": True,
            "livemode": False,
            "login_page": {"enabled": False, "url": None},
            "metadata": {},
            "name": None,
            "updated": account.now(),
        }
    )


setups.LISTENERS.append(_after_setup)
