"""What is wrong with a bundle, in words."""

from __future__ import annotations

from plancritic.domains.archetypes import Archetype
from plancritic.domains.bundle import DomainBundle
from plancritic.domains.check import BundleCheck
from plancritic.pddl.language import parse_domain, parse_problem


def check_bundle(bundle: DomainBundle, archetypes: tuple[Archetype, ...] = ()) -> tuple[str, ...]:
    """Return complaints in words, none if all is well."""
    domain = parse_domain(bundle.domain_pddl, f"{bundle.name}/domain.pddl")
    problems = {
        number: parse_problem(text, domain, f"{bundle.name}/problems/{number}.pddl")
        for number, text in bundle.problems.items()
    }
    return tuple(
        complaint.message for complaint in BundleCheck(bundle, domain, problems, archetypes=archetypes).complaints()
    )
