"""Jobs for the planner and the verdicts it answers with: one vocabulary from engine to exit code."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from plancritic.contracts.envelope import Contract, Message
from plancritic.contracts.specification import MAXIMUM_CONSTRAINTS, ProblemSource, TracedConstraint
from plancritic.contracts.validation import Proof


class SolveLimits(Contract):
    """What a request tells the engine: how long and how large a search may get, and how it is done.

    Outside deterministic mode `seconds` is wall time. In it, `seconds` is the child's CPU time, with
    the wall clock only as a far backstop, so that a busy machine does not change an answer. With `anytime` the
    whole of `seconds` is spent on better plans and the best is the answer, else the first plan is.
    """

    seconds: float = Field(default=5.0, gt=0, le=3600)
    memory_mb: int = Field(default=2048, ge=64)
    deterministic: bool = False
    anytime: bool = False


class SolveProblem(Message):
    """Job: plan a problem under a specification, prove the plan, or say why there is none."""

    problem: ProblemSource
    specification: tuple[TracedConstraint, ...] = Field(default=(), max_length=MAXIMUM_CONSTRAINTS)
    limits: SolveLimits = SolveLimits()
    #: None lets the planner choose: its engines and strategies one after the other, the winner in the verdict.
    engine: str | None = None
    #: When impossible, also look for the minimal clashing subset (some more searches).
    explain_clash: bool = False
    #: When impossible, also look for the smallest changes that would make it possible (more searches still).
    relax: bool = False
    #: Remove needless actions from the plan, tighten its times, and prove it again.
    improve: bool = False
    #: Rid the plan of needless steps and start each step as soon as it can: a few milliseconds.
    tidy: bool = False
    #: Past this moment nobody waits for the answer any more: the planner answers `cancelled` at once.
    not_after: AwareDatetime | None = None


#: How a verdict came about: an engine with the constraints as they are, one with constraints compiled away, one
#: with weaker constraints in the place of some, our own reachability analysis, or a plan that was known already.
Strategy = Literal["native", "compiled", "weakened", "reachability", "archive"]


class _Verdict(Contract):
    engine: str
    #: Which strategy led to it; None where none was taken (bad input, cancelled before the start).
    road: Strategy | None = None
    #: Wall seconds from request to verdict.
    seconds: float = 0.0
    #: Whether it was read from the cache of verdicts; `seconds` are then those of the first time.
    cached: bool = False


class PlanQuality(Contract):
    """What improving a plan did; times in units of the domain's time, `removed` the needless ground actions."""

    makespan_before: float
    makespan_after: float
    steps_before: int
    steps_after: int
    removed: tuple[str, ...] = ()


class PreferenceOutcome(Contract):
    """What came of a constraint that is no must.

    Its price is what the plan takes longer, in units of the domain's time and in steps, than the best plan known
    that leaves it out; None where that is not known.
    """

    constraint: TracedConstraint
    kept: bool
    price_time: float | None = None
    price_steps: int | None = None
    #: Why it was left out, in a sentence.
    reason: str = ""


class PlanProved(_Verdict):
    """A plan that every judge able to judge it accepts: goal and musts are met, preferences as far as said."""

    verdict: Literal["plan"] = "plan"
    plan: str
    proof: Proof
    quality: PlanQuality | None = None
    preferences: tuple[PreferenceOutcome, ...] = ()


class LowerBound(Contract):
    """No plan of the problem under these constraints ends before `value`, in units of the domain's time.

    Durations are as the domain states them: what judges forgive of each (an epsilon, for rounding) is left aside.

    Proved, by `means`: `reachability` and `chain` (of actions that exclude each other) are analyses of our own,
    `search` a whole space of plans searched. `reason` is a sentence.
    """

    value: float
    means: Literal["reachability", "chain", "search"]
    reason: str
    #: Whether the plan ends then, up to the least times between its steps: none ends clearly sooner.
    met: bool = False


class PlanDistance(Contract):
    """How far a plan is from another: steps are ground actions, counted as often as they occur.

    `moved` are steps of both plans that start at another time.
    """

    added: int
    removed: int
    moved: int = 0


