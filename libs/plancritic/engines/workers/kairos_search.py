"""Task of a warm child: Kairos on one problem. Parsed domains are kept by their text."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import kairos

if TYPE_CHECKING:
    from plancritic.engines.workers.serve import Alarm, Say

_DOMAINS_KEPT = 32
_domains: dict[tuple[str, str], Any] = {}


def answer(job: dict[str, Any], say: Say, alarm: Alarm) -> dict[str, Any]:
    """Kairos' status, its plan or its diagnostics; each better plan before it where `anytime` is asked for."""
    try:
        return _search(job, say, alarm)
    except kairos.PddlError as error:
        return {"status": "PDDL_ERROR", "diagnostics": [_diagnostic(each) for each in error.diagnostics]}


def _search(job: dict[str, Any], say: Say, alarm: Alarm) -> dict[str, Any]:
    problem = kairos.parse_problem(job["problem"], _domain(job["domain"], job["domain_file"]), job["problem_file"])
    options = {name: job[key] for name, key in (("engine", "core"), ("search", "search")) if job.get(key)}
    anytime = bool(job.get("anytime"))

    def better(plan: Any, *_: Any) -> None:
        if not alarm.rang:
            say({"plan": plan.to_string(kairos.PlanFormat.IPC)})

    started = time.monotonic()
    search = kairos.Planner().start(
        problem,
        on_plan=better if anytime else None,
        timeout=job["timeout"],
        anytime=anytime,
        memory_limit_mb=job["memory_mb"],
        threads=1,
        **options,
    )
    alarm.rings(search.stop)
    result = search.wait()
    plan = result.plan
    cut = (kairos.StopReason.TIMEOUT, kairos.StopReason.STOPPED, kairos.StopReason.MEMORY_LIMIT)
    return {
        "status": result.status.name,
        "seconds": time.monotonic() - started,
        "plan": None if plan is None else plan.to_string(kairos.PlanFormat.IPC),
        "complete": not anytime or result.stop_reason not in cut,
        "diagnostics": [_diagnostic(each) for each in result.diagnostics],
    }


def _domain(text: str, file: str) -> Any:
    domain = _domains.get((text, file))
    if domain is None:
        domain = kairos.parse_domain(text, file)
        if len(_domains) >= _DOMAINS_KEPT:
            _domains.pop(next(iter(_domains)))
        _domains[text, file] = domain
    return domain


def _diagnostic(diagnostic: Any) -> dict[str, Any]:
    place = diagnostic.location
    return {
        "severity": diagnostic.severity.name,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "file": "" if place is None else place.file,
        "line": 0 if place is None else place.line,
        "column": 0 if place is None else place.column,
    }
