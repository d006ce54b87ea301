"""Sign-in flows that end in the browser that began them: their code is useless without that browser's verifier."""

from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import uuid4

from django.db.models import Q

from accounts import access
from accounts.credentials import encryption
from accounts.errors import BadCodeVerifier, Banned, FlowStateExpired, FlowStateNotFound
from accounts.models import FlowState, User
from accounts.services import identities
from accounts.services.confirmation import confirm, sign_up_of
from accounts.services.cooldowns import end_pauses
from accounts.services.sessions import Device, Grant, begin
from accounts.tokens import one_time, pkce
from core.clock import is_within, now

CODE_LIFETIME = timedelta(minutes=5)  # counted from when the code is issued, because a mail may be opened much later


@dataclass(frozen=True, slots=True)
class Redirect:
    """The redirect URL of a link, and the PKCE challenge of the requesting browser; "" if it has no verifier."""

    redirect_to: str
    challenge: str = ""
    challenge_method: str = ""


def start(*, user: User | None, amr: str, redirect: Redirect) -> FlowState | None:
    """A new flow, or None for a browser without a challenge."""
    if not redirect.challenge:
        return None
    method = redirect.challenge_method.lower()
    return FlowState.objects.create(user=user, amr=amr, challenge=redirect.challenge, challenge_method=method)


def issue_code(*, flow: FlowState, link: str = "") -> str:
    """The code that the browser redeems. Only this result contains it in readable form.

    The same `link` always gives the same code. A mail scanner may open the link at the same time as the user, and the
    code in the user's browser has to stay valid.
    """
    code = one_time.code_of_link(link) if link else str(uuid4())
    flow.code_digest, flow.code_issued_at = one_time.link_digest(code), now()
    flow.save(update_fields=["code_digest", "code_issued_at"])
    return code


def invalidate_mailed(user: User, *, keep: FlowState | None = None) -> None:
    """Invalidate everything that was mailed to this user, except the flow `keep`, which is being finished."""
    mailed = user.flow_states.filter(Q(code_digest="") | Q(onetimetoken__isnull=False))
    (mailed.exclude(id=keep.id) if keep else mailed).delete()
    user.one_time_tokens.all().delete()


def exchange(*, code: str, verifier: str, device: Device) -> Grant:
    """Redeem the code of a finished flow for a session, once; links the identity that is stored in the flow, if any.

    Raises FlowStateNotFound, FlowStateExpired, BadCodeVerifier, Banned, IdentityTaken.
    """
    digest = one_time.link_digest(code)
    # Lock the user first: redeeming the typed code of the same mail locks in this order too.
    user = User.objects.select_for_update(of=("self",)).filter(flow_states__code_digest=digest).first()
    flow = user.flow_states.select_for_update().filter(code_digest=digest).first() if user else None
    if user is None or flow is None or flow.code_issued_at is None:
        raise FlowStateNotFound
    if not is_within(CODE_LIFETIME, since=flow.code_issued_at):
        raise FlowStateExpired().for_user(user.id)
    if not pkce.is_proved(verifier=verifier, challenge=flow.challenge, method=flow.challenge_method):
        raise BadCodeVerifier().for_user(user.id)
    if access.is_banned(user):
        raise Banned().for_user(user.id)
    amr, token = flow.amr, flow.onetimetoken_set.first()
    if token is not None and user.email_confirmed_at is None:
        confirm(user, own=sign_up_of(token), keep=flow)
    elif token is not None:
        invalidate_mailed(user, keep=flow)
    end_pauses(email=user.email or "", device=device)
    stored_fields = encryption.unseal(flow.sealed) if flow.sealed else {}
    flow.delete()
    identities.link_from_fields(user=user, fields=stored_fields)
    granted = begin(user=user, method=amr, device=device)
    return replace(
        granted,
        provider_token=stored_fields.get("token", ""),
        provider_refresh_token=stored_fields.get("refresh_token", ""),
    )
