"""The TypeScript files that `make contracts` generates, so that no rule of the server is written down twice."""

import json
from collections.abc import Iterable

from accounts import validation as accounts
from billing.stripe_types import ONGOING
from chatbots import limits as bots
from chatbots.errors import BadScript, BadSheet
from chatbots.services.embeds import SHEETS_HOST, SHEETS_PATH
from clients import websites
from clients.client_details import BAD_EMAIL, EMAIL, EMAIL_MAX, NAME_MAX, NAMES, PHONE_MAX, missing_text
from clients.schemas import AREAS_MAX, CLIENTS_MAX
from files.buckets import ATTACHMENTS, PORTRAIT_PX, REPORT_VIDEOS, WEBSITE_ASSETS, Bucket
from messaging.queries import FIRST_LOAD, REMOVED
from messaging.schemas import CONTENT_MAX
from reports.errors import BadVideo, PostedTooLate
from reports.publish_time import POSTED_AHEAD_DAYS
from reports.queries import RECENT_REPORTS
from reports.schemas import TEXT_MAX, TITLE_MAX
from reports.video_addresses import SCHEMES, SERVICES
from server.paths import PUBLIC, SCREENS, SERVER_PATHS
from website.services import TITLES

Constant = tuple[str, str, object]  # comment, name, value


def path_table() -> str:
    return _file(
        "The paths of the server, of the public site and of the app, from platform/server/paths.py.",
        [
            ("The server's own paths, each with all paths below it.", "SERVER_PATHS", SERVER_PATHS),
            ("The pages of the public site.", "PUBLIC", list(PUBLIC)),
            ("The screens of the app, each with all paths below it.", "SCREENS", list(SCREENS)),
        ],
    )


def hosts() -> str:
    return _file(
        "Which hosts no website has, from platform/clients/websites.py.",
        [
            ("The most characters of an address.", "MAX_ADDRESS_LENGTH", websites.MAX_LENGTH),
            ("Last labels that mean something only inside one network.", "LOCAL", sorted(websites.LOCAL)),
            ("Networks whose addresses are never public.", "NETWORKS", websites.NETWORKS),
        ],
        [
            ("A label of a host name.", "LABEL", websites.LABEL.pattern),
            ("The last label of a host name.", "TOP", websites.TOP.pattern),
        ],
    )


def sign_in_rules() -> str:
    return _file(
        "What the server requires of the email address of an account, from platform/accounts/validation.py.",
        [("The most characters of an address.", "EMAIL_MAX", accounts.EMAIL_MAX)],
        [("An address in lower case.", "EMAIL", accounts.EMAIL.pattern)],
    )


def client_rules() -> str:
    missing = {field: missing_text(name) for field, name in NAMES.items()}
    return _file(
        "What the server requires of a client's details, video, script and sheet, from clients, reports and chatbots.",
        [
            ("The error texts for required fields that are empty.", "MISSING", missing),
            ("The error text for an address that EMAIL does not match.", "BAD_EMAIL", BAD_EMAIL),
            ("The error text for an address that is not a video's.", "BAD_VIDEO", BadVideo.message),
            (
                "The error text for a weekly video's date that is too far ahead.",
                "POSTED_TOO_LATE",
                PostedTooLate.message,
            ),
            ("How many days ahead the date of a weekly video may be.", "POSTED_AHEAD_DAYS", POSTED_AHEAD_DAYS),
            ("The error text for embed code without a script.", "BAD_SCRIPT", BadScript.message),
            ("The error text for an address that is not a Google sheet's.", "BAD_SHEET", BadSheet.message),
            ("The schemes that a video's address may have.", "VIDEO_SCHEMES", SCHEMES),
            ("The domains of the services whose videos are played.", "VIDEO_SERVICES", SERVICES),
            ("The beginning of the address of a Google sheet.", "SHEETS", f"https://{SHEETS_HOST}{SHEETS_PATH}"),
            ("The most clients in one request.", "CLIENTS_MAX", CLIENTS_MAX),
        ],
        [("An email address.", "EMAIL", EMAIL.pattern)],
    )


