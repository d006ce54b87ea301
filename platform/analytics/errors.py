"""The errors of analytics, with the specification's texts."""

from core.errors import Conflict, Invalid, NotFound, Unavailable

MISSING = "Google access token not found. Please reconnect your Google account."
EXPIRED = "Your Google access token has expired. Please reconnect your Google account."
FETCH = "Failed to fetch Google Analytics data: {detail}"
PROPERTIES = "Failed to fetch properties: {detail}"


class NotSetUp(NotFound):
    """This installation has no Google keys, or does not offer the requested source."""

    code = "analytics_not_set_up"
    message = "Google Analytics is not set up"


class ClientInformationNotFound(NotFound):
    """The user is not a client, so no client can own the property."""

    code = "client_information_not_found"
    message = "Client information not found"


class GoogleUnavailable(Unavailable):
    """Google's sign-in does not respond, or responds with an error."""

    code = "google_unavailable"
    message = "Failed to connect. Please try again."


class GoogleRateLimited(Unavailable):
    """This user has reached the rate limit of calls to Google."""

    code = "google_asked_too_often"
    message = "Google was asked very often just now. Please try again in a few minutes."


class NotAuthorized(Invalid):
    """The callback from Google does not belong to a recent authorization request of this user."""

    code = "google_not_authorized"
    message = "Failed to authenticate with Google."


class ScopeDeclined(Invalid):
    """The user signed in but did not grant the requested scope."""

    code = "google_declined"
    message = "Authorization was denied or cancelled."


class IdTokenMissing(Invalid):
    """Google's response has no ID token."""

    code = "google_no_id_token"
    message = "No ID token received"


class TokenMissing(Conflict):
    """No consent is stored to read with."""

    code = "google_token_missing"
    message = MISSING


class TokenExpired(Conflict):
    """The consent has ended at Google, and its tokens were deleted here too."""

    code = "google_token_expired"
    message = EXPIRED


class PropertiesNotFetched(Unavailable):
    """Google did not list the properties; the message has its response."""

    code = "google_properties_failed"


class NotFetched(Unavailable):
    """Google did not return the figures; the message has its response."""

    code = "google_fetch_failed"


class PropertyUnknown(Invalid):
    """No ordinary property of the connected account has this id."""

    code = "google_property_unknown"
    message = "Failed to connect manually. Please check your information."


class NotDisconnected(Unavailable):
    """Google did not revoke the consent, so nothing was deleted here."""

    code = "google_not_disconnected"
    message = "Failed to disconnect. Please try again."
