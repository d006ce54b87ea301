"""A change reaches every device, whether a web process, the worker or a shell commits it."""

from contextlib import ExitStack

import pytest

from tests.support.servers.crash_harness import SOON_S, WITHIN_S, Line, Place, holes_in, shell_that_sends, texts_in
from tests.support.servers.deployment import request_post, web, worker

pytestmark = pytest.mark.thorough


def next_messages(lines: list[Line], within: float = SOON_S) -> list[list[str]]:
    """The messages in the next frame of changes of each device."""
    return [texts_in(line.frame("ch", within=within)) for line in lines]


def test_lg7_a_change_of_any_process_reaches_the_devices_of_every_process(place: Place) -> None:
    with ExitStack() as running:
        one, other = (running.enter_context(web(place)) for _ in range(2))
        cursor = place.cursor(one)
        lines = [running.enter_context(place.socket(server, cursor)) for server in (one, other)]
        for line in lines:
            line.frame("live")
        for server, content in ((one, "by the one"), (other, "by the other")):
            with place.http(server) as http:
                assert http.post("/rest/v1/messages", json=place.message(content)).status_code == 201
            assert next_messages(lines) == [[content]] * 2
        assert place.run(shell_that_sends(place, place.message("by the shell"))) == 0
        assert next_messages(lines) == [["by the shell"]] * 2
        request_post(place)
        running.enter_context(worker(place))
        assert next_messages(lines, within=WITHIN_S) == [["by the worker"]] * 2
    assert place.contents()[1] == ["before", "by the one", "by the other", "by the shell", "by the worker"]
    assert holes_in(place) == []