def limits() -> str:
    return _file(
        "How long texts and how large files may be: characters, bytes, and the error texts of files.",
        [
            ("A message.", "MESSAGE_MAX", CONTENT_MAX),
            ("How many of its newest messages a thread's first load contains.", "FIRST_MESSAGES", FIRST_LOAD),
            ("A report's title and text.", "REPORT_TITLE_MAX", TITLE_MAX),
            ("", "REPORT_TEXT_MAX", TEXT_MAX),
            ("How many of a client's newest reports are on admins' devices.", "RECENT_REPORTS", RECENT_REPORTS),
            ("A question to a bot, with everything that the prompt adds.", "PROMPT_MAX", bots.PROMPT_MAX),
            ("A training example.", "QUESTION_MAX", bots.QUESTION_MAX),
            ("", "ANSWER_MAX", bots.ANSWER_MAX),
            ("A bot's details, and the address of an example's source.", "BOT_NAME_MAX", bots.NAME_MAX),
            ("", "BOT_CATEGORY_MAX", bots.CATEGORY_MAX),
            ("", "BOT_DESCRIPTION_MAX", bots.DESCRIPTION_MAX),
            ("", "MODEL_MAX", bots.MODEL_MAX),
            ("", "ADDRESS_MAX", bots.ADDRESS_MAX),
            ("Why a bot is activated although saved questions fail.", "REASON_MAX", bots.REASON_MAX),
            ("A client's details.", "NAME_MAX", NAME_MAX),
            ("", "EMAIL_MAX", EMAIL_MAX),
            ("", "PHONE_MAX", PHONE_MAX),
            ("The areas that a client serves.", "AREAS_MAX", AREAS_MAX),
            ("Titles of the public site.", "SITE_TITLES_MAX", TITLES),
            ("The file of a message.", "ATTACHMENT", _bucket(ATTACHMENTS)),
            ("The video of a report.", "REPORT_VIDEO", _bucket(REPORT_VIDEOS)),
            ("The logo of the public site.", "LOGO", _bucket(WEBSITE_ASSETS)),
            ("An admin's picture; it is a square with sides of at most so many pixels.", "PORTRAIT_PX", PORTRAIT_PX),
        ],
    )


def previews() -> str:
    return _file(
        "What the server stores in place of a message's text, from platform/messaging/queries.",
        [("The preview of a last message that was taken back.", "REMOVED", REMOVED)],
    )


def subscription_statuses() -> str:
    return _file(
        "Statuses of Stripe subscriptions, from platform/billing/stripe_types.py.",
        [
            (
                "A subscription with one of these is managed in the portal and not bought again.",
                "ONGOING",
                sorted(ONGOING),
            )
        ],
    )


FILES = {
    "pwa/src/service-worker/path-table.gen.ts": path_table,
    "pwa/src/features/performance/hosts.gen.ts": hosts,
    "pwa/src/features/auth/rules.gen.ts": sign_in_rules,
    "pwa/src/features/billing/statuses.gen.ts": subscription_statuses,
    "pwa/src/features/clients/rules.gen.ts": client_rules,
    "pwa/src/lib/limits.gen.ts": limits,
    "pwa/src/live/directory/previews.gen.ts": previews,
}


def _bucket(bucket: Bucket) -> dict[str, object]:
    return {
        "bytes": bucket.max_bytes,
        "endings": sorted(bucket.extensions),
        "tooLarge": bucket.too_large,
        "notSupported": bucket.not_supported,
    }


def _file(head: str, constants: Iterable[Constant], patterns: Iterable[tuple[str, str, str]] = ()) -> str:
    lines = [f"// {head}", "// `make contracts` generates this file (platform/config/typescript.py)."]
    for comment, name, value in constants:
        lines += ["", f"/** {comment} */"] if comment else []
        lines.append(f"export const {name} = {json.dumps(value, indent=2)} as const")
    for comment, name, pattern in patterns:
        lines += ["", f"/** {comment} */", f"export const {name} = /^{pattern}$/"]
    return "\n".join(lines) + "\n"
