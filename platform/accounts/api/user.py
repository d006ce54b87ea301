"""`/user` and `/logout`: the signed-in user."""

from typing import cast, get_args

from ninja import Status

from accounts import errors, queries, schemas, services, validation
from accounts.api.router import AnyAuthErrorOut, SignedIn, body_of, router
from accounts.credentials import passwords
from accounts.http.endpoint_limits import enforce_limits
from accounts.http.request_parsing import BearerToken, device, parse, redirect_of
from accounts.providers import breached_passwords
from sync.writes.db_executor import read, write


@router.get(
    "/user", auth=BearerToken(), response={200: schemas.UserOut, (400, 401, 403): AnyAuthErrorOut}, exclude_none=True
)
async def user(request: SignedIn) -> schemas.UserOut:
    """The signed-in user with their factors and linked identities."""
    return schemas.user_out(await read(queries.account_of, caller=request.auth))


@router.put(
    "/user",
    auth=BearerToken(),
    response={200: schemas.UserOut, (400, 401, 403, 413, 422, 429): AnyAuthErrorOut},
    exclude_none=True,
    openapi_extra=body_of(schemas.UserIn),
)
async def change_user(request: SignedIn, redirect_to: str = "") -> schemas.UserOut:
    """Change metadata, password and address. A new address takes effect only once both addresses have agreed.

    A new password or address requires `current_password`, or `nonce`, the code that `/reauthenticate` mails. Either
    proof counts as a new sign-in. Changes of factors and identities require a recent sign-in.
    """
    current_hash = await read(queries.own_password_hash, caller=request.auth)
    body = parse(request, schemas.UserIn)
    guessing = request.auth.email if body.current_password else ""
    await enforce_limits(request, "user", mailbox=(body.email or "").lower(), account=guessing, caller=request.auth)
    email = validation.email(body.email) if body.email else None
    phone = validation.phone(body.phone) if body.phone else None
    if body.password is not None:
        passwords.check_form(body.password)
    if body.app_metadata is not None:
        raise errors.NotAdmin
    redirect = redirect_of(request, redirect_to, body)
    proof = await read(
        services.check_change,
        caller=request.auth,
        email=email,
        phone=phone,
        changes_password=body.password is not None,
        has_nonce=bool(body.nonce),
        has_current_password=bool(body.current_password),
    )
    if phone is not None:
        raise errors.PhoneOff
    if proof is not None:
        await _check_proof(request, body, current_hash, proof)
    password_hash = await _new_password(body.password, current_hash) if body.password is not None else None
    if email is not None:
        own = request.auth.email or str(request.auth.id)
        await write(services.cool_down, kind="change", email=own, device=device(request))
    changes = services.AccountChanges(metadata=body.data, password_hash=password_hash, email=email)
    return schemas.user_out(
        await write(services.change_user, caller=request.auth, changes=changes, proof=proof, redirect=redirect)
    )


@router.post("/logout", auth=BearerToken(), response={204: None, (400, 401, 403): AnyAuthErrorOut})
async def sign_out(request: SignedIn, scope: str = "global") -> Status[None]:
    """End the caller's sessions. `scope`: `global` (all of them), `local` (this one) or `others`."""
    await read(queries.assert_signed_in, caller=request.auth)
    if scope not in get_args(services.Scope):
        raise errors.ValidationFailed(f"Unsupported logout scope {scope!r}")
    await write(services.sign_out, caller=request.auth, scope=cast(services.Scope, scope))
    return Status(204, None)


async def _check_proof(request: SignedIn, body: schemas.UserIn, current_hash: str, proof: services.Proof) -> None:
    """Raises NonceWrong, CurrentPasswordWrong."""
    if proof == "nonce":
        if not await write(services.check_reauthentication_code, caller=request.auth, nonce=body.nonce or ""):
            raise errors.NonceWrong
    elif not await passwords.matches(body.current_password or "", current_hash):
        raise errors.CurrentPasswordWrong


async def _new_password(password: str, current_hash: str) -> str:
    """The hash of an acceptable new password. Raises SamePassword, BreachedPassword, TooManyRequests."""
    if current_hash and await passwords.matches(password, current_hash):
        raise errors.SamePassword
    await breached_passwords.check_not_breached(password)
    return await passwords.hashed(password)
