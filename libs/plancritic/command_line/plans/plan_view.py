"""A plan with everything that is needed to speak about it: its problem's words, and what its constraints come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from plancritic.command_line.broker_client import published_domains
from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input
from plancritic.command_line.input_files import read_text_file
from plancritic.command_line.local_faults import local_faults
from plancritic.command_line.planning.domain_words import lexicon_for
from plancritic.command_line.planning.planning_request import PlanningFiles, planning
from plancritic.command_line.plans.targets import Files
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import PlanRevised, PlanStep
from plancritic.contracts.planning import PlanProved, SolveLimits, SyntaxFault, Verdict
from plancritic.contracts.sessions import Revision
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.syntax_faults import fault_of
from plancritic.domains import DomainBundle, UnknownDomainError, UnknownProblemError, load_domain
from plancritic.pddl.language import PddlSyntaxError
from plancritic.pictures.changes_in_words import TimeWords
from plancritic.wording import Lexicon, plan_steps, verdict_sentence

#: The search for a plan without feedback; the domains' own problems take well under a second.
PLANNING_SECONDS = 30.0


@dataclass(frozen=True)
class PlanView:
    """A plan and the words for it; `statements` maps ids of the specification's statements to their texts."""

    domain: str
    problem: str
    lexicon: Lexicon
    plan: str
    steps: tuple[PlanStep, ...]
    specification: tuple[TracedConstraint, ...] = ()
    statements: Mapping[str, str] = field(default_factory=dict)

    @property
    def unit(self) -> TimeWords:
        """The unit of the domain's time."""
        return TimeWords(self.lexicon.time.singular, self.lexicon.time.plural)


async def plan_of_run(result: PlanRevised) -> PlanView:
    """Return the plan that a run ended with, in the words of the bundle that the run used.

    Raises:
        ContractError: the bundle is not published any more.
    """
    async with published_domains() as domains:
        bundle = await domains.bundle(result.problem)
    return view_of_result(result, Lexicon(bundle, result.problem.problem))


async def plan_of_revision(revision: Revision) -> PlanView:
    """Return the plan of a session's revision, in the words of the bundle that it was made with.

    Raises:
        ContractError: the bundle is not published any more.
    """
    async with published_domains() as domains:
        bundle = await domains.bundle(revision.problem)
    return PlanView(
        revision.problem.domain,
        revision.problem.problem,
        Lexicon(bundle, revision.problem.problem),
        revision.plan,
        revision.steps,
        revision.specification,
        {each.statement.id: each.statement.text for each in revision.in_force},
    )


def view_of_result(result: PlanRevised, lexicon: Lexicon) -> PlanView:
    """Return the plan that a run ended with."""
    return PlanView(
        result.problem.domain,
        result.problem.problem,
        lexicon,
        result.plan,
        result.steps,
        result.specification,
        {outcome.statement.id: outcome.statement.text for outcome in result.statements},
    )


async def plan_of_domain(domain: str, problem: str) -> PlanView:
    """Return the plan of a domain's problem without any feedback, planned and proved in this process.

    A domain that is not in the folder of domains is taken from the broker, if one is known.

    Raises:
        CommandFault: there is no such domain or problem, or no plan is found.
    """
    with local_faults():
        try:
            bundle = load_domain(domain)
        except UnknownDomainError as error:
            bundle = await _published(domain, error)
    return await plan_of_bundle(bundle, problem)


async def _published(domain: str, unknown: UnknownDomainError) -> DomainBundle:
    """The bundle that is published under a name; the first error where no broker can be asked."""
    try:
        async with published_domains() as domains:
            return await domains.current(domain)
    except (CommandFault, ContractError) as error:
        if error.fault.code is not FaultCode.SERVICE_UNAVAILABLE:
            raise
    raise unknown


async def plan_of_files(files: Files) -> PlanView:
    """Return the plan in a file, or one that is planned and proved here, for PDDL files.

    Raises:
        CommandFault: a file cannot be read, or no plan is found.
        PddlSyntaxError: a file is no valid PDDL.
    """
    read = PlanningFiles.read(files.domain, files.problem, files.constraints)
    try:
        # First of all: it reads the files by their own names.
        specification = read.specification()
        lexicon = lexicon_for(files.domain, read.domain, read.problem)
        if lexicon is None:
            remedy = "try `plancritic plan`, which may still solve it"
            bad_input(FaultCode.INVALID_MESSAGE, "the problem has PDDL features that cannot be drawn", remedy)
        if files.plan is not None:
            plan = read_text_file(files.plan, "plan")
        else:
            async with planning(read, None) as planners:
                verdict = await planners.verdict(
                    SolveLimits(seconds=PLANNING_SECONDS, deterministic=True), specification, improve=True
                )
            if not isinstance(verdict, PlanProved):
                raise _no_plan(verdict, str(files.domain), str(files.problem))
            plan = verdict.plan
        steps = plan_steps(plan, lexicon)
    except PddlSyntaxError as error:
        raise CommandFault(fault_of(error), ExitCode.BAD_INPUT) from None
    return PlanView(lexicon.problem.domain.name, files.problem.stem, lexicon, plan, steps, specification)


async def plan_of_bundle(bundle: DomainBundle, problem: str) -> PlanView:
    """Return the plan of a bundle's problem without any feedback, planned and proved in this process.

    Raises:
        CommandFault: there is no such problem, or no plan is found.
    """
    try:
        text = bundle.problem(problem)
    except UnknownProblemError as error:
        fault = Fault(code=FaultCode.UNKNOWN_PROBLEM, message=error.message, remedy=error.remedy)
        raise CommandFault(fault, ExitCode.BAD_INPUT) from None
    files = PlanningFiles(
        Path(bundle.name, "domain.pddl"),
        Path(bundle.name, "problems", f"{problem}.pddl"),
        None,
        bundle.domain_pddl,
        text,
        "",
    )
    async with planning(files, None) as planners:
        # As the planner service makes the plan that a run begins with.
        verdict = await planners.verdict(SolveLimits(seconds=PLANNING_SECONDS, deterministic=True), improve=True)
    if not isinstance(verdict, PlanProved):
        raise _no_plan(verdict, bundle.name, problem)
    lexicon = Lexicon(bundle, problem)
    return PlanView(bundle.name, problem, lexicon, verdict.plan, plan_steps(verdict.plan, lexicon))


def _no_plan(verdict: Verdict, domain: str, problem: str) -> CommandFault:
    if isinstance(verdict, SyntaxFault):
        return CommandFault(fault_of(verdict), ExitCode.BAD_INPUT)
    fault = Fault(
        code=FaultCode.NO_BASE_PLAN,
        message=f"problem {problem} of {domain} has no plan to show: {verdict_sentence(verdict)}",
        remedy=f"plancritic domain check {domain}",
    )
    return CommandFault(fault, ExitCode.OTHER_VERDICT)
