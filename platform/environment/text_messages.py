"""Settings of text messages, which carry codes as a second factor."""

from environment.setting import BadSetting, Group, Reader
from environment.values import calling_codes, number, optional, service, text

SMS = "https://account:token@api.twilio.com"

GROUP = Group("Text messages", "Codes by text message as a second factor, through the API of Twilio.")
SMS_URL = GROUP.setting(
    "SMS_URL",
    optional(service({"http", "https"}, SMS)),
    "The API with the account's keys.",
    default_text="none; no code is sent by text message",
    unit="URL",
    example=SMS,
    is_secret=True,
)
SMS_FROM = GROUP.setting(
    "SMS_FROM",
    text,
    "The number that text messages come from. Required with SMS_URL.",
    unit="phone number",
    example="+15005550006",
)
SMS_COUNTRIES = GROUP.setting(
    "SMS_COUNTRIES",
    calling_codes,
    "The calling codes of the countries that receive text messages, without +. Required with SMS_URL. 1 is all of North"
    " America and the Caribbean; a longer prefix such as 1212 narrows it. Phones in other countries that are verified"
    " stay.",
    unit="calling codes with commas between them",
    example="1,44,49",
)
SMS_PER_DAY = GROUP.setting(
    "SMS_PER_DAY",
    number(1, 1_000_000),
    "The maximum number of text messages a day (UTC) for the whole installation. Only admins and clients with a card on"
    " file may add a phone; without payments set up, every client may.",
    default="200",
    unit="messages a day",
    example="200",
)


def check_text_messages(reader: Reader, test_phones: dict[str, str]) -> None:
    """Raises BadSetting if SMS_URL is set without the settings that it requires, or together with test phones."""
    if not reader.read(SMS_URL):
        return
    if not reader.is_set(SMS_FROM):
        raise BadSetting(SMS_FROM.name, "the number that text messages come from")
    if not reader.read(SMS_COUNTRIES):
        raise BadSetting(SMS_COUNTRIES.name, "the calling codes of the countries that get text messages, like 1,44,49")
    if test_phones:
        raise BadSetting(
            "AUTH_TEST_PHONE", "not possible together with SMS_URL, because nobody should sign in with a fixed code"
        )
