"""Writes of analytics: consents, what is connected, and what was read; each in one transaction, and none asks Google."""

import hmac
from dataclasses import asdict
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID, uuid5
from zlib import crc32

from accounts import services as accounts
from accounts.limits.buckets import Limit, key_of
from accounts.redirects import oidc
from accounts.redirects.oidc import Proof
from analytics import encryption, queries
from analytics.errors import EXPIRED, FETCH, MISSING
from analytics.google_types import SEARCH_CONSOLE_SCOPE, Consent, Property, Reading, Tokens
from analytics.models import Connection, GoogleCredentials, GoogleFlow, Snapshot, SourceType, Status
from clients import queries as clients_queries
from clients import services as clients
from core.clock import iso, now
from core.encryption import Resealed
from core.ids import uuid7
from sync.effects import effects
from sync.log import changes

READ, ROUND = "analytics.read", "analytics.round"
AWAY_FOR = timedelta(minutes=10)  # as long as people take at Google's page
SPREAD_MIN = 50  # the readings of an hour do not come all at once
CALL, CALLS = "google", Limit(30, 30, timedelta(minutes=10))
AT_ONCE, HOUR = "now", "%Y-%m-%dT%H"
CLEARED = {"connected_account": None, "connected_property": None, "last_sync": None, "error": ""}


def count_call(*, user_id: UUID) -> bool:
    """Count one thing that a person has us ask Google; False if it was one too many, and is not to be asked."""
    return accounts.take(buckets=[(key_of(CALL, str(user_id)), CALLS)]) is None


def begin(*, user_id: UUID, source_type: str) -> Proof:
    """Note that a person leaves for Google's page."""
    GoogleFlow.objects.filter(created_at__lt=now() - AWAY_FOR).delete()
    proof = oidc.fresh_proof()
    GoogleFlow.objects.create(
        user_id=user_id,
        source_type=source_type,
        state_digest=_digest(proof.state),
        sealed=encryption.seal({"nonce": proof.nonce, "verifier": proof.verifier}),
    )
    return proof


def come_back(*, user_id: UUID, state: str) -> tuple[Proof, str] | None:
    """Use a state up: its proof and source. None for one that is unknown, was used, is too old, or somebody else's."""
    found = GoogleFlow.objects.select_for_update().filter(state_digest=_digest(state), user_id=user_id).first()
    if found is None:
        return None
    found.delete()
    if now() - found.created_at > AWAY_FOR:
        return None
    facts = encryption.unseal(found.sealed)
    return Proof(state, facts["nonce"], facts["verifier"]), found.source_type


def keep_consent(*, user_id: UUID, client_id: UUID, consent: Consent) -> Tokens | None:
    """Store whom the person is at Google and the tokens. A property that is connected is read again at once.

    Returns the tokens of another Google account that these replace.
    """
    old = GoogleCredentials.objects.select_for_update().filter(user_id=user_id).first()
    before = queries.opened(old) if old else None
    is_same = old is not None and old.subject == consent.subject
    kept = consent.tokens.refresh or (before.refresh if before and is_same else "")
    facts = {
        "subject": consent.subject,
        "email": consent.email,
        "scopes": " ".join(sorted(consent.scopes)),
        "sealed": _sealed(Tokens(consent.tokens.access, kept)),
    }
    GoogleCredentials.objects.update_or_create(user_id=user_id, defaults=facts)
    property_name = clients_queries.property_name(client_id=client_id)
    row = _row(client_id, user_id, SourceType.ANALYTICS)
    status = Status.NOT_CONNECTED if property_name is None else Status.CONNECTED
    _update(row, status=status, connected_account=consent.email, connected_property=property_name, error="")
    if property_name is not None:
        _read_at_once(client_id)
    _follow_search_console(client_id, user_id, consent)
    return None if is_same else before


def keep_access(*, user_id: UUID, was: str, access: str) -> None:
    """A renewed access token, unless the consent has been replaced meanwhile."""
    stored = GoogleCredentials.objects.select_for_update().filter(user_id=user_id).first()
    before = queries.opened(stored) if stored else None
    if stored is not None and before is not None and before.access == was:
        stored.sealed = _sealed(Tokens(access, before.refresh))
        stored.save(update_fields=["sealed"])


def lose_tokens(*, user_id: UUID, client_id: UUID, was: str) -> None:
    """Google takes these tokens no more: they go, and the person has to connect again."""
    stored = GoogleCredentials.objects.select_for_update().filter(user_id=user_id).first()
    before = queries.opened(stored) if stored else None
    if stored is None or (before is not None and not hmac.compare_digest(before.access, was)):
        return
    stored.delete()
    _update(_row(client_id, user_id, SourceType.ANALYTICS), status=Status.ERROR, error=EXPIRED)
    _forget_search_console(client_id, user_id)


def note_missing(*, user_id: UUID, client_id: UUID) -> None:
    """There are no tokens to read by."""
    _update(_row(client_id, user_id, SourceType.ANALYTICS), status=Status.ERROR, error=MISSING)


def note_accounts(*, user_id: UUID, client_id: UUID, has_any: bool) -> None:
    """Whether the account has a property at all; a source that is connected stays so."""
    row = _row(client_id, user_id, SourceType.ANALYTICS)
    if row.status in {Status.NOT_CONNECTED, Status.NO_ACCOUNT}:
        _update(row, status=Status.NOT_CONNECTED if has_any else Status.NO_ACCOUNT)


