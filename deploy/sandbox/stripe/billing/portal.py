"""Sessions of the billing portal: the customer, the expiry, and the return address."""

from sandbox.stripe import lists
from sandbox.stripe.billing import invoices, subscription_calls, subscription_shape, subscriptions
from sandbox.stripe.cards import methods, setups
from sandbox.stripe.errors import Json, invalid
from sandbox.stripe.ids import new_id
from sandbox.stripe.pages import card_form
from sandbox.stripe.params import Params
from sandbox.stripe.world import World

CONFIGURATION = "bpc_sandbox"
OPEN_FOR_S = 3600
FLOWS = ("payment_method_update", "subscription_cancel")


def create(world: World, params: Params) -> Json:
    customer = world.customer(params.need("customer"))
    id = new_id("bps")
    configuration = _configuration(world)
    if (named := params.text("configuration")) not in {None, configuration["id"]}:
        raise invalid(f"No such configuration: '{named}'", param="configuration", code="resource_missing")
    session = {
        "id": id,
        "object": "billing_portal.session",
        "configuration": configuration["id"],
        "created": world.now(),
        "customer": customer["id"],
        "customer_account": None,
        "flow": None,
        "livemode": False,
        "locale": params.text("locale"),
        "on_behalf_of": None,
        "return_url": params.text("return_url"),
        "url": f"{world.address}/p/session/{new_id('test', 40)}",
    }
    session |= {"_check": None, "_is_done": False}
    session["_path"] = str(session["url"]).removeprefix(world.address)
    if "flow_data" in params:
        session["flow"] = _flow(world, params.inner("flow_data"), customer["id"])
    world.store.add(session)
    world.emit("billing_portal.session.created", session)
    return session


def opened(world: World, path: str) -> Json | None:
    """Return the session of a page's path, or None if it has expired."""
    for session in world.store.all("billing_portal.session"):
        if session["_path"] == path and world.now() < session["created"] + OPEN_FOR_S:
            return session
    return None


def plan_end(world: World, subscription: Json) -> None:
    """Cancel a subscription at the end of its period. In the flexible billing mode the portal sets `cancel_at` and
    leaves `cancel_at_period_end` false."""
    with world.updating(subscription, "customer.subscription.updated"):
        end = subscription_shape.end_of(subscription)
        subscription_calls.plan_end(world, subscription, at_period_end=False, at=end)


def undo_end(world: World, subscription: Json) -> None:
    """Undo the planned cancellation of a subscription."""
    with world.updating(subscription, "customer.subscription.updated"):
        subscription_calls.plan_end(world, subscription, at_period_end=False, at=None)


def change_card(world: World, session: Json, form: dict[str, str], back: str) -> Json:
    """Replace the card for future charges and open invoices. The returned setup intent may wait for its challenge.
    Raises `StripeError` and stores the attempt when the card is declined."""
    customer = world.customer(session["customer"])
    billing = Params({"billing_details": {"name": form.get("name", ""), "email": customer["email"] or ""}})
    method = methods.entered(world, card_form.parsed(form), billing)
    intent = setups.add(world, customer=customer["id"])
    intent |= {"payment_method": method["id"], "_portal": session["id"]}
    session["_check"] = intent["id"]
    return setups.attempt(world, intent, back)


def pay(world: World, invoice: Json, back: str) -> Json | None:
    """Pay an open invoice now; return the error if the card is declined."""
    subscription = world.get("subscription", invoice["_subscription"])
    method = subscriptions.method_of(world, subscription)
    return invoices.collect(world, invoice, method, off_session=False, back=back)


def _settled(world: World, intent: Json) -> None:
    if "_portal" not in intent or intent["status"] != "succeeded":
        return
    customer = world.customer(intent["customer"])
    with world.updating(customer, "customer.updated"):
        customer["invoice_settings"]["default_payment_method"] = intent["payment_method"]
    for subscription in world.store.all("subscription", customer["id"]):
        if subscription["status"] not in subscriptions.ENDED:
            with world.updating(subscription, "customer.subscription.updated"):
                subscription["default_payment_method"] = intent["payment_method"]
    for invoice in world.store.all("invoice", customer["id"]):
        if invoice["status"] == "open":
            invoices.collect(world, invoice, intent["payment_method"], off_session=True)


def retrieve_configuration(world: World, params: Params, id: str) -> Json:
    _configuration(world)
    return world.get("billing_portal.configuration", id)


def listed_configurations(world: World, params: Params) -> Json:
    _configuration(world)
    return lists.page(params, "/v1/billing_portal/configurations", world.store.all("billing_portal.configuration"))


def _flow(world: World, given: Params, customer: str) -> Json:
    given.need("type")
    kind = given.one_of("type", *FLOWS)
    after = given.inner("after_completion")
    ending = after.one_of("type", "portal_homepage", "redirect", "hosted_confirmation") or "portal_homepage"
    redirect = after.inner("redirect")
    flow: Json = {
        "after_completion": {
            "hosted_confirmation": None,
            "redirect": {"return_url": redirect.need("return_url")} if ending == "redirect" else None,
            "type": ending,
        },
        "subscription_cancel": None,
        "subscription_update": None,
        "subscription_update_confirm": None,
        "type": kind,
    }
    if kind == "subscription_cancel":
        named = given.inner("subscription_cancel").need("subscription")
        subscription = world.get("subscription", named, param="flow_data[subscription_cancel][subscription]")
        if subscription["customer"] != customer:
            raise invalid(f"No such subscription: '{named}'", param="flow_data[subscription_cancel][subscription]")
        flow["subscription_cancel"] = {"retention": None, "subscription": named}
    return flow


def _configuration(world: World) -> Json:
    """Return the default configuration of the portal."""
    return world.store.find(CONFIGURATION) or world.store.add(
        {
            "id": CONFIGURATION,
            "object": "billing_portal.configuration",
            "active": True,
            "application": None,
            "business_profile": {"headline": None, "privacy_policy_url": None, "terms_of_service_url": None},
            "created": world.now(),
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
            "updated": world.now(),
        }
    )


setups.LISTENERS.append(_settled)