class Improvement(Contract):
    """The best plan that was found from plans known before, proved; its makespan in units of the domain's time."""

    plan: str
    proof: Proof
    makespan: float
    steps: int
    #: None where nothing was proved.
    lower_bound: LowerBound | None = None
    #: To the plan that was shown; None where none was.
    distance: PlanDistance | None = None
    #: What found it: `given`, `tightening`, or the neighbourhood or engine.
    found_by: str = "given"


class Rejected(_Verdict):
    """The engine returned a plan that the judges refuse."""

    verdict: Literal["rejected"] = "rejected"
    plan: str
    proof: Proof


class Disputed(_Verdict):
    """The engine returned a plan on which the judges disagree."""

    verdict: Literal["disputed"] = "disputed"
    plan: str
    proof: Proof


class ConstraintChange(Contract):
    """A constraint replaced by a weaker one, or dropped (`replacement` None)."""

    constraint: TracedConstraint
    replacement: str | None = None


class Relaxation(Contract):
    """Changes to an impossible specification that make it possible, with a proved plan that shows it.

    `kind` is `later_bound` where only times change, `drop_statement` where all constraints of `statements` go,
    `drop_constraint` where a constraint without a statement does.
    """

    kind: Literal["later_bound", "drop_statement", "drop_constraint"]
    changes: tuple[ConstraintChange, ...]
    statements: tuple[str, ...] = ()
    plan: str


class Impossible(_Verdict):
    """Proved: no plan exists.

    `clash` is a part of the specification that is impossible by itself. It is `clash_minimal` where, without
    any one of its statements, the rest is not proved impossible; time may have run out before that. `goal` are the
    parts of the problem's own goal that it clashes with, as PDDL; empty where it clashes without the goal too, or where
    that is not known.
    """

    verdict: Literal["impossible"] = "impossible"
    reason: str
    clash: tuple[TracedConstraint, ...] = ()
    clash_minimal: bool = False
    goal: tuple[str, ...] = ()
    #: Smallest first; none where none was asked for or found.
    relaxations: tuple[Relaxation, ...] = ()


class NoPlanFound(_Verdict):
    """The search ended without a plan and without a proof that there is none."""

    verdict: Literal["no_plan_found"] = "no_plan_found"
    reason: str


class TimedOut(_Verdict):
    """The limit was reached; `clock` says which one."""

    verdict: Literal["timed_out"] = "timed_out"
    limit_seconds: float
    clock: Literal["wall", "cpu"] = "wall"


class Unsupported(_Verdict):
    """The engine cannot do this; `engines_with_it` can."""

    verdict: Literal["unsupported"] = "unsupported"
    feature: str
    engines_with_it: tuple[str, ...] = ()


#: What is wrong with a text: no PDDL at all; a name in it that nobody declared; well written, but of the wrong shape or
#: types; too many parts once its quantifiers are written out.
PddlFaultKind = Literal["syntax_error", "unknown_name", "ill_formed", "too_large"]


class SyntaxFault(_Verdict):
    """The PDDL is wrong at this place (lines and columns count from one), in which way, and what to do about it."""

    verdict: Literal["syntax_error"] = "syntax_error"
    message: str
    kind: PddlFaultKind = "syntax_error"
    remedy: str | None = None
    file: str
    line: int
    column: int


class EngineCrashed(_Verdict):
    """The engine's process died or answered garbage."""

    verdict: Literal["engine_crashed"] = "engine_crashed"
    signal: str | None = None
    exit_code: int | None = None
    message: str = ""


class OutOfMemory(_Verdict):
    """The memory limit was reached."""

    verdict: Literal["out_of_memory"] = "out_of_memory"
    limit_mb: int


class Cancelled(_Verdict):
    """Whoever asked withdrew the request."""

    verdict: Literal["cancelled"] = "cancelled"


#: What an engine says when it has no plan; the same types travel to the exit code.
Failure = Annotated[
    Impossible | NoPlanFound | TimedOut | Unsupported | SyntaxFault | EngineCrashed | OutOfMemory | Cancelled,
    Field(discriminator="verdict"),
]

Verdict = Annotated[
    PlanProved
    | Rejected
    | Disputed
    | Impossible
    | NoPlanFound
    | TimedOut
    | Unsupported
    | SyntaxFault
    | EngineCrashed
    | OutOfMemory
    | Cancelled,
    Field(discriminator="verdict"),
]


class Solution(Message):
    """Result of `SolveProblem`."""

    kind: Literal["solution"] = "solution"
    job: str
    verdict: Verdict
