"""The configuration for logrotate in deploy/docs/monitoring.md, read by the real program."""

import gzip
import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.support.architecture.tree import ROOT

# Not every user's search path has the folders of system programs.
LOGROTATE = shutil.which("logrotate", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
FOLDER = "/var/log/pulseboard"


def test_the_documented_rotation_loses_no_line_of_a_process_that_keeps_its_file_open(tmp_path: Path) -> None:
    assert LOGROTATE is not None, "logrotate is not installed: run make browser"
    document = (ROOT / "deploy/docs/monitoring.md").read_text(encoding="utf-8")
    [block] = re.findall(r"cat > /etc/logrotate.d/pulseboard <<'END'\n(.+?)\n *END\n", document, re.DOTALL)
    assert f"install -d -o pulseboard -g pulseboard -m 0750 {FOLDER}\n" in document
    config, folder = tmp_path / "pulseboard", tmp_path / "log"
    config.write_text(block.replace(FOLDER, str(folder)) + "\n", encoding="utf-8")
    config.chmod(0o644)  # logrotate ignores a file that others can write
    folder.mkdir(mode=0o750)
    with (folder / "web.log").open("ab", buffering=0) as log:
        log.write(b"before\n")
        command = [LOGROTATE, "--force", "--state", str(tmp_path / "state"), str(config)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        log.write(b"after\n")
    assert sorted(path.name for path in folder.iterdir()) == ["web.log", "web.log.1.gz"]
    assert gzip.decompress((folder / "web.log.1.gz").read_bytes()) == b"before\n"
    assert (folder / "web.log").read_bytes() == b"after\n"
