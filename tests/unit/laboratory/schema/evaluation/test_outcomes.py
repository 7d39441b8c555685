import pytest

from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain
from plancritic.laboratory.schema.evaluation.outcomes import Outcomes, has_solvable, nearest_set, outcomes_of
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.combination.decision import Solved
from plancritic.schema_library.combination.product import combinations
from plancritic.schema_library.filtering import Candidates, Filtered
from plancritic.schema_library.filtering.scored import CandidateScores
from plancritic.schema_library.filtering.semantic_filter import ScoredCandidate
from plancritic.schema_library.ranking.interpretations import ranked
from plancritic.schema_library.ranking.scoring import Scores


async def outcomes(domain: EvaluationDomain, processes: int = 1) -> Outcomes:
    library = domain.library("layman", await domain.answers("layman"))
    return outcomes_of(domain.problem, library.candidates, processes)


async def test_all_combinations_of_the_recordings_are_decided(libraryworld: EvaluationDomain) -> None:
    found = await outcomes(libraryworld)
    assert (found.combinations, found.undecided) == (24, 0)
    assert 0 < found.solvable < found.combinations
    assert found.mean_length is not None
    assert min(map(len, found.plans)) <= found.mean_length <= max(map(len, found.plans))


@pytest.mark.slow
async def test_several_processes_decide_the_same(libraryworld: EvaluationDomain) -> None:
    alone, together = await outcomes(libraryworld), await outcomes(libraryworld, processes=2)
    assert together.plans == alone.plans
    assert together.combinations == alone.combinations


async def test_outcomes_of_some_candidates_are_those_of_deciding_them_anew(libraryworld: EvaluationDomain) -> None:
    found = await outcomes(libraryworld)
    for skipped in found.candidates:
        kept = {name: several[name == skipped :] for name, several in found.candidates.items()}
        within, anew = found.within(kept), outcomes_of(libraryworld.problem, kept)
        assert (within.combinations, within.solvable) == (anew.combinations, anew.solvable)
        assert bool(anew.solvable) == has_solvable(libraryworld.problem, kept)


async def test_interpretations_are_ranked_by_their_best_set(libraryworld: EvaluationDomain) -> None:
    found = await outcomes(libraryworld)
    texts = [(action, each.text) for action, several in found.candidates.items() for each in several]
    similarities = {each: (number * 7 % 11) / 11 for number, each in enumerate(texts)}

    def mean(chosen: list[Candidate]) -> float:
        return sum(similarities[each.action, each.text] for each in chosen) / len(chosen)

    best: dict[str, float] = {}
    for decision in found.decisions:
        if isinstance(decision, Solved):
            plan = found.shared.plan_text(decision.plan)
            for numbers in combinations(decision.box):
                several = found.candidates.values()
                chosen = [each[number] for each, number in zip(several, numbers, strict=True)]
                best[plan] = max(best.get(plan, 0), mean(chosen))
    scores = Scores(
        found.candidates,
        {name: [similarities[name, each.text] for each in several] for name, several in found.candidates.items()},
    )
    interpretations = ranked([each for each in found.decisions if isinstance(each, Solved)], scores)
    reached = {found.shared.plan_text(each.plan): scores.similarity(each.best) or 0.0 for each in interpretations}
    assert [round(each, 9) for each in reached.values()] == sorted(
        (round(each, 9) for each in best.values()), reverse=True
    )
    assert all(abs(best[plan] - similarity) < 1e-9 for plan, similarity in reached.items())


async def test_the_nearest_set_wants_a_candidate_of_each_action(libraryworld: EvaluationDomain) -> None:
    candidates = (await outcomes(libraryworld)).candidates

    def equally_near(several: Candidates) -> Filtered:
        same = CandidateScores(0.5)
        scored = {name: tuple(ScoredCandidate(each, same, True) for each in found) for name, found in several.items()}
        return Filtered("layman", "similarity", 0.0, None, scored)

    chosen = nearest_set(equally_near(candidates))
    assert chosen is not None
    # Equally near ones: the one with the most votes.
    assert all(each.votes == max(one.votes for one in candidates[action]) for action, each in chosen.items())
    assert nearest_set(equally_near({**candidates, "check-out": ()})) is None
