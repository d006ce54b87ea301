"""deploy/docs/doctor.md lists every topic that `pulseboard doctor` reports."""

import re

from tests.support.architecture.tree import ROOT

FINDING = re.compile(r'\b(?:ok|warning|broken)\(\s*"([^"]+)"')


def test_the_document_lists_each_topic_of_the_doctor() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "platform/config/doctor").glob("*.py")]
    topics = {topic for text in sources for topic in FINDING.findall(text)}
    assert {"Settings", "Disk", "Clock"} < topics
    table = (ROOT / "deploy/docs/doctor.md").read_text(encoding="utf-8").partition("| topic |")[2]
    listed = {topic for row in re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE) for topic in row.split(", ")}
    assert topics - listed == set()
