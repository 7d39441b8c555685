"""One text for all the ways to write a STRIPS domain: literals in a fixed order, no comments.

Which hundred of many equally cheap plans K* finds depends on the order of what it reads. With one text, domains that
mean the same have the same plans, and are planned for once.
"""

from __future__ import annotations

from dataclasses import replace

from plancritic.pddl.language import Action, Domain, FactEffect, conjunction, conjuncts, parse_domain, write_domain


def canonical_domain(domain: Domain) -> Domain:
    """Return the domain with the literals of each action sorted, none twice; its `text` is written anew.

    Raises:
        PddlSyntaxError: what was read cannot be read again, which no STRIPS domain should bring about.
    """
    actions = {name: _sorted(action) for name, action in domain.actions.items()}
    return parse_domain(write_domain(replace(domain, actions=actions)))


def _sorted(action: Action) -> Action:
    conditions = sorted(set(conjuncts(action.conditions_at_start)), key=str)
    # Deletions stand last; a fact that is added too holds afterwards, whatever the order.
    effects = sorted(
        set(action.effects_at_start),
        key=lambda each: (not each.becomes, str(each.atom)) if isinstance(each, FactEffect) else (True, str(each)),
    )
    return replace(action, conditions_at_start=conjunction(tuple(conditions)), effects_at_start=tuple(effects))
