"""Ranking held against a list of all sets."""

from __future__ import annotations

from tests.support.descriptions import CASES, recordings

from plancritic.domains.descriptions import read_description
from plancritic.pddl.language import parse_problem
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.combination.decision import Solved, decide
from plancritic.schema_library.combination.product import combinations
from plancritic.schema_library.combination.steps import share_steps
from plancritic.schema_library.ranking.interpretations import ranked
from plancritic.schema_library.ranking.scoring import GRAIN, NEAR, Scores


def test_the_best_set_of_each_plan_and_the_sets_near_it_are_those_of_a_list_of_all() -> None:
    description = read_description(CASES / "dungeon" / "description.yaml")
    library = library_of(description, "layman", recordings("dungeon", "layman"))
    assert description.problem is not None
    problem = parse_problem(description.problem, library.skeleton)
    shared = share_steps(problem, {name: [one.schema for one in each] for name, each in library.candidates.items()})
    similarities = {
        name: [(7 * place + 3 * number) % 11 / 100 for number in range(len(each))]
        for place, (name, each) in enumerate(library.candidates.items())
    }
    scores = Scores(library.candidates, similarities)
    solved = [each for each in decide(shared) if isinstance(each, Solved)]
    found = ranked(solved, scores)
    all_sets: dict[tuple[int, ...], list[tuple[int, ...]]] = {plan: [] for plan in {each.plan for each in solved}}
    for decided in solved:
        all_sets[decided.plan].extend(combinations(decided.box))
    assert {each.plan: each.sets for each in found} == {plan: len(sets) for plan, sets in all_sets.items()}
    for each in found:
        values = [scores.similarity(one) for one in all_sets[each.plan]]
        best = scores.similarity(each.best)
        assert best == max(value for value in values if value is not None)
        grains = [
            sum(round(GRAIN * similarities[name][one]) for name, one in zip(similarities, chosen, strict=True))
            for chosen in all_sets[each.plan]
        ]
        near = sum(1 for value in grains if abs(value - max(grains)) <= GRAIN * NEAR * len(similarities))
        assert scores.near(each.boxes, each.best) == near
    order = [scores.key(each.best) for each in found]
    assert order == sorted(order, reverse=True)


def test_a_representative_differs_from_the_first_set_in_as_few_actions_as_its_plan_allows() -> None:
    description = read_description(CASES / "dungeon" / "description.yaml")
    library = library_of(description, "layman", recordings("dungeon", "layman"))
    assert description.problem is not None
    problem = parse_problem(description.problem, library.skeleton)
    shared = share_steps(problem, {name: [one.schema for one in each] for name, each in library.candidates.items()})
    solved = [each for each in decide(shared) if isinstance(each, Solved)]
    found = ranked(solved, Scores(library.candidates, None, "votes"))
    for each in found:
        sets = [one for box in solved if box.plan == each.plan for one in combinations(box.box)]
        least = min(sum(a != b for a, b in zip(one, found[0].best, strict=True)) for one in sets)
        assert sum(a != b for a, b in zip(each.representative, found[0].best, strict=True)) == least
        assert each.representative in sets
