"""The schemas of billing: the inputs and outputs of its endpoints, and its rows."""

from typing import Annotated, Literal
from uuid import UUID

from ninja import Schema
from pydantic import ConfigDict, Field

from clients.errors import ClientNotFound
from clients.schemas import Timestamp
from sync.schemas import RowOut, uuid_or

TEXT_MAX = 500


class ProductOut(Schema):
    """A product. `price` is in whole units of `currency`, for each `interval`."""

    id: str
    price_id: str = Field(serialization_alias="priceId")
    name: str
    description: str
    mode: str
    price: float
    currency: str
    interval: str


class _In(Schema):
    model_config = ConfigDict(extra="forbid")


class CheckoutIn(_In):
    """`success_url` contains `{CHECKOUT_SESSION_ID}`."""

    price_id: str = Field(max_length=TEXT_MAX)
    mode: Literal["subscription"]
    success_url: str = Field(max_length=TEXT_MAX)
    cancel_url: str = Field(max_length=TEXT_MAX)


class CheckoutOut(Schema):
    """The Stripe page to pay on."""

    session_id: str = Field(serialization_alias="sessionId")
    url: str


class PortalIn(_In):
    """The client whose portal to open."""

    client_id: Annotated[UUID, uuid_or(ClientNotFound)] = Field(alias="clientId")


class PortalOut(Schema):
    """The URL of a Stripe page."""

    url: str


class CardFieldOut(Schema):
    """The data for Stripe's card field: the client secret of a SetupIntent, and the script that renders the field.

    The other fields describe the subscription: `price` is in whole units of `currency` per `interval`.
    """

    client_secret: str
    publishable_key: str
    script: str
    with_trial: bool
    price_id: str
    price: float
    currency: str
    interval: str


class CardIn(_In):
    """The id of the SetupIntent of a card that the user has entered in Stripe's card field."""

    setup_intent: str = Field(max_length=TEXT_MAX)


class ConfirmIn(_In):
    """A checkout from which the user has returned."""

    session_id: str = Field(max_length=TEXT_MAX)


class ReceivedOut(Schema):
    """The response to a webhook: the event is stored."""

    received: bool


class UserSubscriptionOut(RowOut):
    """A row of `stripe_user_subscriptions`; `current_period_end` in Unix seconds."""

    id: UUID
    v: int
    user_id: UUID
    subscription_status: str | None
    price_id: str | None
    current_period_end: int | None
    cancel_at_period_end: bool
    payment_method_brand: str | None
    payment_method_last4: str | None
    trial_used: Literal["card", "person"] | None
    updated_at: Timestamp


class SubscriptionOut(RowOut):
    """A row of `stripe_subscriptions`; `current_period_end` in Unix seconds."""

    id: UUID
    v: int
    client_id: UUID
    status: str
    current_period_end: int | None
    cancel_at_period_end: bool
