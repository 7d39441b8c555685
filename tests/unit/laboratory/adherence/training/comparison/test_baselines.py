"""The compared networks on plans whose labels follow a rule: what each can know, and how training ends."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.support.scored_data import PLACES, TURN, turns
from tests.support.scorer_model import HashEncoder, data_card
from tests.unit.laboratory.adherence.training.learnt import Seen

from plancritic.adherence.dataset import Dataset, Example, ShownPlan
from plancritic.domains.folder import DomainFolder, load_folder

if TYPE_CHECKING:
    from plancritic.laboratory.adherence.training.comparison.learning import Judge, LearningSettings, Look, Part

pytestmark = pytest.mark.train


@pytest.fixture(scope="module")
def satellite() -> DomainFolder:
    return load_folder("satellite")


def timed() -> Dataset:
    """The same turn at different times, and whether it is done within so many seconds: as many that are as are not."""
    starts = [number / 2 for number in range(40)]
    plans = tuple(ShownPlan("1", TURN.format(start=start, place="star0"), str(start), "test") for start in starts)
    examples = tuple(
        Example(plan, f"Be done within {bound} seconds.", starts[plan] + 5 <= bound, "within", split="train")
        for bound in range(8, 22)
        for plan in range(len(plans))
        if abs(starts[plan] + 5 - bound) <= 3
    )
    return Dataset(data_card("satellite"), (), plans, examples)


def placed() -> Dataset:
    """Turns to one place or another and back, and whether the place that is asked for is among them."""
    generator = random.Random(1)
    plans, examples = [], []
    for number in range(60):
        visited = [generator.choice(PLACES) for _ in range(generator.randint(1, 3))]
        steps, before = [], "phenomenon6"
        for place, start in zip(visited, (0, 6, 12), strict=False):
            steps.append(f"{start}.000: (turn_to satellite0 {place} {before}) [5.000]\n")
            before = place
        plans.append(ShownPlan("1", "".join(steps), str(number), "test"))
        examples += [Example(number, f"Turn to {place}.", place in visited, "sometime") for place in PLACES]
    return Dataset(data_card("satellite"), (), tuple(plans), tuple(examples))


def settings(**changes: object) -> LearningSettings:
    from plancritic.laboratory.adherence.training.comparison.learning import LearningSettings

    return LearningSettings(**{"seed": 3, "epochs": 30, "learning_rate": 3e-3, "patience": 12, "batch": 32, **changes})  # type: ignore[arg-type]


def trained(name: str, data: Dataset, bundle: DomainFolder, **changes: object) -> tuple[Judge, Part, list[Look]]:
    """A network with an LSTM of 32, trained and looked at on the same examples."""
    from plancritic.laboratory.adherence.training.comparison import baselines
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus, Part

    part = Part(Corpus(bundle, data), data.examples)
    seen = Seen()
    network = {"published": baselines.PublishedNetwork, "changes": baselines.ChangesNetwork}[name]
    judge = baselines.baseline(network, hidden=32)([part], [part], HashEncoder(24), settings(**changes), seen)
    return judge, part, seen.looks


def right(judge: Judge, part: Part) -> float:
    labels = np.array([example.adheres for example in part.examples])
    return float(((judge.probabilities(part) >= 0.5) == labels).mean())


@pytest.mark.parametrize("name", ["published", "changes"])
def test_a_rule_over_the_names_of_steps_is_learnt(name: str, satellite: DomainFolder) -> None:
    judge, part, looks = trained(name, placed(), satellite)

    assert right(judge, part) > 0.9
    assert judge.learned.epochs == len(looks)
    assert 0 < judge.learned.best_epoch <= judge.learned.epochs


def test_only_the_network_that_is_told_times_learns_a_bound(satellite: DomainFolder) -> None:
    with_times, part, _ = trained("changes", timed(), satellite)
    untold, _, _ = trained("published", timed(), satellite, epochs=10)

    assert right(with_times, part) > 0.9
    # The steps are the same at whatever time: the published network has one answer a text.
    by_text: dict[str, set[float]] = {}
    for example, probability in zip(part.examples, untold.probabilities(part), strict=True):
        by_text.setdefault(example.text, set()).add(round(float(probability), 4))
    assert all(len(answers) == 1 for answers in by_text.values())


def test_the_same_seed_trains_the_same_network(satellite: DomainFolder) -> None:
    answers = []
    for seed in (1, 1, 2):
        judge, part, _ = trained("changes", turns(), satellite, seed=seed, epochs=2)
        answers.append(judge.probabilities(part))

    np.testing.assert_array_equal(answers[0], answers[1])
    assert not np.array_equal(answers[0], answers[2])


def test_a_budget_ends_training_with_the_best_weights_so_far(satellite: DomainFolder) -> None:
    judge, part, looks = trained("published", placed(), satellite, budget_seconds=0.0)

    assert judge.learned.ended == "budget"
    assert 0 < judge.learned.epochs < 1
    assert len(looks) == 1
    assert judge.probabilities(part).shape == (len(part.examples),)


def test_validation_that_gets_no_better_ends_training(satellite: DomainFolder) -> None:
    from plancritic.laboratory.adherence.training.comparison.baselines import PublishedNetwork, baseline
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus, Part

    data = placed()
    part = Part(Corpus(satellite, data), data.examples)
    # What is learnt from the labels makes every validation example, labelled the other way, worse.
    turned = Part(part.corpus, tuple(Example(e.plan, e.text, not e.adheres, e.sort) for e in data.examples))

    judge = baseline(PublishedNetwork, hidden=16)(
        [part], [turned], HashEncoder(24), settings(patience=3, epochs=60), lambda _: None
    )

    assert judge.learned.ended == "validation loss"
    assert judge.learned.epochs < 60


def test_a_plan_without_steps_is_judged(satellite: DomainFolder) -> None:
    data = Dataset(data_card("satellite"), (), (ShownPlan("1", ""),), (Example(0, "Turn.", False, "sometime"),))

    for name in ("published", "changes"):
        judge, part, _ = trained(name, data, satellite, epochs=1)
        assert 0 < judge.probabilities(part)[0] < 1


def test_a_side_without_examples_is_refused(satellite: DomainFolder) -> None:
    from plancritic.laboratory.adherence.training.comparison.baselines import PublishedNetwork, baseline
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus, Part

    data = turns()
    part = Part(Corpus(satellite, data), data.examples)
    with pytest.raises(ValueError, match="one side without examples"):
        baseline(PublishedNetwork)([part], [Part(part.corpus, ())], HashEncoder(), settings(), lambda _: None)
