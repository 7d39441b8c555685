"""A first context for a domain, guessed from the names in its PDDL: to be reviewed by whoever knows the domain."""

from plancritic.domains.scaffolding.scaffold import check_place, scaffold

__all__ = ["check_place", "scaffold"]
