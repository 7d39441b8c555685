"""Kairos in warm child processes: an answer in milliseconds, and native code that can be killed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import kairos

from plancritic.contracts.planning import (
    Cancelled,
    EngineCrashed,
    Impossible,
    NoPlanFound,
    OutOfMemory,
    SyntaxFault,
    Unsupported,
)
from plancritic.engines.capabilities.manifest import missing_configuration
from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.children.limits import backstop_seconds
from plancritic.engines.children.outcome import asked, reached_limit
from plancritic.engines.children.pool import ChildPool
from plancritic.engines.interface import PlanningRequest
from plancritic.engines.outcome import Outcome, PlanFound, timed
from plancritic.engines.planners.kairos_words import plain_feature, plain_reason
from plancritic.engines.workers import worker
from plancritic.pddl.language import kind_of, remedy_of

NAME = "kairos"
#: Kairos' engines; its named searches are presets of them.
CORES = ("m1", "m2", "m3")
MANIFEST = manifest(NAME, configurations=(*CORES, *kairos.search_presets()))
#: Kairos stops by itself at its timeout; it is killed only where it does not.
_GRACE_SECONDS = 0.75
_WORKER = worker("kairos_search")
#: Kairos checks its own plans, and says so where none of them stands.
_OWN_PLANS_REFUSED = "failed validation"
#: A search that gave up after so much of its time was ended by the clock, whatever it says: Kairos splits its time
#: among searches, each of which ends with "no plan found" when its part is over.
_USED_UP = 0.8
#: On a busy machine a search is asked again, with all of its CPU seconds and so many times the wall seconds.
_PATIENCE = 4.0


class KairosEngine:
    """The default engine. At most `children` processes, started when first needed, one for each solve at once."""

    name = NAME
    manifest = MANIFEST

    def __init__(self, children: int = 2, command: Sequence[str] = _WORKER) -> None:
        self.version = version("kairos-planner")
        self._pool = ChildPool(command, children)

    async def solve(self, request: PlanningRequest) -> Outcome:
        """Plans in an idle child; a child that fails is replaced at once."""
        started = time.monotonic()
        feature = missing_configuration(MANIFEST, request.configuration)
        if feature is not None:
            return Unsupported(engine=NAME, feature=feature)
        if request.stop is not None and request.stop.is_set():
            return Cancelled(engine=NAME)
        return timed(await self._solve(request), time.monotonic() - started)

    async def close(self) -> None:
        """Kills all children; solves under way answer `Cancelled`."""
        await self._pool.close()

    async def _solve(self, request: PlanningRequest) -> Outcome:
        limits = request.limits
        backstop = backstop_seconds(limits)
        core = request.configuration if request.configuration in CORES else None
        job = {
            "domain": request.domain,
            "domain_file": request.domain_file,
            "problem": request.problem,
            "problem_file": request.problem_file,
            "timeout": min(request.wall_seconds or backstop, backstop),
            "cpu_seconds": limits.seconds if limits.deterministic else None,
            "memory_mb": limits.memory_mb,
            "anytime": limits.anytime,
            "core": core,
            "search": None if core else request.configuration,
        }
        plans: list[str] = []
        used = 0.0

        async def ask(**update: object) -> dict[str, Any] | Outcome:
            wait = backstop + _GRACE_SECONDS
            return await asked(NAME, self._pool, job | update, wait, request, lambda said: plans.append(said["plan"]))

        answer = await ask()
        if isinstance(answer, dict) and request.wall_seconds is not None and _starved(answer, request):
            used = float(answer["cpu_seconds"])
            answer = await ask(timeout=min(_PATIENCE * request.wall_seconds, backstop))
        outcome: Outcome
        if isinstance(answer, dict):
            outcome, used = _outcome(answer, request), used + float(answer.get("cpu_seconds") or 0.0)
        else:
            outcome = answer
        if plans and not isinstance(outcome, PlanFound) and not self._pool.closed:
            return PlanFound(_without_comments(plans[-1]), NAME, 0.0, used, complete=False)
        return outcome


def _starved(answer: dict[str, Any], request: PlanningRequest) -> bool:
    """Whether the wall clock ended a search that had computed for a part of its CPU seconds only."""
    waited = float(answer.get("seconds", 0.0)) >= _USED_UP * (request.wall_seconds or 0.0)
    computed = float(answer["cpu_seconds"]) >= _USED_UP * request.limits.seconds
    return answer.get("status") in ("TIMEOUT", "NO_PLAN_FOUND") and waited and not computed


def _outcome(answer: dict[str, Any], request: PlanningRequest) -> Outcome:
    """Kairos' status in our words."""
    status, plan = str(answer.get("status")), answer.get("plan")
    diagnostics = list(answer.get("diagnostics") or ())
    messages = [str(diagnostic["message"]) for diagnostic in diagnostics]
    reason = plain_reason(messages)
    match status:
        case "SOLVED":
            # The empty plan is one too: the goal holds already.
            return PlanFound(
                _without_comments(plan or ""), NAME, 0.0, answer.get("cpu_seconds"), complete=bool(answer["complete"])
            )
        case "UNSOLVABLE":
            return Impossible(engine=NAME, reason=reason or "the whole space of plans was searched")
        case "NO_PLAN_FOUND" if float(answer.get("seconds", 0.0)) >= _USED_UP * backstop_seconds(request.limits):
            return reached_limit(NAME, request.limits, cpu=False)
        case "NO_PLAN_FOUND":
            return NoPlanFound(engine=NAME, reason=reason or "the search ended without a plan and without a proof")
        case "CPU_TIMEOUT":
            return reached_limit(NAME, request.limits, cpu=True)
        case "TIMEOUT":
            return reached_limit(NAME, request.limits, cpu=False)
        case "OUT_OF_MEMORY":
            return OutOfMemory(engine=NAME, limit_mb=request.limits.memory_mb)
        case "GROUNDING_TOO_LARGE":
            # Kairos refuses by a bound of its own, not by the memory limit asked for.
            return NoPlanFound(engine=NAME, reason=f"the problem is too large to ground. {reason}".strip())
        case "UNSUPPORTED":
            return Unsupported(
                engine=NAME, feature=plain_feature(messages) or "a feature that the engine does not name"
            )
        case "CANCELLED":
            return Cancelled(engine=NAME)
        case "PDDL_ERROR" | "INVALID_INPUT":
            return _syntax_fault(diagnostics, request)
        case "INTERNAL_ERROR" if any(_OWN_PLANS_REFUSED in message for message in messages):
            # The search ended as it should and found nothing that stands: no crash, and no proof.
            return NoPlanFound(engine=NAME, reason="Kairos refused every plan that it found when it checked them")
        case _:
            # A crash is for whoever mends it: in the raw words.
            return EngineCrashed(engine=NAME, message=f"status {status}. {' '.join(messages)}".strip())


def _syntax_fault(diagnostics: list[dict[str, Any]], request: PlanningRequest) -> SyntaxFault:
    errors = [one for one in diagnostics if one["severity"] == "ERROR"] or diagnostics
    if not errors:
        remedy = remedy_of("parse.syntax")
        return SyntaxFault(
            engine=NAME, message="invalid input", remedy=remedy, file=request.problem_file, line=1, column=1
        )
    first = errors[0]
    code = str(first["code"])
    return SyntaxFault(
        engine=NAME,
        message=str(first["message"]),
        kind=kind_of(code),
        remedy=remedy_of(code),
        file=str(first["file"] or request.problem_file),
        line=max(1, int(first["line"])),
        column=max(1, int(first["column"])),
    )


def _without_comments(plan: str) -> str:
    return "".join(f"{line}\n" for line in plan.splitlines() if line.strip() and not line.lstrip().startswith(";"))
