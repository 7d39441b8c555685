"""Small data sets made for real: planned by several engines, judged by the executor and Kairos."""

import asyncio
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from plancritic.adherence.dataset import Dataset, check_labels
from plancritic.domains.folder import DomainFolder, load_folder
from plancritic.judges import JudgeRequest, ValJudge
from plancritic.laboratory.adherence.training.data import plans as planning
from plancritic.laboratory.adherence.training.data.making import DataSettings, make_data
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import ConstraintType, parse_constraint, parse_plan

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

SMALL = DataSettings(
    seed=5, problems=("1", "4"), samples=1, instances=3, variations=12, walks=10, examples=200, solve_seconds=1.0
)
COMMAND = "plancritic data make"


def silent(_: str) -> None:
    pass


@pytest.fixture(scope="module")
def made() -> Dataset:
    return asyncio.run(make_data(load_folder("satellite"), SMALL, COMMAND, silent))


def test_half_of_the_examples_adhere_in_every_sort(made: Dataset) -> None:
    assert len(made.examples) > 400
    for sort, count in made.card.examples.items():
        assert 0.4 < made.card.positives_by_sort[sort] / count < 0.6, sort
    assert made.card.positives == sum(example.adheres for example in made.examples)
    assert sum(made.card.examples.values()) == len(made.examples)


def test_no_sort_is_rare(made: Dataset) -> None:
    assert set(made.card.examples) == {*ConstraintType, "conjunction"}
    training = Counter(example.sort for example in made.examples if example.split == "train")
    assert min(training.values()) > 0.06 * training.total()
    # What is combined is twice as much of training as of judging, so that the others have 11.8 / 13.6 of their share.
    assert min(made.card.examples.values()) > 0.06 * 11.8 / 13.6 * len(made.examples)


def test_a_question_is_asked_of_as_many_plans_that_adhere_as_not(made: Dataset) -> None:
    texts: dict[tuple[str, str], Counter[bool]] = {}
    for example in made.examples:
        texts.setdefault((made.plans[example.plan].problem, example.text), Counter())[example.adheres] += 1

    uneven = sum(sum(sides.values()) for sides in texts.values() if abs(sides[True] - sides[False]) > 1)

    assert uneven < 0.15 * len(made.examples)


def test_most_plans_that_do_not_adhere_nearly_do(made: Dataset) -> None:
    others = [example for example in made.examples if not example.adheres]

    assert 0.4 < sum(example.near_miss for example in others) / len(others) < 1
    assert made.card.near_miss_share == pytest.approx(
        sum(example.near_miss for example in others) / len(others), abs=1e-3
    )


def test_splits_are_by_problem_by_wording_and_by_family_of_plans(made: Dataset) -> None:
    problems = {problem.id: problem.base for problem in made.problems}
    for example in made.examples:
        problem = made.plans[example.plan].problem
        assert (example.split == "test") is (problems.get(problem, problem) == "4")
    for kind in ("text", "family"):
        splits: dict[str, set[str]] = {}
        for example in made.examples:
            name = example.text if kind == "text" else made.plans[example.plan].family
            splits.setdefault(name, set()).add(example.split)
        assert all(len(found) == 1 for found in splits.values())
    assert made.card.by_split["train"] > 5 * made.card.by_split["validation"] > 0


def test_plans_with_the_same_steps_are_one_family(made: Dataset) -> None:
    families: dict[tuple[str, ...], set[str]] = {}
    for plan in made.plans:
        steps = tuple(step.ground for step in parse_plan(plan.text).steps)
        families.setdefault((plan.problem, *steps), set()).add(plan.family)

    assert all(len(found) == 1 for found in families.values())
    assert len({(plan.problem, plan.text) for plan in made.plans}) == len(made.plans)


def test_plans_come_from_several_engines_and_ways_of_varying_them(made: Dataset) -> None:
    origins = made.card.origins

    assert {"kairos", "variation", "random walk"} <= set(origins)
    assert sum(origin.startswith("kairos ") for origin in origins) >= 2
    assert sum(origins.values()) == len(made.plans)


def test_facts_that_never_happen_and_facts_that_nothing_changes_are_asked_about_too(made: Dataset) -> None:
    predicates = Counter(
        atom.predicate
        for example in made.examples
        for text in example.constraints
        for atom in parse_constraint(text).atoms()
    )

    assert {"on_board", "supports", "calibration_target"} & set(predicates)
    assert {"pointing", "have_image", "power_on", "calibrated"} <= set(predicates)
    sided: dict[tuple[str, str], set[bool]] = {}
    for example in made.examples:
        sided.setdefault((made.plans[example.plan].problem, example.text), set()).add(example.adheres)
    one_sided = [sides for sides in sided.values() if len(sides) == 1]
    assert {True, False} == set().union(*one_sided)
    assert len(one_sided) < 0.2 * len(sided)


