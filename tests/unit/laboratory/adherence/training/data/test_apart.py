"""That no side of the split sees another, over all data files of a training, and what the card says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.scored_data import turns
from tests.support.scorer_model import HashEncoder

from plancritic.adherence.dataset import Dataset, SampledProblem, Split
from plancritic.domains.folder import load_folder
from plancritic.laboratory.adherence.training.comparison.learning import Corpus, LearningSettings
from plancritic.laboratory.adherence.training.data.apart import check_apart, split_in_words
from plancritic.laboratory.adherence.training.errors import MixedSplits


def worded(words: str, split: Split = "train", problem: str = "1", **changes: object) -> Dataset:
    """Turns of a problem, each told of in these words, by families of this side."""
    made = turns(split=split, **changes)
    plans = tuple(replace(plan, problem=problem, family=f"{split} {plan.family}") for plan in made.plans)
    examples = tuple(replace(example, text=f"{words}: {example.text}") for example in made.examples)
    return replace(made, plans=plans, examples=examples)


def together(*datasets: Dataset) -> Dataset:
    """One data set of several."""
    plans, examples = [], []
    for dataset in datasets:
        examples += [replace(example, plan=example.plan + len(plans)) for example in dataset.examples]
        plans += dataset.plans
    return replace(datasets[0], plans=tuple(plans), examples=tuple(examples))


def corpora(*datasets: Dataset) -> Sequence[Corpus]:
    bundle = load_folder("satellite")
    return [Corpus(bundle, dataset) for dataset in datasets]


def test_a_text_that_another_file_has_for_testing_is_refused() -> None:
    one, other = worded("ask"), worded("ask", "test", problem="2")

    check_apart(corpora(one, worded("want", "test", problem="2")))
    with pytest.raises(MixedSplits, match=r"text 'ask: Turn to .*' is for train and for test \(data files 1 and 2\)"):
        check_apart(corpora(one, other))


def test_a_text_on_two_sides_of_one_file_is_refused() -> None:
    mixed = together(worded("ask"), worded("want"), worded("ask", "validation"))

    with pytest.raises(MixedSplits, match=r"is for train and for validation \(data file 1\)"):
        check_apart(corpora(mixed))


def test_a_plan_that_adheres_in_one_file_and_not_in_another_is_refused() -> None:
    one = worded("ask")
    first, *others = one.examples
    turned = replace(one, examples=(*others, replace(first, adheres=not first.adheres)))

    check_apart(corpora(one, one))
    with pytest.raises(MixedSplits, match=r"a plan of problem 1 adheres and does not adhere to 'ask: .*files 1 and 2"):
        check_apart(corpora(one, turned))


def test_problems_of_one_name_that_two_files_sampled_otherwise_are_two() -> None:
    bundle = load_folder("satellite")
    one, other = (
        worded("ask", problem="1s0", problems=[SampledProblem("1s0", "1", bundle.problems[base])])
        for base in ("1", "2")
    )
    turned = replace(other, examples=tuple(replace(each, adheres=not each.adheres) for each in other.examples))

    check_apart(corpora(one, turned))


def test_families_of_plans_on_two_sides_are_not_said_to_be_apart() -> None:
    one, other = worded("ask"), worded("want", "validation")
    same_families = together(one, replace(other, plans=one.plans))

    check_apart(corpora(same_families))
    assert split_in_words(corpora(same_families)) == "satellite generated: validation by text, no test"


def test_the_card_says_of_each_file_by_what_its_sides_are_apart() -> None:
    made = together(worded("ask"), worded("want", "validation"), worded("tell", "test", problem="3"))
    recorded = together(
        worded("say", source="recorded", problem="3"), worded("speak", "test", problem="2", source="recorded")
    )

    assert split_in_words(corpora(made, recorded)) == (
        "satellite generated: validation by family of plans and text, test by problem, family of plans and text "
        "(problem satellite 3 of its test is trained on in other data); "
        "satellite recorded: no validation, test by problem, family of plans and text"
    )


@pytest.mark.train
def test_files_that_share_texts_across_the_split_are_refused_before_any_training(tmp_path: Path) -> None:
    from plancritic.laboratory.adherence.training.train import train_model

    mixed = corpora(together(worded("ask"), worded("want", "validation")), worded("ask", "test"))

    with pytest.raises(MixedSplits, match="data files 1 and 2"):
        train_model("satellite", mixed, HashEncoder(12), LearningSettings(), tmp_path / "model", "", print)
    assert list(tmp_path.iterdir()) == []
