"""The HTTP endpoints of billing. None requires a card on file, because users add their card here."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from ninja import Router

from billing import queries, workflows
from billing.models import Product
from billing.schemas import (
    CardFieldOut,
    CardIn,
    CheckoutIn,
    CheckoutOut,
    ConfirmIn,
    PortalIn,
    PortalOut,
    ProductOut,
    ReceivedOut,
    SubscriptionOut,
    UserSubscriptionOut,
)
from billing.workflows import purchase
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import NO_ROW, ErrorOut, NoRow, OneRow
from sync.writes.db_executor import read

rows = Router()
router = Router()
signed_in = SignedIn()
ERRORS = {401: ErrorOut, 404: ErrorOut, 422: ErrorOut, 503: ErrorOut}


@rows.get("/products", response=list[ProductOut], by_alias=True)
async def products(request: HttpRequest) -> list[Product]:
    """The catalogue; public, and empty if payments are not set up."""
    return await read(queries.products)


@rows.get(
    "/stripe_user_subscriptions",
    auth=SignedIn(may_view=False),
    response={200: OneRow[UserSubscriptionOut] | NoRow, 401: ErrorOut},
)
async def user_subscription(request: SignedInRequest) -> object:
    """The caller's subscription and card; available without a card on file too. An admin has no row."""
    return _one(await read(queries.user_subscription, actor=request.auth))


@rows.get(
    "/stripe_subscriptions",
    auth=signed_in,
    response={200: OneRow[SubscriptionOut] | NoRow, 401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut},
)
async def subscription(request: SignedInRequest, client_id: UUID | None = None) -> object:
    """The subscription of the caller's client. Admins choose any client with `client_id`."""
    return _one(await read(queries.subscription, actor=request.auth, client_id=client_id))


@router.post("/stripe-checkout", auth=signed_in, response={200: CheckoutOut, 409: ErrorOut, **ERRORS}, by_alias=True)
async def stripe_checkout(request: SignedInRequest, payload: CheckoutIn) -> CheckoutOut:
    """A Stripe page to subscribe on. Rejects a caller with an ongoing subscription, who manages it in the portal."""
    return await _checkout(request, payload)


@router.post(
    "/create-checkout-session", auth=signed_in, response={200: CheckoutOut, 409: ErrorOut, **ERRORS}, by_alias=True
)
async def create_checkout_session(request: SignedInRequest, payload: CheckoutIn) -> CheckoutOut:
    """The same as `stripe-checkout`, under its other name."""
    return await _checkout(request, payload)


@router.post("/confirm-checkout", auth=signed_in, response={200: UserSubscriptionOut, **ERRORS})
async def confirm_checkout(request: SignedInRequest, payload: ConfirmIn) -> object:
    """The caller's subscription, read from Stripe now, because a user can return before the webhook arrives."""
    return await purchase.confirm_checkout(actor=request.auth, session_id=payload.session_id)


@router.post("/create-portal-session", auth=signed_in, response={200: PortalOut, **ERRORS})
async def create_portal_session(request: SignedInRequest, payload: PortalIn) -> dict[str, str]:
    """A Stripe page to manage the subscription of the caller's own client, or of any client for an admin."""
    return {"url": await workflows.open_portal(actor=request.auth, client_id=payload.client_id)}


@router.post("/create-setup-intent", auth=signed_in, response={200: CardFieldOut, **ERRORS})
async def create_setup_intent(request: SignedInRequest) -> dict[str, object]:
    """The data that Stripe's card field needs, and the subscription that a saved card starts."""
    secret, product, with_trial = await purchase.create_setup_intent(actor=request.auth)
    return {
        "client_secret": secret,
        "publishable_key": settings.STRIPE_PUBLISHABLE_KEY,
        "script": settings.STRIPE_JS,
        "with_trial": with_trial,
        "price_id": product.price_id,
        "price": product.price,
        "currency": product.currency,
        "interval": product.interval,
    }


@router.post("/save-payment-method", auth=signed_in, response={200: UserSubscriptionOut, **ERRORS})
async def save_payment_method(request: SignedInRequest, payload: CardIn) -> object:
    """Put a card on file. The card's brand and last four digits come from Stripe, not from the caller."""
    return await purchase.save_card(actor=request.auth, setup_intent=payload.setup_intent)


@router.post("/stripe-webhook", response={200: ReceivedOut, 404: ErrorOut, 422: ErrorOut})
async def stripe_webhook(request: HttpRequest) -> dict[str, bool]:
    """Receive a Stripe event; its signature is the credential."""
    await workflows.receive_webhook(payload=request.body, signature=request.headers.get("Stripe-Signature", ""))
    return {"received": True}


def _one(row: object) -> object:
    return {"data": row} if row else NO_ROW


async def _checkout(request: SignedInRequest, checkout: CheckoutIn) -> CheckoutOut:
    session_id, url = await purchase.start_checkout(
        actor=request.auth, price_id=checkout.price_id, success_url=checkout.success_url, cancel_url=checkout.cancel_url
    )
    return CheckoutOut(session_id=session_id, url=url)
