"""The embedded model: it tokenizes as in its training, needs no network, and is loaded only when it is used."""

import subprocess
import sys
from pathlib import Path

import pytest

from chatbots.retrieval import embedded_model
from chatbots.retrieval.wordpiece import MAX_TOKENS, token_ids

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
import os, sys, socket
sys.path.insert(0, "platform")
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
import chatbots.workflows.reply, chatbots.tasks
print("numpy" in sys.modules, "onnxruntime" in sys.modules)

def reject(*_args, **_kwargs):
    raise OSError("no network")

socket.socket.connect = socket.getaddrinfo = socket.create_connection = reject
from chatbots.retrieval import embedded_model
question, paraphrase, other = embedded_model.embed(["When do you open?", "from what hour may we come in", "My tooth hurts."])
print(len(question), bool(question @ paraphrase > 0.3), bool(question @ other < 0.2))
print("sympy" in sys.modules)
"""


def test_the_model_is_loaded_on_first_use_and_needs_no_network(tmp_path: Path) -> None:
    """The model works without sympy, which pyproject.toml excludes although onnxruntime requires it."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "DATA_DIR": str(tmp_path), "DEMO": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["False False", "384 True True", "False"]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("When do you open?", [101, 2043, 2079, 2017, 2330, 1029, 102]),
        ("Où est l'hôtel", [101, 15068, 9765, 1048, 1005, 3309, 102]),
        ("東京 unaffable!", [101, 1879, 1755, 14477, 20961, 3468, 999, 102]),
        ("", [101, 102]),
        ("x" * 101, [101, 100, 102]),
        ("\u2603 \x00ok\ufffd", [101, 100, 7929, 102]),
    ],
)
def test_a_text_is_split_into_the_models_tokens(text: str, ids: list[int]) -> None:
    assert token_ids(text) == ids


def test_a_long_text_is_cut_to_the_token_limit() -> None:
    ids = token_ids("word " * 5_000)
    assert (len(ids), ids[0], ids[-1]) == (MAX_TOKENS, 101, 102)


def test_missing_or_unverified_model_weights_embed_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    embedded_model._session.cache_clear()
    monkeypatch.setattr(embedded_model, "WEIGHTS", str(tmp_path / "model.onnx"))
    with pytest.raises(FileNotFoundError):
        embedded_model.embed(["When do you open?"])
    (tmp_path / "model.onnx").write_bytes(b"other weights")
    with pytest.raises(embedded_model.OtherWeights, match="has the SHA-256"):
        embedded_model.embed(["When do you open?"])
