"""The shapes of client and admin rows: one for admins, one for the client's own people."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import PlainSerializer

from core.clock import iso
from sync.schemas import RowOut

Moment = Annotated[datetime, PlainSerializer(iso, return_type=str)]


class ClientOut(RowOut):
    """A client row as its own people see it."""

    id: UUID
    v: int
    user_id: UUID | None
    company_name: str
    contact_name: str
    contact_email: str
    phone: str
    website_url: str | None
    service_areas: str | None
    subscription_tier: str
    subscription_status: str
    notify_messages: bool
    notify_reports: bool
    model_preference: str | None
    ga4_property_id: str | None
    ga4_property_name: str | None
    created_at: Moment
    updated_at: Moment


class AdminClientOut(ClientOut):
    """A client row as admins see it."""

    plan_level: str | None
    is_staff: bool


class AdminOut(RowOut):
    """A row of `admins`."""

    id: UUID
    v: int
    user_id: UUID
    role: str
    name: str
    email: str
    created_at: Moment
