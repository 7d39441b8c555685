"""A schema with time and numbers is the same candidate whatever its variables are called and its parts' order is."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.temporal_refining import description_of, domain_text

from plancritic.domains.descriptions import skeleton_of
from plancritic.pddl.language import Action, conjunction, conjuncts, parse_domain, write_domain
from plancritic.pddl.strips_part import action_part
from plancritic.schema_library.candidates.merging import canonical_text

_DOMAINS = tuple(sorted(each.parent.name for each in (Path(__file__).parents[3] / "domains").glob("*/domain.pddl")))


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_names_and_order_do_not_count(data: st.DataObject) -> None:
    domain = parse_domain(domain_text(data.draw(st.sampled_from(_DOMAINS))))
    action = domain.actions[data.draw(st.sampled_from(sorted(domain.actions)))]
    names = data.draw(st.permutations([each.name for each in action.parameters]))
    text = write_domain(domain)
    for place, name in enumerate(names):
        # Names that no other parameter has.
        text = re.sub(rf"{re.escape(name)}(?=[\s)])", f"?z{place}z", text) if action.parameters else text
    other = _shuffled(parse_domain(text).actions[action.name], data)
    assert canonical_text(other) == canonical_text(action)
    # What is canonical is read as what it was made of, in the skeleton that a description declares.
    assert skeleton_of(description_of(domain.name)).predicates.keys() == domain.predicates.keys()
    assert action_part(other).parameters == other.parameters


def _shuffled(action: Action, data: st.DataObject) -> Action:
    conditions = {
        name: conjunction(tuple(data.draw(st.permutations(conjuncts(getattr(action, name))))))
        for name in ("conditions_at_start", "conditions_over_all", "conditions_at_end")
    }
    return Action(
        action.name,
        action.parameters,
        action.duration,
        conditions["conditions_at_start"],
        conditions["conditions_over_all"],
        conditions["conditions_at_end"],
        tuple(data.draw(st.permutations(action.effects_at_start))),
        tuple(data.draw(st.permutations(action.effects_at_end))),
    )
