"""Users, their identities, sessions and refresh tokens."""

from django.db import models
from django.db.models import Q

from core.clock import now
from core.ids import uuid7


class User(models.Model):
    """A user who can sign in. `email` is lower-case; `password_hash` is "" if the user has no password.

    An anonymous user has no address, password or identity until they confirm an address. `new_email` is a requested new
    address, until both addresses have confirmed the change; `is_change_half_confirmed` is set once one of them has.

    Anyone can sign up with anyone's address. So the account has no password and no metadata of its own until the
    address is confirmed: they wait in `PendingSignUp`. `is_contested` is set once a second request has named the
    unconfirmed address.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.CharField(max_length=255, null=True)
    phone = models.CharField(max_length=15, null=True, unique=True)
    is_sso = models.BooleanField(default=False)
    is_anonymous = models.BooleanField(default=False)
    password_hash = models.CharField(max_length=255, default="")
    email_confirmed_at = models.DateTimeField(null=True)
    is_contested = models.BooleanField(default=False)
    confirmation_sent_at = models.DateTimeField(null=True)
    recovery_sent_at = models.DateTimeField(null=True)
    new_email = models.CharField(max_length=255, null=True)
    email_change_sent_at = models.DateTimeField(null=True)
    is_change_half_confirmed = models.BooleanField(default=False)
    reauthentication_sent_at = models.DateTimeField(null=True)
    last_sign_in_at = models.DateTimeField(null=True)
    banned_until = models.DateTimeField(null=True)
    app_metadata = models.JSONField(default=dict)
    user_metadata = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "users"
        constraints = [
            # A user of company sign-in may have the address of an account with a password.
            models.UniqueConstraint(fields=["email"], condition=Q(is_sso=False), name="users_email_once"),
        ]


class Identity(models.Model):
    """A user's account at one provider. For the provider `email` the subject is the user's own id."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="identities")
    provider = models.CharField(max_length=40)
    subject = models.CharField(max_length=255)
    identity_data = models.JSONField(default=dict)
    last_sign_in_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "identities"
        constraints = [models.UniqueConstraint(fields=["provider", "subject"], name="identities_subject_once")]


class Session(models.Model):
    """One signed-in device. Access tokens are valid only as long as this row exists."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sessions")
    aal = models.CharField(max_length=4, default="aal1")
    # The factor that raised the session to aal2.
    factor = models.ForeignKey("accounts.Factor", on_delete=models.SET_NULL, related_name="sessions", null=True)
    amr = models.JSONField(default=list)
    user_agent = models.CharField(max_length=400, default="")
    address = models.GenericIPAddressField(null=True)
    created_at = models.DateTimeField(default=now)
    refreshed_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "sessions"


class RefreshToken(models.Model):
    """One link of a session's chain of refresh tokens: number n + 1 is the child of n. Stores only the SHA-256.

    The child is derived from the token and `child_salt`. Therefore a device that did not receive the response gets the
    same child again, and the table alone reveals no token.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="refresh_tokens")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    child_salt = models.CharField(max_length=64, default="")
    created_at = models.DateTimeField(default=now)
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "refresh_tokens"
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="refresh_tokens_number_once"),
            models.UniqueConstraint(fields=["session"], condition=Q(used_at=None), name="refresh_tokens_one_active"),
        ]
