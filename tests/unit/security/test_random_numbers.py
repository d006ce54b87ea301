"""Random numbers of the product come from the operating system, which nobody can predict."""

from tests.support.architecture.tree import ROOT, imported_names, python


def test_only_demo_data_uses_predictable_random_numbers() -> None:
    users = [
        source.name
        for source in python(ROOT)
        if any(name.split(".")[0] == "random" for name in imported_names(source.syntax).values())
    ]
    assert users == ["platform/demo/files.py"]
