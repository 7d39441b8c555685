"""The network as a whole: what must change no answer, and what an answer rests on."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.support.scorer_model import DIMENSIONS, HashEncoder

from plancritic.pddl.conditions import Atom
from plancritic.scorer.inputs import ProblemReader, plan_arrays, text_arrays

from .walked import lexicon_of, walks

if TYPE_CHECKING:
    import torch

    from plancritic.scorer.training.network import Facts, GroundingNetwork, Plans, Texts

pytestmark = pytest.mark.train

TEXTS = ("No vessel may go through waypoint A.", "Within 3 hours the scout must be at the end point, not later.", "Go.")


@cache
def reader() -> ProblemReader:
    return ProblemReader(lexicon_of("waterway"), HashEncoder())


@pytest.fixture(scope="module")
def network() -> GroundingNetwork:
    """Untrained, but with facts about as likely relevant as not, so that every part of it counts."""
    import torch

    from plancritic.scorer.training.network import GroundingNetwork

    torch.set_num_threads(1)
    torch.manual_seed(5)
    made = GroundingNetwork(DIMENSIONS, width=32).eval()
    torch.nn.init.constant_(made.relevant.bias, 0.0)
    return made


def tensors(arrays: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    import torch

    return {name: torch.from_numpy(value) for name, value in arrays.items()}


def tensor(values: list[float]) -> torch.Tensor:
    import torch

    return torch.tensor(values)


def said(*texts: str) -> Texts:
    from plancritic.scorer.training.network import Texts

    return Texts(**tensors(text_arrays(reader().read(texts))))  # type: ignore[arg-type]


def facts() -> Facts:
    """Only where vessels are, so that what is judged differs from plan to plan."""
    from plancritic.scorer.training.network import Facts

    known = Facts(**tensors(reader().facts))  # type: ignore[arg-type]
    present = tensor([float(atom.predicate == "at" and "ast" in atom.arguments[0]) for atom in reader().table.atoms])
    return known._replace(present=present)


def plans(count: int, *, shortest: int = 3) -> Plans:
    """Walks, each cut at another length."""
    from plancritic.scorer.traces import Trace
    from plancritic.scorer.training.network import Plans

    traces = [reader().trace(walk) for walk in walks("waterway")[:count]]
    cut = [Trace(t.truth[:, : shortest + 4 * n], t.times[: shortest + 4 * n]) for n, t in enumerate(traces)]
    return Plans(**tensors(plan_arrays(cut)))  # type: ignore[arg-type]


def of_plan(together: Plans, plan: int) -> Plans:
    """One plan without the states that fill up."""
    from plancritic.scorer.training.network import Plans

    states = int(together.passed[plan].sum())
    return Plans(*(value[plan : plan + 1, ..., :states] for value in together))


def answers(network: GroundingNetwork, texts: Texts, shown: Plans) -> np.ndarray:
    """Logits (plans, texts)."""
    import torch

    count = len(shown.times), len(texts.bounds)
    plan, text = (torch.from_numpy(index.reshape(-1)) for index in np.indices(count))
    with torch.inference_mode():
        found: np.ndarray = network(texts, facts(), shown, plan, text).reshape(count).numpy()
    return found


def test_an_answer_does_not_depend_on_what_is_asked_with_it(network: GroundingNetwork) -> None:
    shown = plans(4)

    together = answers(network, said(*TEXTS), shown)

    alone = [[answers(network, said(text), of_plan(shown, n))[0, 0] for text in TEXTS] for n in range(4)]
    np.testing.assert_allclose(together, alone, atol=1e-4)
    # The untrained network tells plans and texts apart, so that this says something.
    assert together.std(axis=0).min() > 1e-3 and together.std(axis=1).min() > 1e-3


def test_facts_that_fill_a_small_table_up_are_never_relevant(network: GroundingNetwork) -> None:
    import torch

    found = network.ground(said(*TEXTS), facts())

    present = facts().present.bool()
    assert present.sum() < len(present)
    assert present[found.chosen].all()
    assert torch.sigmoid(found.logits[:, ~present]).max() == 0.0
    assert found.relevance.min() > 0.0


def test_the_likeliest_facts_are_judged_first(network: GroundingNetwork) -> None:
    import torch

    found = network.ground(said(*TEXTS), facts())

    best, _ = torch.sort(found.logits, dim=1, descending=True)
    torch.testing.assert_close(found.relevance, torch.sigmoid(best[:, : found.relevance.shape[1]]))


def test_facts_that_are_wanted_are_among_the_chosen(network: GroundingNetwork) -> None:
    import torch

    texts, known = said(*TEXTS), facts()
    logits = network.ground(texts, known).logits
    last = logits.masked_fill(known.present == 0.0, float("inf")).argmin(dim=1)
    wanted = torch.zeros(len(TEXTS), len(known.present))
    wanted[torch.arange(len(TEXTS)), last] = 1.0

    found = network.ground(texts, known, wanted)

    assert (found.chosen[:, 0] == last).all()
    torch.testing.assert_close(found.logits, logits)


def test_what_becomes_of_facts_that_are_not_chosen_changes_nothing(network: GroundingNetwork) -> None:
    texts, shown = said(TEXTS[0]), plans(3)
    chosen = network.ground(texts, facts()).chosen[0]
    turned, other = (1.0 - shown.truth) * shown.passed[:, None, :], shown.truth.clone()
    turned[:, chosen] = shown.truth[:, chosen]
    other[:, chosen] = (1.0 - shown.truth[:, chosen]) * shown.passed[:, None, :]

    before = answers(network, texts, shown)

    np.testing.assert_array_equal(answers(network, texts, shown._replace(truth=turned)), before)
    assert not np.allclose(answers(network, texts, shown._replace(truth=other)), before, atol=1e-3)


def test_a_text_about_no_fact_says_nothing_of_the_plan(network: GroundingNetwork) -> None:
    import torch

    texts, shown = said(*TEXTS), plans(3)
    found = network.ground(texts, facts())
    plan, text = torch.arange(3), torch.arange(3)

    none, _ = network.judge(found._replace(relevance=found.relevance * 0.0), texts.bounds, shown, plan, text)

    np.testing.assert_allclose(torch.sigmoid(none).detach().numpy(), 0.5, atol=1e-5)


def test_one_relevant_fact_that_is_not_as_asked_is_enough_to_fail(network: GroundingNetwork) -> None:
    import torch

    texts, shown = said(*TEXTS), plans(3)
    found = network.ground(texts, facts())
    plan, text = torch.arange(3), torch.arange(3)
    relevance = torch.zeros_like(found.relevance)
    relevance[:, :2] = 1.0

    logits, as_asked = network.judge(found._replace(relevance=relevance), texts.bounds, shown, plan, text)

    # A plan adheres if both are as asked, each for itself.
    expected = torch.sigmoid(as_asked[:, :2]).prod(dim=1)
    torch.testing.assert_close(torch.sigmoid(logits), expected, atol=1e-4, rtol=1e-4)


def test_the_temperature_divides_the_logits(network: GroundingNetwork) -> None:
    import copy

    cooler = copy.deepcopy(network)
    cooler.temperature.fill_(2.0)
    texts, shown = said(*TEXTS), plans(3)

    np.testing.assert_allclose(answers(cooler, texts, shown) * 2.0, answers(network, texts, shown), rtol=1e-4)


def test_an_object_that_is_named_counts_for_facts_about_it(network: GroundingNetwork) -> None:
    texts, known = said(TEXTS[0]), facts()
    place = reader().table.objects.index("wpt_a_0")
    mentions = texts.mentions.clone()
    mentions[:, place] = 0.0

    named, unnamed = (
        network.ground(texts._replace(mentions=each), known).logits[0] for each in (texts.mentions, mentions)
    )

    assert abs(named - unnamed)[reader().table.row[Atom("at", ("sct_ast_0", "wpt_a_0"))]] > 1e-3
