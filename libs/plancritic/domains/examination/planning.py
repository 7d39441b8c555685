"""What planning shows: problems without a plan, archetypes that no plan can follow or that every plan follows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence

from plancritic.contracts.planning import Impossible, PlanProved, SolveLimits, SyntaxFault, Unsupported, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains.archetypes import Archetype
from plancritic.domains.complaint import Complaint, Severity
from plancritic.domains.examination.breaking import breaking
from plancritic.domains.files import ARCHETYPES_FILE, PROBLEMS_FOLDER
from plancritic.domains.folder import DomainFolder
from plancritic.domains.places import yaml_line
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.language import PddlSyntaxError, Problem, parse_constraint, parse_plan
from plancritic.pddl.specification import check_constraint
from plancritic.verdicts import Verdicts, portfolio

#: Fewer plans of a problem than this show nothing about what all of them have in common.
_FEWEST_PLANS = 3


async def planning_complaints(
    bundle: DomainFolder,
    problems: Mapping[str, Problem],
    archetypes_text: str,
    seconds: float,
    progress: Callable[[str], None],
) -> tuple[Complaint, ...]:
    """Plans every problem, and every archetype on it, for `seconds` of the planner's CPU time each; no broker is asked.

    Plans are proved by the judges in this process. A problem without a plan has its archetypes left alone.
    """
    verdicts = Verdicts(portfolio(None), (ExecutorJudge(), KairosJudge()))
    try:
        examination = _Examination(bundle, problems, archetypes_text, seconds, verdicts)
        return tuple([complaint async for complaint in examination.complaints(progress)])
    finally:
        await verdicts.close()


class _Examination:
    def __init__(
        self,
        bundle: DomainFolder,
        problems: Mapping[str, Problem],
        archetypes_text: str,
        seconds: float,
        verdicts: Verdicts,
    ) -> None:
        self._bundle = bundle
        self._problems = problems
        self._archetypes_text = archetypes_text
        self._seconds = seconds
        self._verdicts = verdicts
        #: Executed plans by problem, with the archetype (its place) that each was made for; None without feedback.
        self._known: dict[str, list[tuple[int | None, Trajectory]]] = {}

    async def complaints(self, progress: Callable[[str], None]) -> AsyncIterator[Complaint]:
        for number in self._problems:
            progress(f"problem {number}")
            verdict = await self._plan(number, (), None)
            if not isinstance(verdict, PlanProved):
                yield self._unplanned(number, verdict)
        for place, archetype in enumerate(self._bundle.archetypes):
            for number, constraints in archetype.ground_truth.items():
                if number not in self._known or not self._well_formed(constraints, number):
                    continue
                progress(f"problem {number}, {archetype.name}")
                verdict = await self._plan(number, constraints, place)
                if not isinstance(verdict, PlanProved):
                    yield self._unfollowed(place, archetype, number, verdict)
        for place, archetype in enumerate(self._bundle.archetypes):
            for number, constraints in archetype.ground_truth.items():
                if self._is_followed_by_others(place, number, constraints):
                    progress(f"problem {number}, a plan that breaks {archetype.name}")
                    if not await self._can_be_broken(number, constraints):
                        yield self._empty(place, archetype, number)

    async def _plan(self, number: str, constraints: Sequence[str], place: int | None) -> Verdict:
        verdict = await self._verdict(number, constraints)
        if isinstance(verdict, PlanProved):
            trajectory = execute(self._problems[number], parse_plan(verdict.plan))
            self._known.setdefault(number, []).append((place, trajectory))
        return verdict

    async def _verdict(self, number: str, constraints: Sequence[str]) -> Verdict:
        return await self._verdicts.verdict(
            self._bundle.domain_pddl,
            self._bundle.problem(number),
            tuple(TracedConstraint(constraint=each) for each in constraints),
            # Seconds of the planner's own time: a busy machine must not make a domain worse than it is.
            SolveLimits(seconds=self._seconds, deterministic=True),
        )

    def _well_formed(self, constraints: Sequence[str], number: str) -> bool:
        """Whether they fit the problem; where they do not, that is a complaint about the words."""
        try:
            return not any(check_constraint(parse_constraint(each), self._problems[number]) for each in constraints)
        except PddlSyntaxError:
            return False

    def _unplanned(self, number: str, verdict: Verdict) -> Complaint:
        file = f"{PROBLEMS_FOLDER}/{number}.pddl"
        if isinstance(verdict, Impossible):
            message = f"problem {number} has no plan: {verdict.reason}"
            remedy = "see what its goal needs: plancritic explain DOMAIN PROBLEM"
            return Complaint(Severity.ERROR, "unsolvable", message, remedy, file)
        if isinstance(verdict, SyntaxFault | Unsupported):
            said = verdict.message if isinstance(verdict, SyntaxFault) else f"feature {verdict.feature!r}"
            message = f"problem {number} cannot be planned: {said}"
            return Complaint(Severity.ERROR, "unsolvable", message, "correct the PDDL", file)
        message = f"problem {number}: {_words(verdict)} in {self._seconds:g} s"
        remedy = "make it easier, or give the search longer (--limit): feedback needs a plan within seconds"
        return Complaint(Severity.WARNING, "no_plan", message, remedy, file)

    def _unfollowed(self, place: int, archetype: Archetype, number: str, verdict: Verdict) -> Complaint:
        line = yaml_line(self._archetypes_text, (place, "ground_truth", number))
        if isinstance(verdict, Impossible):
            message = f"archetype {archetype.name!r} is impossible on problem {number}: {verdict.reason}"
            remedy = "name the problem under left_out with the reason, or correct its constraints"
            return Complaint(Severity.ERROR, "impossible_archetype", message, remedy, ARCHETYPES_FILE, line)
        message = f"archetype {archetype.name!r} on problem {number}: {_words(verdict)} in {self._seconds:g} s"
        remedy = "see whether it is possible at all with a longer search (--limit)"
        return Complaint(Severity.WARNING, "undecided_archetype", message, remedy, ARCHETYPES_FILE, line)

    def _is_followed_by_others(self, place: int, number: str, constraints: Sequence[str]) -> bool:
        """Whether all plans that were made for something else follow it too."""
        others = [trajectory for made_for, trajectory in self._known.get(number, ()) if made_for != place]
        if len(others) < _FEWEST_PLANS or not self._well_formed(constraints, number):
            return False
        parsed = [parse_constraint(each) for each in constraints]
        return all(judge_constraint(trajectory, each).satisfied for trajectory in others for each in parsed)

    async def _can_be_broken(self, number: str, constraints: Sequence[str]) -> bool:
        """Whether some plan breaks one of the constraints: planned, and judged on the plan."""
        for text in constraints:
            contrary = tuple(map(str, breaking(parse_constraint(text))))
            verdict = await self._verdict(number, contrary) if contrary else None
            if isinstance(verdict, PlanProved):
                trajectory = execute(self._problems[number], parse_plan(verdict.plan))
                if not judge_constraint(trajectory, parse_constraint(text)).satisfied:
                    return True
        return False

    def _empty(self, place: int, archetype: Archetype, number: str) -> Complaint:
        message = (
            f"archetype {archetype.name!r} holds in every plan known of problem {number}, and none was found that "
            "breaks it: it may ask for nothing"
        )
        remedy = "name the problem under left_out, or ask for more, unless you know of a plan that breaks it"
        line = yaml_line(self._archetypes_text, (place, "ground_truth", number))
        return Complaint(Severity.WARNING, "empty_archetype", message, remedy, ARCHETYPES_FILE, line)


def _words(verdict: Verdict) -> str:
    return f"no proved plan ({verdict.verdict.replace('_', ' ')})"
