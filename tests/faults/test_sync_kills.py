"""Processes that are killed (-9) in the middle of a write, on both paths: by a door, and beside the server."""

import httpx
import pytest

from tests.support.crashing import Place, holes_in, said_in, shell_that_sends

SOON_S = 4  # a second, on a machine that has other things to do


@pytest.mark.parametrize("point", ["log", "hint"])
def test_lg2_the_server_dies_in_the_middle_of_a_request(point: str, place: Place) -> None:
    """LG2 before the log row: neither is there. LG7 before the hint: both are, and the device gets it."""
    body = place.message("in the middle")
    with place.served(dying=point) as server:
        cursor = place.cursor(server)
        with place.doors(server) as doors, pytest.raises(httpx.TransportError):
            doors.post("/rest/v1/messages", json=body)
        assert server.died()
    expected = ["before"] if point == "log" else ["before", "in the middle"]
    assert place.contents() == (expected, expected)
    assert holes_in(place) == []
    with place.served() as server, place.doors(server) as doors, place.socket(server, cursor) as line:
        again = doors.post("/rest/v1/messages", json=body)
        assert again.status_code == (201 if point == "log" else 200)
        assert said_in(line.frame("ch")) == ["in the middle"]
        assert doors.post("/rest/v1/messages", json=place.message("after")).status_code == 201
        assert said_in(line.frame("ch")) == ["after"]
    everything = ["before", "in the middle", "after"]
    assert place.contents() == (everything, everything)
    assert holes_in(place) == []


def test_lg7_another_process_dies_or_lives_beside_the_server(place: Place) -> None:
    """LG2 and LG7 on the other path: the open socket gets what was committed, within about a second, hint or not."""
    with place.served() as server, place.doors(server) as doors, place.socket(server, place.cursor(server)) as line:
        line.frame("live")
        assert place.run(shell_that_sends(place, place.message("never")), dying="log") == -9
        assert place.contents() == (["before"], ["before"])
        assert place.run(shell_that_sends(place, place.message("untold")), dying="hint") == -9
        assert said_in(line.frame("ch", within=SOON_S)) == ["untold"]
        assert place.run(shell_that_sends(place, place.message("beside"))) == 0
        assert said_in(line.frame("ch", within=SOON_S)) == ["beside"]
        assert doors.post("/rest/v1/messages", json=place.message("by the door")).status_code == 201
        assert said_in(line.frame("ch")) == ["by the door"]
    everything = ["before", "untold", "beside", "by the door"]
    assert place.contents() == (everything, everything)
    assert holes_in(place) == []
