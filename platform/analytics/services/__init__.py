"""Writes of analytics: consents, connections and figures. Each is one transaction, and none calls Google."""

from dataclasses import asdict
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID, uuid5

from accounts import services as accounts
from accounts.limits.buckets import Limit, key_of
from accounts.redirects import oidc_types
from accounts.redirects.oidc_types import Proof
from analytics import encryption, queries
from analytics.errors import EXPIRED, FETCH, MISSING
from analytics.google_types import SEARCH_CONSOLE_SCOPE, Consent, Property, Reading, Tokens
from analytics.models import Connection, GoogleCredentials, GoogleFlow, Snapshot, SourceType, Status
from clients import queries as clients_queries
from clients import services as clients
from core.clock import is_within, now
from core.encryption import Resealed
from core.ids import uuid7
from sync.log import changes

FLOW_TTL = timedelta(minutes=10)  # maximum time at Google's page
BUCKET, CALL_LIMIT = "google", Limit(30, 30, timedelta(minutes=10))
DISCONNECTED_FIELDS = {"connected_account": None, "connected_property": None, "last_sync": None, "error": ""}


def count_call(*, user_id: UUID) -> bool:
    """Count a user's call to Google. False if it exceeds the rate limit; then it must not be made."""
    return accounts.take(buckets=[(key_of(BUCKET, str(user_id)), CALL_LIMIT)]) is None


def start_authorization(*, user_id: UUID, source_type: str) -> Proof:
    """Store an authorization request before the user is redirected to Google. Returns its state, nonce and verifier."""
    GoogleFlow.objects.filter(created_at__lt=now() - FLOW_TTL).delete()
    proof = oidc_types.fresh_proof()
    GoogleFlow.objects.create(
        user_id=user_id,
        source_type=source_type,
        state_digest=_digest(proof.state),
        sealed=encryption.seal({"nonce": proof.nonce, "verifier": proof.verifier}),
    )
    return proof


def finish_authorization(*, user_id: UUID, state: str) -> tuple[Proof, str] | None:
    """Consume the state of an authorization request. Returns the request's proof and source.

    Returns None if the state is unknown, used, too old or another user's.
    """
    flow = GoogleFlow.objects.select_for_update().filter(state_digest=_digest(state), user_id=user_id).first()
    if flow is None:
        return None
    flow.delete()
    if not is_within(FLOW_TTL, since=flow.created_at):
        return None
    secrets = encryption.unseal(flow.sealed)
    return Proof(state, secrets["nonce"], secrets["verifier"]), flow.source_type


def store_consent(*, user_id: UUID, client_id: UUID, consent: Consent) -> Tokens | None:
    """Store the user's Google account and tokens.

    Returns the replaced tokens if they belong to another Google account, else None.
    """
    old = GoogleCredentials.objects.select_for_update().filter(user_id=user_id).first()
    before = queries.decrypt_tokens(old) if old else None
    is_same_account = old is not None and old.subject == consent.subject
    refresh_token = consent.tokens.refresh or (before.refresh if before and is_same_account else "")
    fields = {
        "subject": consent.subject,
        "email": consent.email,
        "scopes": " ".join(sorted(consent.scopes)),
        "sealed": _sealed(Tokens(consent.tokens.access, refresh_token)),
    }
    GoogleCredentials.objects.update_or_create(user_id=user_id, defaults=fields)
    property_name = clients_queries.property_name(client_id=client_id)
    row = _row(client_id, user_id, SourceType.ANALYTICS)
    status = Status.NOT_CONNECTED if property_name is None else Status.CONNECTED
    _update(row, status=status, connected_property=property_name, error="", **_account_fields(row, consent.email))
    _update_search_console(client_id, user_id, consent)
    return None if is_same_account else before


def store_access_token(*, user_id: UUID, old_token: str, new_token: str) -> None:
    """Store a renewed access token, unless the consent has been replaced meanwhile."""
    stored = GoogleCredentials.objects.select_for_update().filter(user_id=user_id).first()
    before = queries.decrypt_tokens(stored) if stored else None
    if stored is not None and before is not None and before.access == old_token:
        stored.sealed = _sealed(Tokens(new_token, before.refresh))
        stored.save(update_fields=["sealed"])


def delete_tokens(*, user_id: UUID, client_id: UUID, rejected_token: str) -> None:
    """Delete tokens that Google no longer accepts, so that the user has to reconnect.

    Does nothing if another access token than `rejected_token` is stored, because the user has reconnected meanwhile.
    """
    stored = GoogleCredentials.objects.select_for_update().filter(user_id=user_id).first()
    before = queries.decrypt_tokens(stored) if stored else None
    if stored is None or (before is not None and before.access != rejected_token):
        return
    stored.delete()
    _update(_row(client_id, user_id, SourceType.ANALYTICS), status=Status.ERROR, error=EXPIRED)
    _disconnect_search_console(client_id, user_id)


def record_missing_tokens(*, user_id: UUID, client_id: UUID) -> None:
    """Store in the client's row that its figures cannot be read, because no tokens are stored."""
    _update(_row(client_id, user_id, SourceType.ANALYTICS), status=Status.ERROR, error=MISSING)


