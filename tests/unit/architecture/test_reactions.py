"""The checks of the reactions page: it lists every request of an effect, and only it has the stored names."""

from pathlib import Path

import pytest

from tests.support.architecture.planting import Check, on_the_tree_and_on, plant
from tests.support.architecture.reactions import complete_page, stored_names_on_one_page

PAGE = """
    '''What follows from what.'''
    from mail import delivery, tasks
    from mail import services as mail
    from sync.effects.reactions import BatchReaction, Reaction

    REACTIONS = (
        Reaction("mail.deliver", delivery.deliver, after=[mail.send, mail.send_later]),
        Reaction("mail.prune", tasks.prune, after=[tasks.request_pruning]),
        BatchReaction("mail.count", delivery.count, after=[mail.send_later], at_a_time=4),
    )
    """
GOOD = {
    "platform/config/reactions.py": PAGE,
    "platform/mail/delivery.py": "'''Delivers.'''\ndef deliver(subject): ...\ndef count(subjects): ...\n",
    "platform/mail/services.py": """
        '''Writes.'''
        from mail.delivery import count, deliver
        from sync.effects import effects

        def send(mail):
            effects.after_commit(deliver, mail)

        def send_later(mails, is_counted):
            effects.each_after_commit(count if is_counted else deliver, mails)
        """,
    "platform/mail/tasks.py": """
        '''Jobs.'''
        from sync.effects import effects
        from sync.writes.db_executor import write_now

        def prune(day): ...

        def request_pruning():
            write_now(effects.after_commit, prune, "today")
        """,
}
HEAD = "'''Planted.'''\nfrom mail import delivery\nfrom sync.effects import effects\ndef plant():\n    "
UNUSED = PAGE.replace("after=[mail.send,", "after=[mail.draft, mail.send,")

test_the_tree_is_clean, test_a_good_tree_passes = on_the_tree_and_on(GOOD, (complete_page, stored_names_on_one_page))


@pytest.mark.parametrize(
    ("check", "name", "text", "message"),
    [
        (
            complete_page,
            "platform/mail/other.py",
            HEAD + "effects.after_commit(delivery.deliver, '1')\n",
            "`mail.other.plant` requests `mail.delivery.deliver`: give the handler by its name, and list both",
        ),
        (
            complete_page,
            "platform/mail/other.py",
            HEAD + "effects.each_after_commit(HANDLERS[0], {})\n",
            "`mail.other.plant` requests `HANDLERS[0]`: give the handler by its name",
        ),
        (
            complete_page,
            "platform/mail/other.py",
            HEAD + "effects.after_commit(handler=delivery.deliver, subject='1')\n",
            "`mail.other.plant` requests",
        ),
        (
            complete_page,
            "platform/mail/other.py",
            HEAD + "write_now(effects.after_commit, delivery.count, '1')\n",
            "`mail.other.plant` requests `mail.delivery.count`",
        ),
        (
            complete_page,
            "platform/config/reactions.py",
            UNUSED,
            "`mail.services.draft` does not request `mail.delivery.deliver`: remove it.",
        ),
        (
            stored_names_on_one_page,
            "platform/mail/other.py",
            "'''Planted.'''\nKIND = 'mail.deliver'\n",
            "`mail.deliver` is a stored name: give the handler's function.",
        ),
    ],
)
def test_a_breach_is_caught(check: Check, name: str, text: str, message: str, tmp_path: Path) -> None:
    [breach] = check(plant(tmp_path, GOOD | {name: text}))
    assert breach.startswith(f"{name}:")
    assert message in breach
