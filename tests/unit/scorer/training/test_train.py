"""Training on made-up plans whose labels follow a rule: quick, and what must be learnt is known."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.support.scorer_model import HashEncoder, data_card

from plancritic.scorer.serving import AdherenceModel
from plancritic.scorer.training.dataset import Dataset, Example, ShownPlan

pytestmark = pytest.mark.train

PLACES = ("start", "A", "B", "end", "dock")


def rule_data(plans: int = 150) -> Dataset:
    """Walks, and whether they visit a place or end there: as many that do as do not."""
    generator = random.Random(4)
    shown, examples = [], []
    for number in range(plans):
        walk = [generator.choice(PLACES) for _ in range(generator.randint(2, 6))]
        shown.append(ShownPlan(str(number % 2 + 1), tuple(f"go to {place}" for place in walk), "", f"f{number // 3}"))
        for place in PLACES:
            examples.append(Example(number, f"visit {place}", place in walk, "sometime"))
            examples.append(Example(number, f"never visit {place}", place not in walk, "always"))
    return Dataset(data_card(), tuple(shown), tuple(examples))


def test_a_rule_is_learnt_and_the_model_served_without_torch_knows_it(tmp_path: Path) -> None:
    from plancritic.scorer.training.train import TrainingSettings, train_model

    encoder = HashEncoder(24)
    progress = []
    settings = TrainingSettings(seed=3, epochs=25, patience=25, batch=32, hidden=32, threads=1)
    card = train_model(rule_data(), encoder, settings, tmp_path / "model", "plancritic train scorer", progress.append)

    assert card.validation.accuracy > 0.9
    assert set(card.by_type) == {"always", "sometime"}
    assert sum(row[0] for row in card.calibration) == card.validation.examples
    assert len(progress) == card.training.epochs >= card.training.best_epoch
    model = AdherenceModel(tmp_path / "model", encoder)
    scores = model.score([("go to B", "go to A"), ("go to dock", "go to end")], ["visit A", "never visit A"])
    np.testing.assert_array_equal(scores >= model.card.threshold, [[True, False], [False, True]])


def test_the_same_seed_trains_the_same_model(tmp_path: Path) -> None:
    from plancritic.scorer.training.train import TrainingSettings, train_model

    settings = TrainingSettings(seed=3, epochs=2, hidden=16, threads=1)
    hashes = [
        train_model(rule_data(30), HashEncoder(24), settings, tmp_path / str(n), "", lambda _: None).graph_sha256
        for n in range(2)
    ]

    assert hashes[0] == hashes[1]


def test_no_plan_is_on_both_sides_of_the_split_nor_one_with_the_same_steps() -> None:
    from plancritic.scorer.training.train import TrainingSettings, split

    data = rule_data()
    twice = Dataset(data.card, data.plans * 2, data.examples + tuple(
        Example(e.plan + len(data.plans), e.text, e.adheres, e.sort) for e in data.examples
    ))  # fmt: skip

    training, validation, _ = split(twice, TrainingSettings(seed=1))

    seen = {twice.plans[example.plan].steps for example in training}
    assert not seen & {twice.plans[example.plan].steps for example in validation}
    plans = [{twice.plans[example.plan] for example in side} for side in (training, validation)]
    families = [{(plan.problem, plan.family) for plan in side} for side in plans]
    assert not families[0] & families[1]


def test_wordings_held_back_are_for_validation_only() -> None:
    from plancritic.scorer.training.train import TrainingSettings, split

    data = rule_data()
    marked = tuple(replace(e, held_back=e.text.endswith("dock")) for e in data.examples)
    training, validation, familiar = split(Dataset(data.card, data.plans, marked), TrainingSettings(seed=1))

    assert {e.text for e in validation} == {"visit dock", "never visit dock"}
    assert not {e.text for e in (*training, *familiar)} & {e.text for e in validation}
    assert {e.plan for e in familiar} == {e.plan for e in validation}
    assert not {e.plan for e in training} & {e.plan for e in validation}


def test_the_card_says_what_validation_shares_with_training(tmp_path: Path) -> None:
    from plancritic.scorer.training.train import TrainingSettings, train_model

    data = rule_data(30)
    marked = tuple(replace(e, held_back=e.text.endswith("dock")) for e in data.examples)
    settings = TrainingSettings(seed=3, epochs=1, hidden=8, threads=1)
    cards = [
        train_model(each, HashEncoder(24), settings, tmp_path, "", lambda _: None)
        for each in (data, Dataset(data.card, data.plans, marked))
    ]

    assert "shared with training" in cards[0].split
    assert cards[0].validation_familiar is None
    assert "by wording" in cards[1].split
    assert cards[1].validation_familiar is not None


def test_a_problem_can_be_held_out_whole() -> None:
    from plancritic.scorer.training.train import TrainingSettings, split

    data = rule_data()
    training, validation, _ = split(data, TrainingSettings(hold_out="2"))

    problems = [{data.plans[example.plan].problem for example in side} for side in (training, validation)]
    # Walks of two steps may be alike in both problems; those count as held out.
    assert problems[0] == {"1"}
    assert "2" in problems[1]


def test_a_split_without_examples_on_one_side_is_refused() -> None:
    from plancritic.scorer.training.train import TrainingSettings, split

    with pytest.raises(ValueError, match="one side"):
        split(rule_data(), TrainingSettings(hold_out="no such problem"))


def test_an_interrupted_training_leaves_the_old_model(tmp_path: Path) -> None:
    from plancritic.scorer.training.train import Epoch, TrainingSettings, train_model

    settings = TrainingSettings(epochs=1, hidden=8, threads=1)
    encoder = HashEncoder(24)
    old = train_model(rule_data(30), encoder, settings, tmp_path, "old", lambda _: None)

    def interrupt(_: Epoch) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_model(rule_data(30), encoder, settings, tmp_path, "new", interrupt)

    assert AdherenceModel(tmp_path, encoder).card == old
