"""The jobs of reports: publish on Monday, notify users, and fetch posters in a thread of their own."""

from datetime import timedelta
from uuid import UUID

from huey.contrib.djhuey import on_startup

from reports import home_video, notify, posters, queries, services
from reports.errors import BadVideo
from reports.video_addresses import read_video
from sync.effects import effects
from sync.effects.effects import Queue
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now

# A queue of its own, so that a video service that does not respond delays no email.
POSTERS = Queue("posters", timedelta(minutes=2))


@effects.handles(services.PUBLISH)
def publish(subject: str) -> None:
    """The subject is `<report> <day>`."""
    write_now(services.publish_due, report_id=UUID(subject.partition(" ")[0]))


@effects.handles(notify.NOTIFY)
def notify_users(subject: str) -> None:
    """The subject is `<report> <time of publication>`, followed by the publisher's id unless it was scheduled."""
    report_id, stamp, *by = subject.split(" ")
    write_now(services.notify_users, report_id=UUID(report_id), stamp=stamp, by=UUID(by[0]) if by else None)


@effects.handles(home_video.POSTER, queue=POSTERS)
def fetch_poster(subject: str) -> None:
    """The subject is `<report or client video> <version>`. Without a picture no poster is stored."""
    owner_id = UUID(subject.partition(" ")[0])
    address = queries.video_of(owner_id=owner_id)
    try:
        picture = posters.picture_of(read_video(address)) if address else ""
    except BadVideo:
        return
    if address and picture:
        write_now(services.store_poster, owner_id=owner_id, video_url=address, picture=picture)


@once
def start_fetching() -> None:
    """Start the poster thread. Every Huey worker calls this at start, but one thread per process is enough."""
    sweeper(POSTERS).start()


on_startup()(start_fetching)
