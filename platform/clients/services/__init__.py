"""Writes of clients, admins, reasons for attention, and the audit log."""

from clients.services.account_links import link_account
from clients.services.admin_actions import Invitation, StoredClient, add_client, edit_client, invite, set_access
from clients.services.admins import create_admin, remove_admin
from clients.services.attention import snooze, store_attention
from clients.services.audit_log import audit
from clients.services.client_import import ImportResult, import_clients
from clients.services.clients import (
    Site,
    create_client,
    create_named_client,
    follow_billing,
    link_or_create_client,
    locked_site,
    save_own,
    save_website,
    set_property,
    stop_reports,
)
from clients.services.view_as import view_client

__all__ = [
    "ImportResult",
    "Invitation",
    "Site",
    "StoredClient",
    "add_client",
    "audit",
    "create_admin",
    "create_client",
    "create_named_client",
    "edit_client",
    "follow_billing",
    "import_clients",
    "invite",
    "link_account",
    "link_or_create_client",
    "locked_site",
    "remove_admin",
    "save_own",
    "save_website",
    "set_access",
    "set_property",
    "snooze",
    "stop_reports",
    "store_attention",
    "view_client",
]
