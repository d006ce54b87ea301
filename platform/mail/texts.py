"""The texts of each kind of mail.

`{name}` is the product's name, `{address}` a new email address, `{when}` a day. `{what}` depends on the kind: an
account's current address, a price, or the number of waiting notifications.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of a mail. `lead` is the first paragraph, `note` the small print at the end.

    `action` is the label of the button that opens the link; "" for a mail without a link.
    """

    subject: str
    title: str
    lead: str
    action: str
    note: str


NOT_REQUESTED = "If you did not ask for this, you can ignore this mail: nothing happens without the code or the link."
CHANGE_NOT_REQUESTED = "If you did not ask for this, do not use the code or the link, and change your password."
IF_NOT_YOU = (
    "If it was you, you can ignore this mail. If it was not, reset your password now: choose Forgot password? where you sign "
    "in. That signs out everybody else."
)

KINDS = {
    "confirm": Words(
        "Confirm your email address",
        "Confirm your email address",
        "Welcome to {name}. Enter this code, or press the button, and your account is ready.",
        "Confirm my address",
        NOT_REQUESTED,
    ),
    "magic_link": Words(
        "Your sign-in code",
        "Sign in to {name}",
        "Enter this code where you want to sign in, or press the button.",
        "Sign in",
        NOT_REQUESTED,
    ),
    "recover": Words(
        "Reset your password",
        "Choose a new password",
        "Enter this code, or press the button, and then choose a new password for {name}.",
        "Choose a new password",
        NOT_REQUESTED,
    ),
    "change_new": Words(
        "Confirm your new email address",
        "Confirm your new address",
        "Somebody asked to move the account of {what} at {name} to this address, {address}. Enter this code, or press the "
        "button, only if that account is yours, because anybody who knows its password can still sign in to it. The change "
        "must be confirmed from the current address, too.",
        "Confirm the new address",
        NOT_REQUESTED,
    ),
    "change_current": Words(
        "Confirm the change of your email address",
        "Change your address?",
        "Somebody asked to move your account at {name} to {address}. Enter this code, or press the button, if you agree. "
        "The change must be confirmed from the new address, too.",
        "Yes, change it",
        CHANGE_NOT_REQUESTED,
    ),
    "reauthenticate": Words(
        "Your security code",
        "Is it you?",
        "Enter this code to confirm the change that you are making in {name}.",
        "",
        "If you are making no change, somebody else is signed in as you: change your password.",
    ),
    "erase": Words(
        "Erase your account?",
        "Erase your account?",
        "Enter this code to erase your account at {name} and everything in it. This cannot be undone.",
        "",
        "If you did not ask for this, somebody else is signed in as you: give this code to nobody, and change your password.",
    ),
    "invite": Words(
        "You are invited to {name}",
        "You are invited to {name}",
        "Your results, reports and messages in one place. Create your account with this address.",
        "Create my account",
        "If you do not know what this is about, you can ignore this mail.",
    ),
    "trial_ends": Words(
        "Your free trial ends on {when}",
        "Your free trial ends on {when}",
        "After that, your subscription to {name} continues at {what}, charged to the card on file. You do not need to do "
        "anything. If you would rather stop, cancel before that day and pay nothing.",
        "Manage my subscription",
        "You get this mail once, three days before your trial ends.",
    ),
    "payment_failed": Words(
        "Your payment did not go through",
        "Your payment did not go through",
        "Your card was declined, so your subscription to {name} is not paid. Update your card, and the payment is tried "
        "again.",
        "Update my card",
        "If you have updated your card meanwhile, you can ignore this mail.",
    ),
    "notices": Words(
        "{what} at {name}",
        "{what}",
        "You have not seen this yet.",
        "Open {name}",
        "You get this mail because none of your devices has shown it. Choose your notifications in the app: "
        "Settings, Notifications.",
    ),
    "erased": Words(
        "Your account is erased",
        "Your account is erased",
        "Your account at {name} and everything in it is being removed, and nobody can sign in with it any more. A paid "
        "subscription has ended with it.",
        "",
        "This is the last mail that you get from us. If it was not you who did this, please answer it.",
    ),
    "password_changed": Words(
        "Your password was changed",
        "Your password was changed",
        "The password of your account at {name} was changed just now. All other devices were signed out.",
        "",
        IF_NOT_YOU,
    ),
    "new_device": Words(
        "A new sign-in to your account",
        "A new sign-in to your account",
        "Somebody has just signed in to your account at {name} with a browser that has not signed in to it before.",
        "",
        IF_NOT_YOU,
    ),
    "factor_added": Words(
        "Two-factor sign-in: a second step was added",
        "A second step was added",
        "Your account at {name} has a new second step for signing in. Your other devices were signed out.",
        "",
        IF_NOT_YOU,
    ),
    "factor_removed": Words(
        "Two-factor sign-in: a second step was removed",
        "A second step was removed",
        "A second step for signing in was removed from your account at {name}.",
        "",
        IF_NOT_YOU,
    ),
    "test": Words(
        "A test from {name}",
        "Mail works",
        "This mail was sent to check that mail from {name} arrives. It does.",
        "",
        "An operator of {name} requested it with a command.",
    ),
}
