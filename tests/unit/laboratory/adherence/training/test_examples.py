"""Batches of training: every example with the facts that it is about, and what is told of them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.support.scorer_model import HashEncoder

from plancritic.pddl.language import Atom

if TYPE_CHECKING:
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus

pytestmark = pytest.mark.train


def test_batches_have_every_example_once_with_the_facts_it_is_about(corpus: Corpus) -> None:
    from plancritic.laboratory.adherence.training.examples import PreparedExamples

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
    from plancritic.laboratory.adherence.training.examples import PreparedExamples
    from plancritic.laboratory.adherence.training.networks.structure import OPERATORS

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

    from plancritic.laboratory.adherence.training.examples import PreparedExamples
    from plancritic.laboratory.adherence.training.networks.network import Grounding, GroundingNetwork
    from plancritic.laboratory.adherence.training.networks.structure import OPERATORS, REQUESTS, ROLES

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

    from plancritic.adherence.dataset import SampledProblem
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus
    from plancritic.laboratory.adherence.training.examples import PreparedExamples

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
    from plancritic.laboratory.adherence.training.examples import PreparedExamples

    prepared = PreparedExamples(corpus.part("train"), HashEncoder(12))
    whole = {batch.numbers: batch for make in prepared.batches(100) for batch in [make()]}

    (numbers,) = whole
    (thinned,) = (make() for make in prepared.batches(100, random.Random(2), 0.5))

    assert sorted(thinned.numbers) == sorted(numbers)
    assert len(thinned.facts.present) <= len(whole[numbers].facts.present)
    assert (thinned.wanted.sum(dim=(1, 2)) == 1.0).all()
    assert 0.0 < thinned.texts.mentions.sum() < 0.8 * whole[numbers].texts.mentions.sum()
