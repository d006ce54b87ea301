"""The refusals of analytics, in the specification's words."""

from core.errors import Conflict, Invalid, NotFound, Unavailable

MISSING = "Google access token not found. Please reconnect your Google account."
EXPIRED = "Your Google access token has expired. Please reconnect your Google account."
FETCH = "Failed to fetch Google Analytics data: {detail}"
PROPERTIES = "Failed to fetch properties: {detail}"


class NotSetUp(NotFound):
    """This installation has no keys of Google, or does not offer what was asked for."""

    code = "analytics_not_set_up"
    message = "Google Analytics is not set up"


class ClientInformationNotFound(NotFound):
    """The person is no client: there is nobody whose property it could be."""

    code = "client_information_not_found"
    message = "Client information not found"


class GoogleUnavailable(Unavailable):
    """Google's sign-in does not answer, or not as it should."""

    code = "google_unavailable"
    message = "Failed to connect. Please try again."


class AskedTooOften(Unavailable):
    """This person has had Google asked as often as one may in a while."""

    code = "google_asked_too_often"
    message = "Google was asked very often just now. Please try again in a few minutes."


class NotAuthorized(Invalid):
    """What came back from Google's page is no consent of this person that was asked for just before."""

    code = "google_not_authorized"
    message = "Failed to authenticate with Google."


class Declined(Invalid):
    """The person agreed to sign in, and not to what was asked for."""

    code = "google_declined"
    message = "Authorization was denied or cancelled."


class IdTokenMissing(Invalid):
    """Google did not say who agreed."""

    code = "google_no_id_token"
    message = "No ID token received"


class TokenMissing(Conflict):
    """There is no consent to read by."""

    code = "google_token_missing"
    message = MISSING


class TokenExpired(Conflict):
    """The consent is gone, and its tokens were removed here too."""

    code = "google_token_expired"
    message = EXPIRED


class PropertiesNotFetched(Unavailable):
    """Google did not list the properties; the message says what it answered."""

    code = "google_properties_failed"


class NotFetched(Unavailable):
    """Google did not give the figures; the message says what it answered."""

    code = "google_fetch_failed"


class PropertyUnknown(Invalid):
    """No ordinary property of the connected account has this id."""

    code = "google_property_unknown"
    message = "Failed to connect manually. Please check your information."


class NotDisconnected(Unavailable):
    """Google could not be told, so that nothing was removed."""

    code = "google_not_disconnected"
    message = "Failed to disconnect. Please try again."
