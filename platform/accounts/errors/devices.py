"""Errors of endpoints outside `/auth/v1`: signed-in devices, recovery codes, and actions that need a proof."""

from core.errors import Conflict, NotFound


class SessionNotFound(NotFound):
    """The session does not exist, or belongs to another user."""

    code = "session_not_found"
    message = "Session not found"


class RecentProofNeeded(Conflict):
    """An action that gives access requires a recent sign-in or reauthentication."""

    code = "reauthentication_needed"
    message = "This change requires a recent sign-in or reauthentication"


class NoFactorYet(Conflict):
    """Recovery codes require a verified factor that this session has proved."""

    code = "no_second_factor"
    message = "Set up two-factor sign-in first"
