"""Training that is stopped: it is taken up where it was, and no other is."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.support.scorer_model import HashEncoder
from tests.unit.laboratory.adherence.training.learnt import Seen, kept, learnt, same, settings

if TYPE_CHECKING:
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus, Look, Note

pytestmark = pytest.mark.train


def test_a_training_that_was_stopped_ends_with_the_same_weights_as_one_in_one_go(
    corpus: Corpus, tmp_path: Path
) -> None:
    from plancritic.laboratory.adherence.training.grounding import learn

    whole = learnt(corpus)
    seen = Seen()

    def stop(look: Look | Note) -> None:
        if getattr(look, "epochs", 0) == 2:
            raise KeyboardInterrupt

    sides = [corpus.part("train")], [corpus.part("validation")]
    with pytest.raises(KeyboardInterrupt):
        learn(*sides, HashEncoder(12), settings(), stop, kept(tmp_path / "checkpoint"))
    checkpoint = kept(tmp_path / "checkpoint", resume=True, command="plancritic train --resume")
    resumed = learnt(corpus, checkpoint, seen)

    assert [look.epochs for look in seen.looks] == [2, 3]
    assert same(whole, resumed)
    assert resumed.learned == whole.learned
    # It is known how the training was begun and what it took before.
    assert checkpoint.command == "plancritic train"
    assert 0.0 < checkpoint.earlier_cpu_seconds < seen.looks[0].cpu_seconds


def test_a_training_that_is_begun_anew_makes_nothing_of_the_checkpoint_of_another(
    corpus: Corpus, tmp_path: Path
) -> None:
    (tmp_path / "checkpoint").write_text("weights")
    seen = Seen()

    learnt(corpus, kept(tmp_path / "checkpoint"), seen, epochs=1)
    learnt(corpus, kept(tmp_path / "checkpoint"), seen, epochs=2)

    assert [look.epochs for look in seen.looks] == [1, 1, 2]
    # What was written over the other can be taken up.
    learnt(corpus, kept(tmp_path / "checkpoint", resume=True), seen, epochs=2)
    assert len(seen.looks) == 3


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seed": 4}, "its seed is 0, not 4"),
        ({"epochs": 7}, "its epochs is 1, not 7"),
        ({"patience": 1}, "its patience is 5, not 1"),
        ({"learning_rate": 1e-4}, "its learning rate is 0.003, not 0.0001"),
        ({"budget_seconds": 5.0}, "its budget is None, not 5.0"),
    ],
)
def test_a_checkpoint_of_a_training_with_other_settings_is_refused(
    corpus: Corpus, tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    from plancritic.laboratory.adherence.training.errors import BadCheckpoint

    learnt(corpus, kept(tmp_path / "checkpoint"), epochs=1)
    before = (tmp_path / "checkpoint").read_bytes()

    with pytest.raises(BadCheckpoint, match=reason):
        learnt(corpus, kept(tmp_path / "checkpoint", resume=True), **{"epochs": 1, **changes})
    assert (tmp_path / "checkpoint").read_bytes() == before


def test_a_checkpoint_of_other_data_or_another_encoder_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    from plancritic.laboratory.adherence.training.comparison.learning import Part
    from plancritic.laboratory.adherence.training.errors import BadCheckpoint
    from plancritic.laboratory.adherence.training.grounding import learn

    learnt(corpus, kept(tmp_path / "checkpoint"), epochs=1)
    checkpoint = kept(tmp_path / "checkpoint", resume=True)
    train, validation = corpus.part("train"), corpus.part("validation")
    first = train.examples[0]
    turned = Part(corpus, (replace(first, adheres=not first.adheres), *train.examples[1:]))

    for sides in (([turned], [validation]), ([train], [train]), ([train, validation], [validation])):
        with pytest.raises(BadCheckpoint, match="its data is"):
            learn(*sides, HashEncoder(12), settings(epochs=1), Seen(), checkpoint)
    with pytest.raises(BadCheckpoint, match="its dimensions is 12, not 20"):
        learn([train], [validation], HashEncoder(20), settings(epochs=1), Seen(), checkpoint)


def test_what_is_no_checkpoint_or_one_of_an_older_program_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    import torch

    from plancritic.laboratory.adherence.training.errors import BadCheckpoint

    learnt(corpus, kept(tmp_path / "checkpoint"), epochs=1)
    (tmp_path / "cut").write_bytes((tmp_path / "checkpoint").read_bytes()[:5000])
    (tmp_path / "text").write_text("weights")
    whole = torch.load(tmp_path / "checkpoint", weights_only=True)
    torch.save({name: value for name, value in whole.items() if name != "fingerprint"}, tmp_path / "older")
    torch.save({**whole, "network": {}}, tmp_path / "empty")

    for name in ("cut", "text", "older", "nowhere", "empty"):
        with pytest.raises(BadCheckpoint, match="checkpoint"):
            learnt(corpus, kept(tmp_path / name, resume=True), epochs=1)


#: Modules that those of learning import and that change nothing of what is learnt.
NOT_OF_LEARNING = {
    *("adherence.dataset", "adherence.model_card", "laboratory.adherence.measurement.examination"),
    *("laboratory.adherence.training.checkpoint", "laboratory.adherence.training.errors"),
}


def test_a_checkpoint_knows_all_the_code_that_learns() -> None:
    from plancritic.laboratory.adherence.training import checkpoint

    imported = set()
    for name in checkpoint._LEARNING:
        source = inspect.getsource(import_module(f"plancritic.{name}"))
        imported |= set(
            re.findall(r"^ *from plancritic\.((?:laboratory|scorer|adherence)\.[\w.]+) import", source, re.MULTILINE)
        )

    assert imported - NOT_OF_LEARNING <= set(checkpoint._LEARNING)
    assert set(checkpoint._LEARNING) - imported <= {"laboratory.adherence.training.grounding"}


def test_a_checkpoint_of_other_code_is_refused(corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the network reads or learns from has changed since: going on would give weights that no code gives."""
    from plancritic.laboratory.adherence.training import checkpoint
    from plancritic.laboratory.adherence.training.errors import BadCheckpoint

    learnt(corpus, kept(tmp_path / "checkpoint"), epochs=1)
    monkeypatch.setattr(checkpoint, "_LEARNING", (*checkpoint._LEARNING, "adherence.mentions"))

    with pytest.raises(BadCheckpoint, match="its code is"):
        learnt(corpus, kept(tmp_path / "checkpoint", resume=True), epochs=1)
