from collections.abc import Callable, Sequence

import kairos
import pytest

from plancritic.domains.folder import DomainFolder, load_folder
from plancritic.pddl.language import with_constraints


@pytest.fixture(scope="session")
def bundles() -> dict[str, DomainFolder]:
    return {name: load_folder(name) for name in ("waterway", "satellite")}


@pytest.fixture(scope="session")
def plan_for(bundles: dict[str, DomainFolder]) -> Callable[..., str]:
    """Kairos in this process: plan a problem of a bundle under constraints."""

    def plan(domain: str, problem: str, constraints: Sequence[str] = ()) -> str:
        bundle = bundles[domain]
        text = with_constraints(bundle.problem(problem), constraints)
        parsed = kairos.parse_problem(text, kairos.parse_domain(bundle.domain_pddl))
        result = kairos.Planner().solve(parsed, timeout=10, anytime=False)
        assert result.status == kairos.Status.SOLVED, f"{domain} {problem} {constraints}: {result.status}"
        return str(result.plan)

    return plan
