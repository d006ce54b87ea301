"""The lookup of endpoints by path: fixed paths are resolved once and cached, paths with parameters are not cached."""

from uuid import uuid4

from django.test import RequestFactory

from server.api_handler import ApiHandler


def test_only_fixed_paths_are_cached() -> None:
    handler, factory = ApiHandler(), RequestFactory()
    handler.load_middleware(is_async=True)
    paths_with_id = [f"/rest/v1/messages/{uuid4()}" for _ in range(20)]
    routes = {}
    for path in ["/rest/v1/messages", *paths_with_id, "/rest/v1/threads", "/rest/v1/messages"]:
        request = factory.get(path)
        match = handler.resolve_request(request)
        assert request.resolver_match is match
        routes[path] = match.route, dict(match.kwargs)
    assert routes["/rest/v1/messages"] == ("rest/v1/messages", {})
    assert {route for route, _ in (routes[path] for path in paths_with_id)} == {"rest/v1/messages/<uuidstr:message_id>"}
    assert [kwargs["message_id"] for _, kwargs in (routes[path] for path in paths_with_id)] == [
        path.rpartition("/")[2] for path in paths_with_id
    ]
    assert set(handler.fixed_matches) == {"/rest/v1/messages", "/rest/v1/threads"}
