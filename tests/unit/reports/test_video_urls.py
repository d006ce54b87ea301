"""Addresses of videos: which player shows them, and which are rejected."""

import pytest

from reports.errors import BadVideo
from reports.video_addresses import read_video

NOCOOKIE = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"
LOOM = "0281766fa2d04bb788eaf19e65135184"


@pytest.mark.parametrize(
    ("typed", "kind", "embed"),
    [
        ("https://www.youtube.com/watch?v=dQw4w9WgXcQ", "youtube", NOCOOKIE),
        (" http://youtube.com/watch?feature=share&v=dQw4w9WgXcQ ", "youtube", NOCOOKIE),
        ("https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s", "youtube", f"{NOCOOKIE}?start=90"),
        ("https://youtu.be/dQw4w9WgXcQ?t=42", "youtube", f"{NOCOOKIE}?start=42"),
        ("https://www.youtube.com/shorts/dQw4w9WgXcQ", "youtube", NOCOOKIE),
        ("https://www.youtube.com/live/dQw4w9WgXcQ?si=x", "youtube", NOCOOKIE),
        ("https://www.youtube.com/embed/dQw4w9WgXcQ?start=5", "youtube", f"{NOCOOKIE}?start=5"),
        ("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "youtube", NOCOOKIE),
        ("https://YouTube.com/watch?v=dQw4w9WgXcQ", "youtube", NOCOOKIE),
        ("https://vimeo.com/76979871", "vimeo", "https://player.vimeo.com/video/76979871?dnt=1"),
        (
            "https://vimeo.com/76979871/8272103f6e",
            "vimeo",
            "https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e",
        ),
        (
            "https://player.vimeo.com/video/76979871?h=8272103f6e",
            "vimeo",
            "https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e",
        ),
        ("https://vimeo.com/channels/staffpicks/76979871", "vimeo", "https://player.vimeo.com/video/76979871?dnt=1"),
        (f"https://www.loom.com/share/{LOOM}?sid=1", "loom", f"https://www.loom.com/embed/{LOOM}"),
        (f"https://www.loom.com/share/Week-47-{LOOM}", "loom", f"https://www.loom.com/embed/{LOOM}"),
        (f"https://www.loom.com/share/Week_47-{LOOM}", "loom", f"https://www.loom.com/embed/{LOOM}"),
        (f"https://loom.com/embed/{LOOM}", "loom", f"https://www.loom.com/embed/{LOOM}"),
        ("https://www.loom.com/share/abc123", "loom", "https://www.loom.com/embed/abc123"),
        ("https://vimeo.com/123", "vimeo", "https://player.vimeo.com/video/123?dnt=1"),
        ("https://youtu.be/a_b-C", "youtube", "https://www.youtube-nocookie.com/embed/a_b-C"),
        ("https://video.pictory.ai/v2/preview/123", "pictory", "https://video.pictory.ai/v2/preview/123"),
        ("https://cdn.example/week%2047.MP4?x=1", "file", "https://cdn.example/week%2047.MP4?x=1"),
        ("http://cdn.example/week.mp4", "link", None),
        ("https://www.youtube.com/@pulseboard", "link", None),
        ("https://www.youtube.com/watch?v=../../evil", "link", None),
        ("https://vimeo.com/about", "link", None),
        ("https://vimeo.com/٣٤٥", "link", None),
        (f"https://youtu.be/{'x' * 65}", "link", None),
        ("https://www.loom.com/share/..%2fabc", "link", None),
        ("https://www.loom.com/share/abc123%0a", "link", None),
        ("https://www.loom.com/pricing/abc123", "link", None),
        ("https://vimeo.com/76979871/<script>", "link", None),
        ("https://youtube.com:8443/watch?v=dQw4w9WgXcQ", "link", None),
        ("https://www.heirloom.com/share/1", "link", None),
        ("https://meetings.example/recording/9", "link", None),
    ],
)
def test_a_video_url_is_parsed(typed: str, kind: str, embed: str | None) -> None:
    video = read_video(typed)
    assert (video.kind, video.embed, video.address) == (kind, embed, typed.strip())


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "youtube.com/watch?v=dQw4w9WgXcQ",
        "javascript:alert(1)",
        "JaVaScRiPt://www.youtube.com/%0aalert(1)",
        "data:text/html,<script>alert(1)</script>",
        "file:///etc/passwd",
        "ftp://youtube.com/x.mp4",
        "https://",
        "https:///watch",
        "https://me:secret@cdn.example/x.mp4",
        "https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ",
        "https://www.youtube.com\\@evil.example/",
        "https://cdn.example/a b.mp4",
        "https://cdn.example/a\u202egpj.mp4",
        "https://cdn.example:0/x.mp4",
        "https://cdn.example:99999/x.mp4",
        f"https://cdn.example/{'x' * 2000}",
        # Hosts whose names imitate a service's.
        "https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
        "https://evil-youtube.com/watch?v=dQw4w9WgXcQ",
        "https://y0utube.com/watch?v=dQw4w9WgXcQ",
        "https://youtube.co/watch?v=dQw4w9WgXcQ",
        "https://youtu.be.evil.example/dQw4w9WgXcQ",
        "https://vime0.com/76979871",
        "https://player-vimeo.com/video/76979871",
        "https://www.loom.com.evil.example/share/1",
        "https://video.pictory.ai.evil.example/v2/preview/123",
        "https://yоutube.com/watch?v=dQw4w9WgXcQ",
        "https://xn--yutube-wqf.com/watch?v=dQw4w9WgXcQ",
        "https://ｙｏｕｔｕｂｅ.example/watch",
    ],
)
def test_an_invalid_address_is_rejected_with_the_specified_text(typed: str) -> None:
    with pytest.raises(BadVideo) as error:
        read_video(typed)
    assert error.value.message == (
        "Please provide a valid video URL (YouTube, Vimeo, Loom, Pictory, or direct video link)"
    )
