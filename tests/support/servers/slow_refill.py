"""Runs manage.py with the shipped limits on messages, but the allowance for a minute refills in twenty minutes.

So a test reaches the limit on a slow machine too. It then refills the allowance itself.
"""

import os
import sys

from manage import ROOT, main

REFILL_S = 20 * 60


def slow_down() -> None:
    from messaging import send_limits

    (capacity, _), day = send_limits.MESSAGES
    send_limits.MESSAGES = ((capacity, REFILL_S), day)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "platform"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    slow_down()
    main()
