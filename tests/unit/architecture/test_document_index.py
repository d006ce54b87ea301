"""Every document is listed in an index under its kind; a planted document, kind or link that is wrong is found."""

from pathlib import Path

import pytest

from tests.support.architecture.document_index import documents_are_listed, links_lead_to_files
from tests.support.architecture.planting import Check, on_the_tree_and_on, plant

GOOD = {
    "CONTRIBUTING.md": "# C\n\n## Documents\n\n**Tutorials**\n- [First](FIRST.md)\n\n## More\n\n- [Again](FIRST.md#one)\n",
    "FIRST.md": "# First\n\n*Tutorial, ten minutes.* Text.\n\n## One\n",
    "deploy/README.md": "# D\n\n**How-to guides**\n- [Back up](docs/backup.md)\n\n**Reference**\n- [Threats](docs/t/README.md)\n",
    "deploy/docs/backup.md": "# Back up\n\n*How-to.* See [one](t/README.md).\n",
    "deploy/docs/t/README.md": "# T\n\n*Reference.*\n\n- [V1](V1.md)\n- [Elsewhere](https://example.com/gone.md)\n",
    "deploy/docs/t/V1.md": "# V1\n\n*Reference.*\n",
    "tests/bench/results/memory.md": "# Written by a program\n",
}
CHECKS = (documents_are_listed, links_lead_to_files)

test_the_tree_is_clean, test_a_good_tree_passes = on_the_tree_and_on(GOOD, CHECKS)


@pytest.mark.parametrize(
    ("check", "file", "text", "message"),
    [
        (documents_are_listed, "deploy/docs/new.md", "# New\n\n*How-to.*\n", "new.md: it is listed 0 times"),
        (
            documents_are_listed,
            "platform/NEW.md",
            "# New\n",
            "NEW.md: it is listed 0 times; list it once in CONTRIBUTING",
        ),
        (
            documents_are_listed,
            "deploy/docs/backup.md",
            "# B\n\n*Reference.*\n",
            "it says Reference, and the index lists",
        ),
        (documents_are_listed, "deploy/docs/backup.md", "# B\n\nText.\n", "begin with its kind"),
        (documents_are_listed, "deploy/docs/t/V2.md", "# V2\n\n*Reference.*\n", "V2.md: it is listed 0 times"),
        (links_lead_to_files, "FIRST.md", "# F\n\n*Tutorial.* [x](GONE.md)\n\n## One\n", "GONE.md leads to no file"),
        (links_lead_to_files, "FIRST.md", "# F\n\n*Tutorial.* [x](#two)\n\n## One\n", "#two leads to no heading"),
        (links_lead_to_files, "FIRST.md", "# F\n\n*Tutorial.* Text.\n", "FIRST.md#one leads to no heading"),
    ],
)
def test_a_breach_is_found(check: Check, file: str, text: str, message: str, tmp_path: Path) -> None:
    [breach] = check(plant(tmp_path, GOOD | {file: text}))
    assert message in breach
