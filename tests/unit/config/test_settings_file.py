"""The settings file and misspelt names: what a process reads, and what stops its start."""

from pathlib import Path

import pytest

from environment.catalogue import GROUPS, SETTINGS
from environment.example import example_file
from environment.setting import BadSetting
from environment.settings_file import with_settings_file
from tests.support.architecture.tree import ROOT


def with_file(folder: Path, text: str) -> dict[str, str]:
    """An environment that names a settings file with this text."""
    path = folder / "env"
    path.write_text(text, encoding="utf-8")
    return {"PULSEBOARD_ENV": str(path)}


def test_the_file_completes_the_environment(tmp_path: Path) -> None:
    env = with_file(
        tmp_path,
        "# comment\n; another\n\nPORT=8000\n PRODUCT_NAME = 'Harbor Portal'\nSITE_URL=\"https://a.b\"\nS3_REGION=",
    )
    read = with_settings_file(env | {"PORT": "8001", "SITE_URL": ""})
    assert {name: read[name] for name in SETTINGS if name in read} == {
        "PORT": "8001",
        "PRODUCT_NAME": "Harbor Portal",
        "SITE_URL": "https://a.b",
        "S3_REGION": "",
    }


def test_a_process_without_a_file_reads_its_environment_only() -> None:
    assert with_settings_file({"PORT": "8001", "HOME": "/nobody"}) == {"PORT": "8001", "HOME": "/nobody"}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("SITE_ULR=https://a.b", "SITE_ULR is no setting. Did you mean SITE_URL?"),
        ("PROT=80", "PROT is no setting. Did you mean PORT?"),
        ("TZ=UTC", "TZ is no setting. Variables of other programs belong in the unit of the service."),
        (
            "export PORT=80",
            "export PORT is no setting. Variables of other programs belong in the unit of the service.",
        ),
        ("PORT", "a line is NAME=value or begins with #"),
    ],
)
def test_a_line_that_is_no_setting_is_rejected(line: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting) as error:
        with_settings_file(with_file(tmp_path, f"PORT=80\n{line}\n"))
    assert str(error.value) == f"{tmp_path / 'env'}, line 2: {reason}"


def test_a_file_that_cannot_be_read_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(BadSetting) as missing:
        with_settings_file({"PULSEBOARD_ENV": str(tmp_path / "none")})
    assert str(missing.value) == f"PULSEBOARD_ENV: {tmp_path / 'none'} cannot be read: No such file or directory"
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSetting, match=r"cannot be read: it is not UTF-8 text$"):
        with_settings_file({"PULSEBOARD_ENV": str(tmp_path / "binary")})


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("SITE_ULR", "SITE_URL"),
        ("site_url", "SITE_URL"),
        ("TIMEZONE", "TIME_ZONE"),
        ("EMAIL_FROM", "MAIL_FROM"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("AUTH_SIGNING_JWK", "AUTH_SIGNING_JWK_FILE"),
        ("DMEO", "DEMO"),
    ],
)
def test_a_misspelt_name_in_the_environment_is_rejected(name: str, setting: str) -> None:
    with pytest.raises(BadSetting) as error:
        with_settings_file({name: "x"})
    assert str(error.value) == f"{name}: this is no setting. Did you mean {setting}?"


@pytest.mark.parametrize(
    "name",
    [
        "HOME",
        "PATH",
        "TZ",
        "MAIL",
        "MODE",
        "PORTS",
        "HOSTNAME",
        "BASE_URL",
        "WEBSITE_URL",
        "REDIS_PORT",
        "AWS_REGION",
        "XDG_DATA_DIRS",
        "SMTP_URL",
        "DEBUG",
        "KUBERNETES_PORT",
        "SECRET_KEY_BASE",
        "CHROME_PATH",
        "STORE",
        "SSO_CLIENT_SECRET",
        "PYTHONPATH",
        "SSL_CERT_FILE",
        "HTTP_PORT",
    ],
)
def test_variables_of_other_programs_are_ignored(name: str) -> None:
    assert with_settings_file({name: "x"}) == {name: "x"}


def test_the_example_in_deploy_is_the_generated_one() -> None:
    assert (ROOT / "deploy/env.example").read_text(encoding="utf-8") == example_file()


def test_the_example_lists_every_setting_once_with_its_description_unit_and_default() -> None:
    lines = example_file().splitlines()
    assert [
        line.removeprefix("#").split("=")[0] for line in lines if "=" in line and not line.startswith("# ")
    ] == list(SETTINGS)
    assert max(map(len, lines)) <= 120
    for setting in SETTINGS.values():
        assert setting.text.endswith((".", "ca.pem")), setting.name
        assert setting.unit, setting.name
        assert setting.example, setting.name


def test_every_example_is_a_value_that_the_server_accepts() -> None:
    """Examples of secrets have dots, so that nobody uses them; these and paths of files are left out."""
    for group in GROUPS:
        for setting in group.settings:
            if "..." not in setting.example and not setting.name.endswith("_JWK_FILE") and setting.name != "CHROMIUM":
                setting.parse(setting.name, setting.example)
            if setting.default:
                setting.parse(setting.name, setting.default)
