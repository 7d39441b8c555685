"""From a specification to a verdict: the engine plans, the judges prove."""

from __future__ import annotations

import time
from collections.abc import Sequence

from plancritic.contracts.planning import (
    Disputed,
    Impossible,
    NoPlanFound,
    PlanProved,
    Rejected,
    SolveLimits,
    SyntaxFault,
    Unsupported,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.engines import Engine, Outcome, PlanFound, PlanningRequest, engines_with, missing_feature
from plancritic.judges import Judge, JudgeRequest, prove
from plancritic.pddl.constraints import check_constraint, parse_constraint
from plancritic.pddl.errors import PddlSyntaxError, UnsupportedFeatureError
from plancritic.pddl.model import Problem
from plancritic.pddl.parser import parse_domain, parse_problem
from plancritic.pddl.writer import with_constraints
from plancritic.verdicts.impossibility import minimal_clash

#: The file that syntax faults in a constraint of the specification name; its lines are the constraints.
SPECIFICATION_FILE = "specification"


class Verdicts:
    """One engine with the judges of its plans (in process ones: they see every plan of a search)."""

    def __init__(self, engine: Engine, judges: Sequence[Judge]) -> None:
        self._engine = engine
        self._judges = tuple(judges)

    async def verdict(
        self,
        domain: str,
        problem: str,
        specification: Sequence[TracedConstraint] = (),
        limits: SolveLimits | None = None,
        explain_clash: bool = False,
        domain_file: str = "domain.pddl",
        problem_file: str = "problem.pddl",
    ) -> Verdict:
        """Plans a problem under a specification.

        Never raises for what the texts hold: a fault in them is a `SyntaxFault` at its place, for a constraint of
        the specification in the file `specification` at the line of its index from one. With `explain_clash` an
        impossibility comes with its minimal clash, for which as much time again may be spent.
        """
        started = time.monotonic()
        limits = limits or SolveLimits()
        verdict = await self._verdict(
            domain, problem, tuple(specification), limits, explain_clash, domain_file, problem_file
        )
        return verdict.model_copy(update={"seconds": time.monotonic() - started})

    async def close(self) -> None:
        """Ends the engine's processes."""
        await self._engine.close()

    async def _verdict(
        self,
        domain: str,
        problem: str,
        specification: tuple[TracedConstraint, ...],
        limits: SolveLimits,
        explain_clash: bool,
        domain_file: str,
        problem_file: str,
    ) -> Verdict:
        name = self._engine.name
        fault = self._syntax_fault(domain, problem, specification, domain_file, problem_file)
        if fault is not None:
            return fault

        async def plan(constraints: Sequence[TracedConstraint]) -> Outcome:
            text = with_constraints(problem, [traced.constraint for traced in constraints])
            return await self._engine.solve(PlanningRequest(domain, text, limits, domain_file, problem_file))

        constrained = with_constraints(problem, [traced.constraint for traced in specification])
        feature = missing_feature(self._engine.manifest, domain, constrained)
        if feature is not None:
            return Unsupported(engine=name, feature=feature, engines_with_it=engines_with(feature))
        outcome = await plan(specification)
        if isinstance(outcome, PlanFound):
            return await self._judged(domain, problem, specification, outcome)
        if isinstance(outcome, Impossible) and explain_clash and specification:
            # A clock would let a busy machine change the answer; each search has its own limit all the same.
            seconds = None if limits.deterministic else limits.seconds
            clash = await minimal_clash(specification, plan, seconds)
            return outcome.model_copy(update={"clash": clash.constraints, "clash_minimal": clash.minimal})
        if isinstance(outcome, Unsupported) and not outcome.engines_with_it:
            return outcome.model_copy(update={"engines_with_it": engines_with(outcome.feature)})
        return outcome

    async def _judged(
        self, domain: str, problem: str, specification: tuple[TracedConstraint, ...], found: PlanFound
    ) -> Verdict:
        request = JudgeRequest(domain, problem, found.plan, tuple(traced.constraint for traced in specification))
        proof = await prove(self._judges, request)
        match proof.ruling:
            case "accepted":
                return PlanProved(engine=found.engine, plan=found.plan, proof=proof)
            case "rejected":
                return Rejected(engine=found.engine, plan=found.plan, proof=proof)
            case "disputed":
                return Disputed(engine=found.engine, plan=found.plan, proof=proof)
            case "unjudged":
                # A plan nobody can judge is no plan: the word of the engine is no proof.
                reasons = "; ".join(one.explanation for report in proof.reports for one in report.findings)
                return NoPlanFound(engine=found.engine, reason=f"a plan was found that no judge can judge: {reasons}")

    def _syntax_fault(
        self,
        domain: str,
        problem: str,
        specification: tuple[TracedConstraint, ...],
        domain_file: str,
        problem_file: str,
    ) -> SyntaxFault | None:
        parsed: Problem | None = None
        try:
            parsed = parse_problem(problem, parse_domain(domain, domain_file), problem_file)
        except UnsupportedFeatureError:
            pass  # outside our model, not outside PDDL: the engine may know it
        except PddlSyntaxError as error:
            return self._fault(error.message, error.file, error.line, error.column)
        for line, traced in enumerate(specification, start=1):
            try:
                constraint = parse_constraint(traced.constraint)
            except PddlSyntaxError as error:
                return self._fault(error.message, SPECIFICATION_FILE, line, error.column)
            complaints = check_constraint(constraint, parsed) if parsed is not None else ()
            if complaints:
                return self._fault("; ".join(complaints), SPECIFICATION_FILE, line, 1)
        for own in parsed.constraints if parsed is not None else ():
            complaints = check_constraint(own, parsed) if parsed is not None else ()
            if complaints:
                return self._fault("; ".join(complaints), problem_file, _line_of(problem, ":constraints"), 1)
        return None

    def _fault(self, message: str, file: str, line: int, column: int) -> SyntaxFault:
        return SyntaxFault(
            engine=self._engine.name, message=message, file=file, line=max(1, line), column=max(1, column)
        )


def _line_of(text: str, word: str) -> int:
    return next((number for number, line in enumerate(text.lower().splitlines(), 1) if word in line), 1)
