"""Training: that it learns, that it can be repeated and taken up again, and how it ends."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.support.scorer_model import HashEncoder
from tests.support.waterway_examples import waterway_examples

from plancritic.domains import DomainBundle
from plancritic.pddl.conditions import Atom

from .conftest import Trained

if TYPE_CHECKING:
    from plancritic.scorer.training.checkpoint import Checkpoint
    from plancritic.scorer.training.grounding import GroundingJudge
    from plancritic.scorer.training.learning import Corpus, LearningSettings, Look, Part

pytestmark = pytest.mark.train


@pytest.fixture(scope="module")
def corpus(bundle: DomainBundle) -> Corpus:
    from plancritic.scorer.training.learning import Corpus

    return Corpus(bundle, waterway_examples(6))


def settings(**changes: object) -> LearningSettings:
    from plancritic.scorer.training.learning import LearningSettings

    return LearningSettings(**{"epochs": 3, "learning_rate": 3e-3, "threads": 1, **changes})  # type: ignore[arg-type]


def labels(part: Part) -> np.ndarray:
    return np.array([example.adheres for example in part.examples])


def learnt(
    corpus: Corpus, checkpoint: Checkpoint | None = None, looks: list[Look] | None = None, **changes: object
) -> GroundingJudge:
    from plancritic.scorer.training.grounding import learn

    show = (lambda _: None) if looks is None else looks.append
    sides = [corpus.part("train")], [corpus.part("validation")]
    return learn(*sides, HashEncoder(12), settings(**changes), show, checkpoint)


def kept(path: Path, resume: bool = False, command: str = "plancritic train") -> Checkpoint:
    from plancritic.scorer.training.checkpoint import Checkpoint

    return Checkpoint(path, command, resume)


def weights(judge: GroundingJudge) -> dict[str, np.ndarray]:
    return {name: value.numpy() for name, value in judge.network.state_dict().items()}


def same(one: GroundingJudge, other: GroundingJudge) -> bool:
    others = weights(other)
    return all(np.array_equal(value, others[name]) for name, value in weights(one).items())


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

    from plancritic.scorer.training.examples import PreparedExamples

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


def test_a_training_that_was_stopped_ends_with_the_same_weights_as_one_in_one_go(
    corpus: Corpus, tmp_path: Path
) -> None:
    from plancritic.scorer.training.grounding import learn

    whole = learnt(corpus)
    looks: list[Look] = []

    def stop(look: Look) -> None:
        if look.epochs == 2:
            raise KeyboardInterrupt

    sides = [corpus.part("train")], [corpus.part("validation")]
    with pytest.raises(KeyboardInterrupt):
        learn(*sides, HashEncoder(12), settings(), stop, kept(tmp_path / "checkpoint"))
    checkpoint = kept(tmp_path / "checkpoint", resume=True, command="plancritic train --resume")
    resumed = learnt(corpus, checkpoint, looks)

    assert [look.epochs for look in looks] == [2, 3]
    assert same(whole, resumed)
    assert resumed.learned == whole.learned
    # It is known how the training was begun and what it took before.
    assert checkpoint.command == "plancritic train"
    assert 0.0 < checkpoint.earlier_cpu_seconds < looks[0].cpu_seconds


def test_a_training_that_is_begun_anew_makes_nothing_of_the_checkpoint_of_another(
    corpus: Corpus, tmp_path: Path
) -> None:
    (tmp_path / "checkpoint").write_text("weights")
    looks: list[Look] = []

    learnt(corpus, kept(tmp_path / "checkpoint"), looks, epochs=1)
    learnt(corpus, kept(tmp_path / "checkpoint"), looks, epochs=2)

    assert [look.epochs for look in looks] == [1, 1, 2]
    # What was written over the other can be taken up.
    learnt(corpus, kept(tmp_path / "checkpoint", resume=True), looks, epochs=2)
    assert len(looks) == 3


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": 4}, "its seed is 0, not 4"),
        ({"epochs": 7}, "its epochs is 1, not 7"),
        ({"patience": 1}, "its patience is 5, not 1"),
        ({"learning_rate": 1e-4}, "its learning rate is 0.003, not 0.0001"),
        ({"budget_seconds": 5.0}, "its budget is None, not 5.0"),
    ],
)
def test_a_checkpoint_of_a_training_with_other_settings_is_refused(
    corpus: Corpus, tmp_path: Path, changes: dict[str, object], told: str
) -> None:
    from plancritic.scorer.training.errors import BadCheckpoint

    learnt(corpus, kept(tmp_path / "checkpoint"), epochs=1)
    before = (tmp_path / "checkpoint").read_bytes()

    with pytest.raises(BadCheckpoint, match=told):
        learnt(corpus, kept(tmp_path / "checkpoint", resume=True), **{"epochs": 1, **changes})
    assert (tmp_path / "checkpoint").read_bytes() == before


def test_a_checkpoint_of_other_data_or_another_encoder_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    from plancritic.scorer.training.errors import BadCheckpoint
    from plancritic.scorer.training.grounding import learn
    from plancritic.scorer.training.learning import Part

    learnt(corpus, kept(tmp_path / "checkpoint"), epochs=1)
    checkpoint = kept(tmp_path / "checkpoint", resume=True)
    train, validation = corpus.part("train"), corpus.part("validation")
    first = train.examples[0]
    turned = Part(corpus, (replace(first, adheres=not first.adheres), *train.examples[1:]))

    for sides in (([turned], [validation]), ([train], [train]), ([train, validation], [validation])):
        with pytest.raises(BadCheckpoint, match="its data is"):
            learn(*sides, HashEncoder(12), settings(epochs=1), lambda _: None, checkpoint)
    with pytest.raises(BadCheckpoint, match="its dimensions is 12, not 20"):
        learn([train], [validation], HashEncoder(20), settings(epochs=1), lambda _: None, checkpoint)


def test_what_is_no_checkpoint_or_one_of_an_older_program_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    import torch

    from plancritic.scorer.training.errors import BadCheckpoint

    learnt(corpus, kept(tmp_path / "checkpoint"), epochs=1)
    (tmp_path / "cut").write_bytes((tmp_path / "checkpoint").read_bytes()[:5000])
    (tmp_path / "text").write_text("weights")
    whole = torch.load(tmp_path / "checkpoint", weights_only=True)
    torch.save({name: value for name, value in whole.items() if name != "fingerprint"}, tmp_path / "older")
    torch.save({**whole, "network": {}}, tmp_path / "empty")

    for name in ("cut", "text", "older", "nowhere", "empty"):
        with pytest.raises(BadCheckpoint, match="checkpoint"):
            learnt(corpus, kept(tmp_path / name, resume=True), epochs=1)


def test_a_budget_ends_training_with_what_it_has(corpus: Corpus) -> None:
    looks: list[Look] = []
    judge = learnt(corpus, None, looks, budget_seconds=0.0)

    assert judge.learned.ended == "budget"
    assert len(looks) == 1
    assert judge.probabilities(corpus.part("test")).shape == (len(corpus.part("test").examples),)


@pytest.mark.parametrize("most", [40, 4000])
def test_the_learning_rate_comes_down_within_the_budget_however_many_epochs_are_allowed(
    corpus: Corpus, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plancritic.scorer.training import grounding

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
    from plancritic.scorer.training.grounding import learn
    from plancritic.scorer.training.learning import Part

    side = corpus.part("train")
    # What is learnt from the labels makes every validation example, labelled the other way, worse.
    turned = Part(corpus, tuple(replace(example, adheres=not example.adheres) for example in side.examples))
    judge = learn([side], [turned], HashEncoder(12), settings(epochs=30, patience=2), lambda _: None)

    assert judge.learned.ended == "validation loss"
    assert judge.learned.epochs == judge.learned.best_epoch + 2 < 30


def test_a_side_without_examples_is_refused(corpus: Corpus) -> None:
    from plancritic.scorer.training.errors import NotEnoughData
    from plancritic.scorer.training.grounding import learn
    from plancritic.scorer.training.learning import Part

    nothing = Part(corpus, ())
    for sides in (([nothing], [corpus.part("train")]), ([corpus.part("train")], [nothing])):
        with pytest.raises(NotEnoughData, match="one side without examples"):
            learn(*sides, HashEncoder(12), settings(), lambda _: None)


def test_batches_have_every_example_once_with_the_facts_it_is_about(corpus: Corpus) -> None:
    from plancritic.scorer.training.examples import PreparedExamples

    part = corpus.part("train")
    prepared = PreparedExamples(part, HashEncoder(12))
    table = prepared._readers["1"].table

    seen: list[int] = []
    for make in prepared.batches(5):
        batch = make()
        assert len(batch.texts.bounds) <= 5
        for row, number in enumerate(batch.numbers):
            example = part.examples[number]
            about = {atom for atom in table.atoms if batch.wanted[batch.text[row], table.row[atom]].any()}
            (constraint,) = example.constraints
            assert {str(atom) for atom in about} == {next(str(a) for a in table.atoms if str(a) in constraint)}
            assert bool(batch.labels[row]) is example.adheres
            trajectory = corpus.trajectory(example.plan)
            held = [float(Atom("at", ("sct_ast_0", "wpt_ini")) in state.facts) for state in trajectory.states]
            shown = batch.plans.truth[batch.plan[row], table.row[Atom("at", ("sct_ast_0", "wpt_ini"))]]
            assert shown[: len(held)].tolist() == held
        seen += batch.numbers
    assert sorted(seen) == list(range(len(part.examples)))


def test_the_parts_of_facts_that_training_is_told_are_those_of_the_constraints_behind_the_text(corpus: Corpus) -> None:
    from plancritic.scorer.training.examples import PreparedExamples
    from plancritic.scorer.training.operators import OPERATORS

    part = corpus.part("train")
    prepared = PreparedExamples(part, HashEncoder(12))

    for make in prepared.batches(5):
        batch = make()
        for row, number in enumerate(batch.numbers):
            example, text = part.examples[number], batch.text[row]
            ((fact, request),) = batch.wanted[text].nonzero().tolist()
            assert request == 0
            kind, window, place = OPERATORS[int(batch.operators[text, fact, request])]
            # "Must never visit" is always, and the fact is not to hold.
            assert kind == example.sort
            assert (window, place) == (("up to", 0) if kind == "within" else ("", 0))
            roles = batch.roles[text, fact, request].tolist()
            assert roles == [1, -1, -1 if kind == "always" else 1, -1, -1]
            others = batch.operators[text] >= 0
            others[fact, request] = False
            assert not others.any()


def test_an_answer_that_is_told_all_of_a_text_is_right(corpus: Corpus) -> None:
    """What the network cannot do wrong: with facts, roles and operators as they are behind the text, no answer is."""
    import torch

    from plancritic.scorer.training.examples import PreparedExamples
    from plancritic.scorer.training.network import REQUESTS, ROLES, Grounding, GroundingNetwork
    from plancritic.scorer.training.operators import OPERATORS

    network = GroundingNetwork(12)
    for make in PreparedExamples(corpus.part("train"), HashEncoder(12)).batches(16):
        batch = make()
        wanted, pairs = torch.topk(batch.wanted.flatten(1), 16, dim=1)
        roles = torch.gather(batch.roles.flatten(1, 2), 1, pairs[:, :, None].expand(-1, -1, ROLES))
        operators = torch.gather(batch.operators.flatten(1), 1, pairs).clamp(min=0)
        asked = torch.nn.functional.one_hot(operators, len(OPERATORS)).float()
        logits = 40.0 * batch.wanted - 20.0
        known = Grounding(
            pairs // REQUESTS, pairs % REQUESTS, wanted, logits, 20.0 * roles, 40.0 * asked, torch.zeros(len(wanted))
        )

        logits = network.judge(known, batch.texts.bounds, batch.plans, batch.plan, batch.text)

        torch.testing.assert_close(torch.sigmoid(logits), batch.labels, atol=1e-3, rtol=0.0)


def test_a_batch_is_of_problems_whose_facts_stand_alike(corpus: Corpus) -> None:
    """Sampled problems have the objects of theirs, and another goal or start: of those the network is told."""
    import torch

    from plancritic.scorer.dataset import SampledProblem
    from plancritic.scorer.training.examples import PreparedExamples
    from plancritic.scorer.training.learning import Corpus

    dataset = corpus.dataset
    begun = corpus.lexicon("1").problem.text
    elsewhere = begun.replace("(at sct_ast_0 wpt_ini)", "(at sct_ast_0 wpt_a_0)")
    assert elsewhere != begun
    shown = tuple(replace(plan, problem="1s1" if row % 2 else "1", text="") for row, plan in enumerate(dataset.plans))
    both = Corpus(corpus.bundle, replace(dataset, problems=(SampledProblem("1s1", "1", elsewhere),), plans=shown))
    prepared = PreparedExamples(both.part("train"), HashEncoder(12))

    batches = [make() for make in prepared.batches(1000)]

    assert len(batches) == 2
    for batch in batches:
        (problem,) = {shown[both.part("train").examples[number].plan].problem for number in batch.numbers}
        standing = torch.from_numpy(prepared._readers[problem].table.standing)
        torch.testing.assert_close(batch.facts.standing, standing)
    assert not torch.equal(batches[0].facts.standing, batches[1].facts.standing)


def test_batches_for_training_leave_out_facts_and_mentions_but_none_that_is_wanted(corpus: Corpus) -> None:
    from plancritic.scorer.training.examples import PreparedExamples

    prepared = PreparedExamples(corpus.part("train"), HashEncoder(12))
    whole = {batch.numbers: batch for make in prepared.batches(100) for batch in [make()]}

    (numbers,) = whole
    (thinned,) = (make() for make in prepared.batches(100, random.Random(2), 0.5))

    assert sorted(thinned.numbers) == sorted(numbers)
    assert len(thinned.facts.present) <= len(whole[numbers].facts.present)
    assert (thinned.wanted.sum(dim=(1, 2)) == 1.0).all()
    assert 0.0 < thinned.texts.mentions.sum() < 0.8 * whole[numbers].texts.mentions.sum()
