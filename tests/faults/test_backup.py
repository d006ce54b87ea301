"""A backup made while people write is put back: nobody keeps what is no longer there, and all goes on."""

import os
import subprocess
from contextlib import ExitStack
from pathlib import Path

from tests.support.crashing import Place, holes_in
from tests.support.deployment import web
from tests.support.server import ROOT, SHIPPED


def script(name: str, place: Place, copy: Path) -> None:
    """Run `deploy/backup` or `deploy/restore` as an operator does."""
    env = os.environ | SHIPPED | {"DATA_DIR": str(place.data_dir)} | place.settings
    subprocess.run([ROOT / "deploy" / name, copy], cwd=ROOT, env=env, check=True, capture_output=True)


def test_cu4_every_device_loads_anew_after_a_restore(place: Place, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with ExitStack() as running:
        server = running.enter_context(web(place))
        doors = running.enter_context(place.doors(server))
        assert doors.post("/rest/v1/messages", json=place.message("kept")).status_code == 201
        before = place.cursor(server)
        script("backup", place, copy)
        assert doors.post("/rest/v1/messages", json=place.message("lost")).status_code == 201
    assert place.contents()[0] == ["before", "kept", "lost"]
    script("restore", place, copy)
    assert place.contents() == (["before", "kept"], ["before", "kept"])
    with ExitStack() as running:
        server = running.enter_context(web(place))
        line = running.enter_context(place.socket(server, before))
        [told] = [sub for sub in line.frames[-1]["subs"] if sub["s"] == before["s"]]
        assert (told["mode"], told["why"]) == ("reset", "epoch")
        doors = running.enter_context(place.doors(server))
        assert doors.post("/rest/v1/messages", json=place.message("since")).status_code == 201
    assert place.contents()[0] == ["before", "kept", "since"]
    assert holes_in(place) == []