def record_properties(*, user_id: UUID, client_id: UUID, has_any: bool) -> None:
    """Record whether the Google account has any property. A connected source stays connected."""
    row = _row(client_id, user_id, SourceType.ANALYTICS)
    if row.status in {Status.NOT_CONNECTED, Status.NO_ACCOUNT}:
        _update(row, status=Status.NOT_CONNECTED if has_any else Status.NO_ACCOUNT)


def save_property(*, user_id: UUID, client_id: UUID, chosen: Property) -> None:
    """Connect a client to the chosen property."""
    previous_id = clients.set_property(client_id=client_id, property_id=chosen.id, property_name=chosen.name)
    row = _row(client_id, user_id, SourceType.ANALYTICS)
    reset = {} if previous_id == chosen.id else {"last_sync": None}
    _update(row, status=Status.CONNECTED, connected_property=chosen.name, error="", **reset)
    snapshot = _snapshot(client_id)
    if snapshot is not None and snapshot.property_id != chosen.id:
        changes.delete(snapshot)
        snapshot = None
    if snapshot is None:
        changes.insert(Snapshot(id=uuid7(), client_id=client_id, property_id=chosen.id))


def disconnect(*, user_id: UUID, client_id: UUID, source_type: str) -> None:
    """Delete the tokens, which disconnects both sources.

    If `source_type` is Search Console, the client keeps its property and its figures for a later reconnection.
    """
    GoogleCredentials.objects.filter(user_id=user_id).delete()
    row = _row(client_id, user_id, SourceType.ANALYTICS)
    _disconnect_search_console(client_id, user_id)
    if source_type == SourceType.ANALYTICS:
        clients.set_property(client_id=client_id, property_id=None, property_name=None)
        _update(row, status=Status.NOT_CONNECTED, **DISCONNECTED_FIELDS)
        snapshot = _snapshot(client_id)
        if snapshot is not None:
            changes.delete(snapshot)
    elif row.status == Status.CONNECTED:
        _update(row, status=Status.ERROR, error=MISSING)
    else:
        _update(row, connected_account=None)


def apply(*, user_id: UUID, client_id: UUID, reading: Reading) -> None:
    """Store the figures of a read, unless the client's property has changed meanwhile.

    A stored part stays unchanged if the read has no such part, or an older one.
    """
    snapshot = _snapshot(client_id)
    if snapshot is None or snapshot.property_id != reading.property_id:
        return
    fields: dict[str, object] = {}
    for part, columns in reading.parts.items():
        stored: datetime | None = getattr(snapshot, f"{part}_as_of")
        if stored is None or stored < reading.at or stored > now():  # a time in the future comes from a wrong clock
            fields |= columns
    if fields:
        changes.update(snapshot, **fields)
    row = _row(client_id, user_id, SourceType.ANALYTICS)
    error = FETCH.format(detail=reading.error) if reading.error else ""
    if reading.parts:
        _update(row, status=Status.CONNECTED, last_sync=reading.at, error=error)
    else:
        _update(row, status=Status.ERROR, error=error)


def reseal() -> Resealed:
    """Re-encrypt with the current SECRET_KEY the tokens that the previous one encrypted."""
    consents = encryption.reseal(GoogleCredentials.objects.all(), "sealed")
    return consents + encryption.reseal(GoogleFlow.objects.all(), "sealed")


def _update_search_console(client_id: UUID, user_id: UUID, consent: Consent) -> None:
    if SEARCH_CONSOLE_SCOPE in consent.scopes:
        row = _row(client_id, user_id, SourceType.SEARCH_CONSOLE)
        _update(row, status=Status.CONNECTED, error="", **_account_fields(row, consent.email))
    else:
        _disconnect_search_console(client_id, user_id)


def _disconnect_search_console(client_id: UUID, user_id: UUID) -> None:
    stored = queries.connection(client_id=client_id, source_type=SourceType.SEARCH_CONSOLE)
    if stored is not None and stored.status == Status.CONNECTED:
        _update(_row(client_id, user_id, SourceType.SEARCH_CONSOLE), status=Status.NOT_CONNECTED, **DISCONNECTED_FIELDS)


def _row(client_id: UUID, user_id: UUID, source_type: SourceType) -> Connection:
    """The row of a source, locked; created if absent. Its id is derived from the client and the source."""
    row_id = uuid5(client_id, source_type.value)
    return changes.locked_or_stored(
        Connection(id=row_id, client_id=client_id, user_id=user_id, source_type=source_type.value)
    )


def _account_fields(row: Connection, email: str) -> dict[str, object]:
    """The fields of a source's account. `created_at` is the time since which this account has been connected."""
    fields: dict[str, object] = {"connected_account": email}
    return fields if row.connected_account == email else {**fields, "created_at": now()}


def _snapshot(client_id: UUID) -> Snapshot | None:
    row_id = Snapshot.objects.filter(client_id=client_id).values_list("id", flat=True).first()
    return changes.locked(Snapshot, row_id) if row_id else None


def _update(row: Connection, **fields: object) -> None:
    """Write only the fields that differ, so that equal values create no synced change."""
    differing = changes.differing(row, **fields)
    if differing:
        changes.update(row, **differing, updated_at=now())


def _sealed(tokens: Tokens) -> str:
    return encryption.seal(asdict(tokens))


def _digest(state: str) -> str:
    return sha256(state.encode()).hexdigest()
