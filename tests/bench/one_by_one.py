"""manage.py with a transaction for each post: what waits is not committed together, and all else is as it ships."""

import sys

from manage import ROOT, main


def take_one_at_a_time() -> None:
    from sync import group_commit

    group_commit.GROUP = 1


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "platform"))
    take_one_at_a_time()
    main()
