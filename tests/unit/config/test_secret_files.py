"""Secrets that are delivered as files, as in deploy/compose.yml."""

from pathlib import Path

import pytest

from environment.environment import read_environment
from environment.secret_files import SECRETS, with_secret_files
from environment.setting import BadSetting

ROOT = Path("/srv/portal")
VALUE = "a value that only the file contains"


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_read_from_the_file_that_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(f"{VALUE}\n")
    assert with_secret_files({f"{name}_FILE": str(tmp_path / "secret")})[name] == VALUE


def test_the_settings_use_the_content_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(f"{VALUE}\n")
    assert read_environment({"METRICS_TOKEN_FILE": str(tmp_path / "secret")}, ROOT).metrics_token == VALUE


def test_a_value_of_a_file_is_checked_as_the_variable_is(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("short\n")
    with pytest.raises(BadSetting, match=r"^METRICS_TOKEN: at least 16 characters"):
        read_environment({"METRICS_TOKEN_FILE": str(tmp_path / "secret")}, ROOT)


def test_a_missing_file_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"^SECRET_KEY_FILE: .*No such file or directory"):
        with_secret_files({"SECRET_KEY_FILE": str(tmp_path / "none")})


@pytest.mark.parametrize("name", SECRETS)
def test_an_empty_file_stops_the_start(name: str, tmp_path: Path) -> None:
    """An empty DATABASE_URL_FILE would otherwise start the server on a new SQLite store."""
    (tmp_path / "secret").write_text(" \n")
    with pytest.raises(BadSetting, match=rf"^{name}_FILE: a file with the value, and {tmp_path}/secret is empty$"):
        read_environment({f"{name}_FILE": str(tmp_path / "secret")}, ROOT)


def test_a_secret_is_not_given_twice(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(VALUE)
    with pytest.raises(BadSetting, match=r"^SECRET_KEY_FILE: SECRET_KEY is set too; set one of the two$") as error:
        with_secret_files({"SECRET_KEY": "another", "SECRET_KEY_FILE": str(tmp_path / "secret")})
    assert VALUE not in str(error.value)


def test_an_empty_variable_names_no_file() -> None:
    assert with_secret_files({"SECRET_KEY_FILE": " "}) == {"SECRET_KEY_FILE": " "}
