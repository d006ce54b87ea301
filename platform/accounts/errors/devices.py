"""Refusals of the doors beside `/auth/v1`: signed-in devices and recovery codes."""

from core.errors import Conflict, NotFound


class SessionNotFound(NotFound):
    """No such session, or another person's."""

    code = "session_not_found"
    message = "Session not found"


class CodesNeedReauthentication(Conflict):
    """New recovery codes are for whoever has just proved who they are."""

    code = "reauthentication_needed"
    message = "This change requires a recent sign-in or reauthentication"


class NoFactorYet(Conflict):
    """Recovery codes stand in for a factor, and there is none."""

    code = "no_second_factor"
    message = "Set up two-factor sign-in first"