def save_property(*, user_id: UUID, client_id: UUID, chosen: Property) -> None:
    """Connect a client to a property of theirs, and have it read."""
    was = clients.set_property(client_id=client_id, property_id=chosen.id, property_name=chosen.name)
    row = _row(client_id, user_id, SourceType.ANALYTICS)
    fresh = {} if was == chosen.id else {"last_sync": None}
    _update(row, status=Status.CONNECTED, connected_property=chosen.name, error="", **fresh)
    snapshot = _snapshot(client_id)
    if snapshot is not None and snapshot.property_id != chosen.id:
        changes.delete(snapshot)
        snapshot = None
    if snapshot is None:
        changes.insert(Snapshot(id=uuid7(), client_id=client_id, property_id=chosen.id))
    _read_at_once(client_id)


def disconnect(*, user_id: UUID, client_id: UUID, source_type: str) -> None:
    """Remove the tokens. Without them Search Console is not connected; Analytics keeps its property, to reconnect, unless
    it is what is disconnected."""
    GoogleCredentials.objects.filter(user_id=user_id).delete()
    row = _row(client_id, user_id, SourceType.ANALYTICS)
    _forget_search_console(client_id, user_id)
    if source_type == SourceType.ANALYTICS:
        clients.set_property(client_id=client_id, property_id=None, property_name=None)
        _update(row, status=Status.NOT_CONNECTED, **CLEARED)
        snapshot = _snapshot(client_id)
        if snapshot is not None:
            changes.delete(snapshot)
    elif row.status == Status.CONNECTED:
        _update(row, status=Status.ERROR, error=MISSING)
    else:
        _update(row, connected_account=None)


def apply(*, user_id: UUID, client_id: UUID, reading: Reading) -> None:
    """Write what was read, unless the property was changed meanwhile or a later reading is there. A part that did not
    come stays as it was, with its time."""
    snapshot = _snapshot(client_id)
    if snapshot is None or snapshot.property_id != reading.property_id:
        return
    fields: dict[str, object] = {}
    for part, columns in reading.parts.items():
        stored: datetime | None = getattr(snapshot, f"{part}_as_of")
        if stored is None or stored < reading.at:
            fields |= columns
    if fields:
        changes.update(snapshot, **fields)
    row = _row(client_id, user_id, SourceType.ANALYTICS)
    error = FETCH.format(detail=reading.error) if reading.error else ""
    if reading.parts:
        _update(row, status=Status.CONNECTED, last_sync=reading.at, error=error)
    else:
        _update(row, status=Status.ERROR, error=error)


def ask_for_reading(*, hour: datetime, client_ids: list[UUID]) -> None:
    """Have these clients' figures read within the hour, each at a minute of its own."""
    for client_id in client_ids:
        due = hour + timedelta(minutes=crc32(client_id.bytes) % SPREAD_MIN)
        effects.after_commit(kind=READ, subject=f"{hour.strftime(HOUR)}:{client_id}", due=max(due, now()))


def _read_at_once(client_id: UUID) -> None:
    effects.after_commit(kind=READ, subject=f"{AT_ONCE}-{iso(now())}:{client_id}")


def _follow_search_console(client_id: UUID, user_id: UUID, consent: Consent) -> None:
    if SEARCH_CONSOLE_SCOPE in consent.scopes:
        row = _row(client_id, user_id, SourceType.SEARCH_CONSOLE)
        _update(row, status=Status.CONNECTED, connected_account=consent.email, error="")
    else:
        _forget_search_console(client_id, user_id)


def _forget_search_console(client_id: UUID, user_id: UUID) -> None:
    stored = queries.connection(client_id=client_id, source_type=SourceType.SEARCH_CONSOLE)
    if stored is not None and stored.status == Status.CONNECTED:
        _update(_row(client_id, user_id, SourceType.SEARCH_CONSOLE), status=Status.NOT_CONNECTED, **CLEARED)


def _row(client_id: UUID, user_id: UUID, source_type: SourceType) -> Connection:
    """The row of a source, locked; made if there is none. Its id follows from whose and what it is."""
    row_id = uuid5(client_id, source_type.value)
    row = changes.locked(Connection, row_id)
    if row is None:
        row = Connection(id=row_id, client_id=client_id, user_id=user_id, source_type=source_type.value)
        if not changes.ensure(row):
            return _row(client_id, user_id, source_type)
    return row


def _snapshot(client_id: UUID) -> Snapshot | None:
    row_id = Snapshot.objects.filter(client_id=client_id).values_list("id", flat=True).first()
    return changes.locked(Snapshot, row_id) if row_id else None


def reseal() -> Resealed:
    """Seal with the present SECRET_KEY what the former one has sealed."""
    consents = encryption.reseal(GoogleCredentials.objects.all(), "sealed")
    return consents + encryption.reseal(GoogleFlow.objects.all(), "sealed")


def _update(row: Connection, **fields: object) -> None:
    """Write what differs: what is so already leaves no trace."""
    differing = {name: value for name, value in fields.items() if getattr(row, name) != value}
    if differing:
        changes.update(row, **differing, updated_at=now())


def _sealed(tokens: Tokens) -> str:
    return encryption.seal(asdict(tokens))


def _digest(state: str) -> str:
    return sha256(state.encode()).hexdigest()
