"""A small data set over problem 1 of the waterway whose labels are the executor's: what is to be learnt is known."""

from __future__ import annotations

import random

from tests.support.scorer_model import data_card

from plancritic.adherence.dataset import Dataset, Example, ShownPlan, Split
from plancritic.domains import load_domain
from plancritic.laboratory.adherence.training.data.variations import wander
from plancritic.pddl.execution import judge_constraint
from plancritic.pddl.grounding import relaxed_reachability
from plancritic.pddl.language import Atom, parse_constraint
from plancritic.wording import Lexicon

#: By sort: what is asked of a fact, and how it is said.
ASKED = {
    "sometime": ("(sometime {fact})", "{vessel} must visit {place}."),
    "always": ("(always (not {fact}))", "{vessel} must never visit {place}."),
    "at end": ("(at end {fact})", "{vessel} must be at {place} in the end."),
    "within": ("(within 4 {fact})", "{vessel} must visit {place} within 4 hours."),
}
VESSELS = ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")
PLACES = ("wpt_ini", "wpt_end", "wpt_a_0", "wpt_b_0", "deb_stn_0", "shp_dck_0")
#: Of whom and where nothing is said in training.
HELD_BACK: dict[tuple[str, str], Split] = {
    ("deb_ast_0", "deb_stn_0"): "validation",
    ("sct_ast_0", "shp_dck_0"): "validation",
    ("shp_sal_ast_0", "deb_stn_0"): "test",
    ("sct_ast_0", "wpt_end"): "test",
}


def waterway_examples(plans: int = 12, seed: int = 3) -> Dataset:
    """Random walks, and whether vessels do at places what each of `ASKED` asks, plans of another family by split."""
    lexicon = Lexicon(load_domain("waterway"), "1")
    generator = random.Random(seed)
    actions = relaxed_reachability(lexicon.problem).actions
    walks = [walk for _ in range(plans) if (walk := wander(lexicon.problem, actions, 14, generator)) is not None]
    shown = [
        ShownPlan("1", "".join(f"{step}\n" for step in walk.plan.steps), str(number), "variation")
        for number, walk in enumerate(walks)
    ]
    examples = []
    for vessel in VESSELS:
        for place in PLACES:
            split = HELD_BACK.get((vessel, place), "train")
            for sort, (constraint, words) in ASKED.items():
                asked = constraint.format(fact=Atom("at", (vessel, place)))
                text = words.format(vessel=lexicon.name(vessel), place=lexicon.name(place))
                for number, walk in enumerate(walks):
                    # Two thirds of the plans are for training.
                    if (number % 3 == 0) == (split != "train"):
                        met = judge_constraint(walk, parse_constraint(asked)).satisfied is True
                        examples.append(Example(number, text[0].upper() + text[1:], met, sort, (asked,), split=split))
    return Dataset(data_card(), (), tuple(shown), tuple(examples))
