"""What a confined program may do to us: nothing beyond its output, of which we take no more than any of ours says."""

import gzip

from core import confined


def test_who_says_more_than_any_of_ours_is_not_listened_to() -> None:
    endless = gzip.compress(bytes(2 * confined.MOST_BYTES))
    ended = confined.run("gzip", "-d", pieces=[endless], user=None, within_s=20)
    assert (len(ended.output), ended.code == 0) == (confined.MOST_BYTES, False)
