"""The network as a whole: what must change no answer, and what an answer rests on."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.support.scorer_model import DIMENSIONS, HashEncoder
from tests.unit.laboratory.adherence.training.walked import lexicon_of, walks

from plancritic.adherence.inputs import ProblemReader, plan_arrays, text_arrays
from plancritic.adherence.mentions import TIMES
from plancritic.pddl.language import Atom, ConstraintType

if TYPE_CHECKING:
    import torch

    from plancritic.laboratory.adherence.training.networks.network import (
        Facts,
        Grounding,
        GroundingNetwork,
        Plans,
        Texts,
    )

pytestmark = pytest.mark.train

TEXTS = ("No vessel may go through waypoint A.", "Within 3 hours the scout must be at the end point, not later.", "Go.")


@cache
def reader() -> ProblemReader:
    return ProblemReader(lexicon_of("waterway"), HashEncoder())


@pytest.fixture(scope="module")
def network() -> GroundingNetwork:
    """Untrained, but with facts that may well be relevant, and sure that each is to be so: every plan counts."""
    import torch

    from plancritic.laboratory.adherence.training.networks.network import GroundingNetwork

    torch.set_num_threads(1)
    torch.manual_seed(5)
    made = GroundingNetwork(DIMENSIONS, width=32).eval()
    torch.nn.init.constant_(made.relevant.bias, -1.0)
    with torch.no_grad():
        # In the first condition and not in the second, to hold, not all at once, and asked of each.
        made.role.bias.copy_(10.0 * tensor([1.0, -1.0, 1.0, -1.0, 1.0]))
    return made


def tensors(arrays: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    import torch

    return {name: torch.from_numpy(value) for name, value in arrays.items()}


def tensor(values: list[float]) -> torch.Tensor:
    import torch

    return torch.tensor(values)


def said(*texts: str) -> Texts:
    from plancritic.laboratory.adherence.training.networks.network import Texts

    return Texts(**tensors(text_arrays(reader().read(texts))))  # type: ignore[arg-type]


def facts() -> Facts:
    """Only where vessels are, so that what is judged differs from plan to plan."""
    from plancritic.laboratory.adherence.training.networks.network import Facts

    known = Facts(**tensors(reader().facts))  # type: ignore[arg-type]
    present = tensor([float(atom.predicate == "at" and "ast" in atom.arguments[0]) for atom in reader().table.atoms])
    return known._replace(present=present)


def plans(count: int, *, shortest: int = 3) -> Plans:
    """Walks, each cut at another length."""
    from plancritic.adherence.traces import Trace
    from plancritic.laboratory.adherence.training.networks.network import Plans

    traces = [reader().trace(walk) for walk in walks("waterway")[:count]]
    cut = [Trace(t.truth[:, : shortest + 4 * n], t.times[: shortest + 4 * n]) for n, t in enumerate(traces)]
    return Plans(**tensors(plan_arrays(cut)))  # type: ignore[arg-type]


def of_plan(together: Plans, plan: int) -> Plans:
    """One plan without the states that fill up."""
    from plancritic.laboratory.adherence.training.networks.network import Plans

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
    assert present[found.facts].all()
    assert torch.sigmoid(found.logits[:, ~present]).max() == 0.0
    assert found.relevance.min() > 0.0


def test_the_likeliest_facts_of_requests_are_judged_first(network: GroundingNetwork) -> None:
    import torch

    found = network.ground(said(*TEXTS), facts())

    best, _ = torch.sort(found.logits.flatten(1), dim=1, descending=True)
    torch.testing.assert_close(found.relevance, torch.sigmoid(best[:, : found.relevance.shape[1]]))


def test_facts_that_are_wanted_are_among_the_chosen(network: GroundingNetwork) -> None:
    import torch

    texts, known = said(*TEXTS), facts()
    logits = network.ground(texts, known).logits
    last = logits[:, :, 1].masked_fill(known.present == 0.0, float("inf")).argmin(dim=1)
    wanted = torch.zeros_like(logits)
    wanted[torch.arange(len(TEXTS)), last, 1] = 1.0

    found = network.ground(texts, known, wanted)

    assert (found.facts[:, 0] == last).all()
    assert (found.requests[:, 0] == 1).all()
    torch.testing.assert_close(found.logits, logits)


def test_what_becomes_of_facts_that_are_not_chosen_changes_nothing(network: GroundingNetwork) -> None:
    texts, shown = said(TEXTS[0]), plans(3)
    chosen = network.ground(texts, facts()).facts[0]
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

    none = network.judge(found._replace(relevance=found.relevance * 0.0), texts.bounds, shown, plan, text)

    np.testing.assert_allclose(torch.sigmoid(none).detach().numpy(), 0.5, atol=1e-5)


def visits(vessel: str, places: tuple[str, ...]) -> Grounding:
    """What is found in a text that wants one vessel to visit places, each a request of its own, without any doubt."""
    import torch

    from plancritic.laboratory.adherence.training.networks.network import PAIRS, Grounding
    from plancritic.laboratory.adherence.training.networks.structure import FIRST, HOLDS, OPERATORS, REQUESTS, ROLES

    rows = [reader().table.row[Atom("at", (vessel, place))] for place in places]
    others = [row for row in range(len(reader().table.present)) if row not in rows][: PAIRS - len(rows)]
    sure = 20.0
    roles = torch.full((1, PAIRS, ROLES), -sure)
    roles[0, : len(rows), [FIRST, HOLDS]] = sure
    requests = torch.tensor([[*range(len(rows)), *[0] * len(others)]])
    operators = torch.full((1, PAIRS, len(OPERATORS)), -sure)
    operators[:, :, OPERATORS.index((ConstraintType.SOMETIME, "", 0))] = sure
    logits = torch.full((1, len(reader().table.present), REQUESTS), -sure)
    logits[:, rows, range(len(rows))] = sure
    chosen = torch.tensor([[*rows, *others]])
    relevance = torch.sigmoid(logits[0, chosen[0], requests[0]])[None]
    return Grounding(chosen, requests, relevance, logits, roles, operators, torch.zeros(1))


def judged(network: GroundingNetwork, found: Grounding, given: torch.Tensor | None = None) -> list[float]:
    """Probabilities of adherence of all walks, in their order."""
    import torch

    from plancritic.laboratory.adherence.training.networks.network import Plans

    shown = Plans(**tensors(plan_arrays([reader().trace(walk) for walk in walks("waterway")])))  # type: ignore[arg-type]
    count, bounds = len(shown.times), torch.full((1, TIMES), -1.0)
    logits = network.judge(found, bounds, shown, torch.arange(count), torch.zeros(count, dtype=torch.int64), given)
    return torch.sigmoid(logits).tolist()  # type: ignore[no-any-return]


def visited(vessel: str, place: str) -> list[bool]:
    return [any(Atom("at", (vessel, place)) in state.facts for state in walk.states) for walk in walks("waterway")]


VESSEL, HERE, THERE = "sct_ast_0", "wpt_a_0", "wpt_end"


def test_a_plan_adheres_if_it_does_all_of_the_requests(network: GroundingNetwork) -> None:
    both = [one and other for one, other in zip(visited(VESSEL, HERE), visited(VESSEL, THERE), strict=True)]
    assert sum(both) < sum(visited(VESSEL, HERE))
    assert 0 < sum(both) < sum(visited(VESSEL, THERE))

    for places, expected in (((HERE,), visited(VESSEL, HERE)), ((HERE, THERE), both)):
        assert judged(network, visits(VESSEL, places)) == pytest.approx([float(met) for met in expected], abs=1e-3)


def test_what_is_asked_is_weighed_where_it_is_not_clear(network: GroundingNetwork) -> None:
    """Of sometime and always: a plan that does one of the two is as likely to adhere as not."""
    from plancritic.laboratory.adherence.training.networks.structure import OPERATORS

    found = visits(VESSEL, (HERE,))
    operators = found.operators.clone()
    operators[:, :, OPERATORS.index((ConstraintType.ALWAYS, "", 0))] = operators.max()

    expected = [0.5 if once else 0.0 for once in visited(VESSEL, HERE)]
    assert judged(network, found._replace(operators=operators)) == pytest.approx(expected, abs=1e-3)


def test_facts_of_one_request_are_in_doubt_about_the_same_thing(network: GroundingNetwork) -> None:
    """Of sometime and always for two places: one request is as likely as not, two requests are half as likely."""
    import torch

    from plancritic.laboratory.adherence.training.networks.structure import EACH, OPERATORS

    found = visits(VESSEL, (HERE, THERE))
    operators = found.operators.clone()
    operators[:, :, OPERATORS.index((ConstraintType.ALWAYS, "", 0))] = operators.max()
    two = found._replace(operators=operators)
    logits = torch.full_like(found.logits, float(found.logits.min()))
    logits[:, found.facts[0, :2], 0] = found.logits.max()
    roles = two.roles.clone()
    # Each of the two places for itself.
    roles[0, :2, EACH] = roles.max()
    one = two._replace(requests=torch.zeros_like(two.requests), logits=logits, roles=roles)
    both = [here and there for here, there in zip(visited(VESSEL, HERE), visited(VESSEL, THERE), strict=True)]

    assert judged(network, two) == pytest.approx([0.25 * met for met in both], abs=1e-3)
    assert judged(network, one) == pytest.approx([0.5 * met for met in both], abs=1e-3)


def test_a_part_that_is_not_clear_draws_the_answer_to_one_half_unless_it_is_told(network: GroundingNetwork) -> None:
    import torch

    from plancritic.laboratory.adherence.training.networks.structure import HOLDS

    found, expected = visits(VESSEL, (HERE,)), [float(met) for met in visited(VESSEL, HERE)]
    roles = found.roles.clone()
    # Whether the fact is to hold: barely.
    roles[0, 0, HOLDS] = 1e-4
    unclear = found._replace(roles=roles)
    relevant = found.logits[0, found.facts[0], found.requests[0]]
    given = torch.cat([relevant[None, :, None], found.roles], dim=2)

    assert judged(network, unclear) == pytest.approx([0.25 + 0.5 * met for met in expected], abs=1e-3)
    assert judged(network, unclear, given) == pytest.approx(expected, abs=1e-3)


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
        network.ground(texts._replace(mentions=each), known).logits[0].amax(dim=1)
        for each in (texts.mentions, mentions)
    )

    assert abs(named - unnamed)[reader().table.row[Atom("at", ("sct_ast_0", "wpt_a_0"))]] > 1e-3


def test_a_sentence_is_read_apart_from_others(network: GroundingNetwork) -> None:
    """Half of the heads see one passage alone: which passages there are changes what its tokens come to."""
    import torch

    texts = said("Go to waypoint one now. Then scout it.")
    assert texts.passage.max() == 2.0

    apart, as_one = (
        network._read(each, facts()).tokens for each in (texts, texts._replace(passage=texts.passage.clamp(max=1.0)))
    )

    assert (apart - as_one).abs().max() > 1e-3
    # Of a text of one sentence nothing changes.
    one = said("Go to waypoint one now")
    numbered = one._replace(passage=one.passage * 3.0)
    torch.testing.assert_close(network._read(one, facts()).tokens, network._read(numbered, facts()).tokens)


def test_the_likeliest_look_at_the_text_again(network: GroundingNetwork) -> None:
    import copy

    import torch

    blind = copy.deepcopy(network)
    torch.nn.init.zeros_(blind.part.weight)

    seeing = network.ground(said(TEXTS[0]), facts())

    assert (seeing.roles - blind.ground(said(TEXTS[0]), facts()).roles).abs().max() > 1e-3


def test_what_is_unlikely_hardly_moves_what_is_likely(network: GroundingNetwork) -> None:
    import torch

    from plancritic.laboratory.adherence.training.networks.network import PAIRS, PLACES

    read = network._read(said(TEXTS[0]), facts())
    chance = torch.Generator().manual_seed(1)
    taken = torch.randn(1, PAIRS, network.width, generator=chance)
    other = taken.clone()
    other[0, -1] = torch.randn(network.width, generator=chance)
    arguments = torch.zeros(1, PAIRS, PLACES, dtype=torch.int64)

    def moved(likely: float) -> float:
        relevance = torch.ones(1, PAIRS)
        relevance[0, -1] = likely
        before, after = (network._look_again(each, relevance, read, arguments)[0, 0] for each in (taken, other))
        return float((after - before).detach().abs().max())

    assert moved(1e-3) < 0.05 * moved(1.0)
