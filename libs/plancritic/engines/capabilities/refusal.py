"""Why an engine need not be started: for engines whose own parsers do not say what is wrong, or where."""

from __future__ import annotations

from functools import lru_cache

import kairos

from plancritic.contracts.planning import Cancelled, SyntaxFault, Unsupported
from plancritic.engines.capabilities.manifest import Manifest, missing_configuration, missing_feature
from plancritic.engines.interface import PlanningRequest
from plancritic.pddl.language import kind_of, remedy_of


def refusal(engine: str, manifest: Manifest, request: PlanningRequest) -> SyntaxFault | Unsupported | Cancelled | None:
    """The texts are wrong (as Kairos' parser reads them), ask for what the engine lacks, or were withdrawn."""
    if request.stop is not None and request.stop.is_set():
        return Cancelled(engine=engine)
    fault = syntax_fault(engine, request.domain, request.problem, request.domain_file, request.problem_file)
    if fault is not None:
        return fault
    feature = missing_configuration(manifest, request.configuration) or missing_feature(
        manifest, request.domain, request.problem
    )
    return None if feature is None else Unsupported(engine=engine, feature=feature)


@lru_cache(maxsize=256)
def syntax_fault(
    engine: str, domain: str, problem: str, domain_file: str = "domain.pddl", problem_file: str = "problem.pddl"
) -> SyntaxFault | None:
    """Return the first error in the two texts, with its place."""
    try:
        kairos.parse_problem(problem, kairos.parse_domain(domain, domain_file), problem_file)
    except kairos.PddlError as error:
        errors = [one for one in error.diagnostics if one.severity == kairos.Severity.ERROR] or error.diagnostics
        place, code = errors[0].location, str(errors[0].code)
        return SyntaxFault(
            engine=engine,
            message=str(errors[0].message),
            kind=kind_of(code),
            remedy=remedy_of(code),
            file=problem_file if place is None or not place.file else str(place.file),
            line=1 if place is None else max(1, int(place.line)),
            column=1 if place is None else max(1, int(place.column)),
        )
    return None
