"""The server raises its limit of file descriptors, and never lowers it."""

import resource

import pytest

from server.daphne import server

INFINITY = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ((1_024, 4_096), [(4_096, 4_096)]),
        ((256, INFINITY), [(10_240, INFINITY)]),
        ((65_536, INFINITY), [(65_536, INFINITY)]),
        ((INFINITY, INFINITY), []),
    ],
)
def test_the_limit_is_raised_and_never_lowered(
    limits: tuple[int, int], expected: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    stored: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: stored.append(new))
    server._raise_descriptor_limit()
    assert stored == expected
