"""The commands in documents for operators can be run as they are written; a planted mistake is found."""

from pathlib import Path

import pytest

from tests.support.architecture.documented_commands import commands_exist, settings_exist
from tests.support.architecture.planting import Check, on_the_tree_and_on, plant

GOOD = """\
# Planted

Run `pulseboard doctor`, or `sign_out --everybody`; `pulseboard COMMAND --help` explains a command.

    pulseboard sso_provider add --name "Engines Ltd" --issuer https://login.example \\
      --client-id one --domain engines.example
    cd /opt/pulseboard && deploy/install --site https://portal.example.com --processes 2
    systemctl restart pulseboard-web@8001 pulseboard-worker 'pulseboard*' pulseboard.target
    docker compose run --rm -T --entrypoint /opt/pulseboard/deploy/restore manage /backups/today
    docker compose run --rm manage create_admin you@example.com
    for service in web-1 web-2; do docker compose up -d --no-deps --wait $service; done
    printf 'METRICS_TOKEN=a\\nTRACE_PERCENT=5\\n' >> /etc/pulseboard/env

It isn't a command: systemctl restart something.
"""

test_the_tree_is_clean, test_a_good_document_passes = on_the_tree_and_on(
    {"deploy/docs/planted.md": GOOD}, (commands_exist, settings_exist)
)


@pytest.mark.parametrize(
    ("check", "line", "message"),
    [
        (commands_exist, "Run `pulseboard docter`.", "there is no command `pulseboard docter`."),
        (commands_exist, "Run `pulseboard sign_out --everyone`.", "sign_out has no option --everyone."),
        (commands_exist, "Run `sign_out --everyone`.", "sign_out has no option --everyone."),
        (commands_exist, "Run `pulseboard create_admin a@b.example --root`.", "unrecognized arguments: --root"),
        (commands_exist, "Run `pulseboard restore --force FILE`.", "restore has no option --force."),
        (commands_exist, "    cd /x && deploy/install --sight a", "deploy/install has no option --sight."),
        (commands_exist, "    systemctl restart pulseboard-jobs", "there is no unit pulseboard-jobs."),
        (commands_exist, "    docker compose logs -f web", "deploy/compose.yml has no service web."),
        (commands_exist, "    docker compose run --rm manage sign_out --all", "sign_out has no option --all."),
        (settings_exist, "    echo BACKUP_FOLDER=/x >> /etc/pulseboard/env", "BACKUP_FOLDER is no setting."),
    ],
)
def test_a_mistake_is_found(check: Check, line: str, message: str, tmp_path: Path) -> None:
    [breach] = check(plant(tmp_path, {"deploy/docs/planted.md": f"# Planted\n\n{line}\n"}))
    assert message in breach
