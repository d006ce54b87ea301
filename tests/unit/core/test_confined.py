"""The server reads a limited amount of a confined program's output, and then ends the program."""

import gzip

from core import sandboxed_process


def test_output_beyond_the_limit_is_cut_and_the_process_ended() -> None:
    endless = gzip.compress(bytes(2 * sandboxed_process.MAX_BYTES))
    ended = sandboxed_process.run("gzip", "-d", chunks=[endless], user=None, timeout_s=20)
    assert (len(ended.output), ended.code == 0) == (sandboxed_process.MAX_BYTES, False)
