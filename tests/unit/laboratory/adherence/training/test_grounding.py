"""Training: that it learns, that it can be repeated, and how it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.support.scorer_model import HashEncoder
from tests.unit.laboratory.adherence.training.conftest import Trained
from tests.unit.laboratory.adherence.training.learnt import Seen, labels, learnt, same, settings

if TYPE_CHECKING:
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus

pytestmark = pytest.mark.train


def test_loss_falls_on_both_sides(trained: Trained) -> None:
    first, last = trained.looks[0], trained.looks[-1]

    assert last.training_loss < 0.5 * first.training_loss
    assert last.validation_loss < 0.5 * first.validation_loss
    assert [look.epochs for look in trained.looks] == list(range(1, len(trained.looks) + 1))


@pytest.mark.parametrize("split", ["validation", "test"])
def test_texts_about_vessels_and_places_of_which_training_said_nothing_are_judged_rightly(
    trained: Trained, split: str
) -> None:
    part = trained.corpus.part(split)  # type: ignore[arg-type]
    assert not {example.text for example in part.examples} & {
        example.text for example in trained.corpus.part("train").examples
    }

    right = (trained.judge.probabilities(part) >= 0.5) == labels(part)

    assert max(labels(part).mean(), 1 - labels(part).mean()) < 0.7
    assert right.mean() > 0.8


def test_what_a_text_is_about_is_learnt(trained: Trained) -> None:
    """Supervised by the constraints behind the texts: the fact that is asked about is the likeliest of all."""
    import torch

    from plancritic.laboratory.adherence.training.examples import PreparedExamples

    part = trained.corpus.part("test")
    (batch,) = (make() for make in PreparedExamples(part, trained.encoder).batches(16))
    with torch.inference_mode():
        found = trained.judge.network.ground(batch.texts, batch.facts)

    likeliest = batch.wanted[torch.arange(len(found.facts)), found.facts[:, 0], found.requests[:, 0]]
    assert likeliest.mean() > 0.8
    # At first every fact is as good as none.
    assert found.relevance[:, 0].mean() > 0.5 > found.relevance[:, 1].mean()


def test_the_last_weights_of_a_whole_schedule_are_kept(trained: Trained) -> None:
    part = trained.corpus.part("validation")
    found = trained.judge.probabilities(part)
    loss = -np.log(np.where(labels(part), found, 1.0 - found)).mean()

    assert trained.judge.learned.ended == "epochs"
    assert trained.judge.learned.best_epoch == trained.looks[-1].epochs
    # Looks read tokens in half precision.
    assert loss == pytest.approx(trained.looks[-1].validation_loss, abs=1e-3)
    assert trained.judge.learned.validation_loss == pytest.approx(loss, abs=1e-3)


def test_temperature_lowers_the_loss_on_validation(trained: Trained) -> None:
    part = trained.corpus.part("validation")
    signed = np.where(labels(part), 1.0, -1.0) * trained.judge.logits(part)
    temperature = float(trained.judge.network.temperature)

    assert temperature != 1.0
    assert np.logaddexp(0.0, -signed / temperature).mean() < np.logaddexp(0.0, -signed).mean()
    calibrated = 1.0 / (1.0 + np.exp(-trained.judge.logits(part) / temperature))
    np.testing.assert_allclose(trained.judge.probabilities(part), calibrated, atol=1e-5)


def test_the_same_seed_trains_the_same_weights_and_another_others(corpus: Corpus) -> None:
    one, again, other = (learnt(corpus, seed=seed, epochs=1) for seed in (1, 1, 2))

    assert same(one, again)
    assert not same(one, other)


def test_a_budget_ends_training_with_what_it_has(corpus: Corpus) -> None:
    seen = Seen()
    judge = learnt(corpus, None, seen, budget_seconds=0.0)

    assert judge.learned.ended == "budget"
    assert len(seen.looks) == 1
    assert judge.probabilities(corpus.part("test")).shape == (len(corpus.part("test").examples),)


@pytest.mark.parametrize("most", [40, 4000])
def test_the_learning_rate_comes_down_within_the_budget_however_many_epochs_are_allowed(
    corpus: Corpus, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plancritic.laboratory.adherence.training import grounding

    seconds = iter(range(1_000_000))
    monkeypatch.setattr(grounding.time, "process_time", lambda: float(next(seconds)))
    paces: list[float] = []
    pace = grounding._pace
    monkeypatch.setattr(grounding, "_pace", lambda share: paces.append(pace(share)) or paces[-1])

    judge = learnt(corpus, epochs=most, patience=most, budget_seconds=50.0)

    assert judge.learned.ended == "budget"
    assert 10 < len(paces) < 60
    assert max(paces) > 0.9
    assert paces[-1] < 0.05
    # Up once, then down to the end.
    top = paces.index(max(paces))
    assert paces[top:] == sorted(paces[top:], reverse=True)


def test_the_learning_rate_follows_the_epochs_where_they_end_before_the_budget(
    corpus: Corpus,
) -> None:
    assert same(learnt(corpus, epochs=2), learnt(corpus, epochs=2, budget_seconds=1e9))


def test_validation_that_gets_no_better_ends_training(corpus: Corpus) -> None:
    from plancritic.laboratory.adherence.training.comparison.learning import Part
    from plancritic.laboratory.adherence.training.grounding import learn

    side = corpus.part("train")
    # What is learnt from the labels makes every validation example, labelled the other way, worse.
    turned = Part(corpus, tuple(replace(example, adheres=not example.adheres) for example in side.examples))
    judge = learn([side], [turned], HashEncoder(12), settings(epochs=30, patience=2), Seen())

    assert judge.learned.ended == "validation loss"
    assert judge.learned.epochs == judge.learned.best_epoch + 2 < 30


def test_a_side_without_examples_is_refused(corpus: Corpus) -> None:
    from plancritic.laboratory.adherence.training.comparison.learning import Part
    from plancritic.laboratory.adherence.training.errors import NotEnoughData
    from plancritic.laboratory.adherence.training.grounding import learn

    nothing = Part(corpus, ())
    for sides in (([nothing], [corpus.part("train")]), ([corpus.part("train")], [nothing])):
        with pytest.raises(NotEnoughData, match="one side without examples"):
            learn(*sides, HashEncoder(12), settings(), Seen())


def test_what_takes_a_while_before_the_first_epoch_is_told(corpus: Corpus) -> None:
    seen = Seen()
    learnt(corpus, None, seen, epochs=1)

    sizes = [len(corpus.part(side).examples) for side in ("train", "validation")]
    assert seen.notes == [f"reading {size} examples of waterway" for size in sizes]
