"""Runs manage.py with the shipped limits on messages, but the allowance of one minute refills in twenty minutes.

So a slow machine reaches the limit too. The test refills the allowance itself after it has seen the limit.
"""

import os
import sys

from manage import ROOT, main

BACK_WITHIN_S = 20 * 60


def slow_down() -> None:
    from messaging import send_limits

    (capacity, _), day = send_limits.MESSAGES
    send_limits.MESSAGES = ((capacity, BACK_WITHIN_S), day)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "platform"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    slow_down()
    main()