def test_an_engine_that_is_not_here_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = replace(planning.ENGINES["lpg"], absence=lambda _: "install it")
    monkeypatch.setattr(planning, "ENGINES", {**planning.ENGINES, "lpg": absent})

    assert planning.Planners(load_folder("satellite"), 0.3).missing["lpg"] == "install it"


async def test_the_labels_hold_before_a_judge_that_did_not_make_them(made: Dataset) -> None:
    """VAL, where it rules; it is known to be wrong on hold-after and too lax on some hold-during."""
    bundle = made.bundle(load_folder("satellite"))
    fair = [one for one in made.examples if not any("hold-" in constraint for constraint in one.constraints)]
    for example in random.Random(1).sample(fair, 12):
        plan = made.plans[example.plan]
        problem = bundle.problems[plan.problem]
        request = JudgeRequest(bundle.domain_pddl, problem, plan.text, example.constraints, goal=False)
        ruling = (await ValJudge().judge(request)).ruling
        assert ruling in ("abstained", "accepted" if example.adheres else "rejected"), (example, plan)


def test_sampled_problems_are_problems_of_the_domain_whose_plans_can_be_executed(made: Dataset) -> None:
    bundle = made.bundle(load_folder("satellite"))

    assert {problem.base for problem in made.problems} == {"1", "4"}
    for problem in made.problems:
        assert problem.id.startswith(f"{problem.base}s")
        lexicon = FolderLexicon(bundle, problem.id)
        own = [plan for plan in made.plans if plan.problem == problem.id]
        assert len(own) > 5
        assert not any(execute(lexicon.problem, parse_plan(plan.text)).faults for plan in own)


def test_constraints_and_both_other_texts_come_with_every_example(made: Dataset) -> None:
    bundle = made.bundle(load_folder("satellite"))
    for example in made.examples[::25]:
        plan = made.plans[example.plan]
        trajectory = execute(FolderLexicon(bundle, plan.problem).problem, parse_plan(plan.text))
        answers = [judge_constraint(trajectory, parse_constraint(text)).satisfied for text in example.constraints]
        assert all(answers) is example.adheres
        assert example.mid_level_goal and example.in_words


def test_the_archetypes_ground_truth_is_marked_in_whatever_words(made: Dataset) -> None:
    for archetype in load_folder("satellite").archetypes:
        truths = {frozenset(map(parse_constraint, truth)) for truth in archetype.ground_truth.values()}
        for example in made.examples:
            if example.archetype == archetype.name:
                assert frozenset(map(parse_constraint, example.constraints)) in truths
    assert len({example.text for example in made.examples if example.archetype is not None}) > len(made.card.archetypes)


@pytest.mark.slow
async def test_the_same_seed_makes_the_same_bytes(made: Dataset, tmp_path: Path) -> None:
    again = await make_data(load_folder("satellite"), SMALL, COMMAND, silent)

    assert again.examples == made.examples
    made.write(tmp_path / "one.jsonl.gz")
    again.write(tmp_path / "other.jsonl.gz")
    assert (tmp_path / "one.jsonl.gz").read_bytes() == (tmp_path / "other.jsonl.gz").read_bytes()


def test_contradicting_labels_are_refused(made: Dataset) -> None:
    first = made.examples[0]

    with pytest.raises(ValueError, match="adheres and does not adhere"):
        check_labels(replace(made, examples=(*made.examples, replace(first, adheres=not first.adheres))))
    elsewhere = "train" if first.split == "test" else "test"
    with pytest.raises(ValueError, match="in two splits"):
        check_labels(replace(made, examples=(*made.examples, replace(first, split=elsewhere))))


async def test_a_problem_without_any_plan_is_said_so(bundle: DomainFolder) -> None:
    lost = bundle.model_copy(update={"problems": {"1": bundle.problems["1"].replace("(at sct_ast_0 wpt_ini)", "")}})
    lost = lost.model_copy(update={"archetypes": ()})

    with pytest.raises(ValueError, match="no example"):
        await make_data(lost, DataSettings(problems=("1",), instances=1, examples=1), "", silent)
