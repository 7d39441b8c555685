"""Verdicts that are known already, by what was asked.

**What may be kept.** A proved plan and a proved impossibility stay true whatever happened on the way; but where the
wall clock may have cut short what was asked for beside them nothing is kept, so that the next asker gets it: the
explanation of an impossibility (a clash not minimal, no relaxation found), the choice among preferences (one not
decided or not priced), the improving of a plan. Whether improving ended by itself is not said: it did where the whole
verdict took less than the limit of one search, and what took longer is not kept, though it may have been whole; a
tidied plan never is. In deterministic mode `rejected` and `disputed` are kept too. Never kept: time-outs, searches that
found nothing, crashes and memory (one of several strategies may have failed for what one machine was at one moment),
cancellations, and what costs nothing to find out again and depends on what is installed (`unsupported`) or on the
writing (`syntax error`).

**What the key holds.** Problem, specification, engine, limits with the mode, flags, the versions of engines and
libraries and the settings of engines as the planner advertises them, and source and data of the rooms that make
verdicts: two versions of the software never read each other's. The specification counts by its canonical form, in
deterministic mode as it is written: there the cache must change time only, and another order may lead a planner to
another plan. A preference counts with its strength. Where an explanation is asked for, so does which statement asks
for what.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import math
import time
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources.abc import Traversable

import structlog
from pydantic import ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.contracts.planning import (
    Disputed,
    Impossible,
    PlanProved,
    PreferenceOutcome,
    Rejected,
    SolveLimits,
    SolveProblem,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.engines import EngineSettings, available_engines, create_engine
from plancritic.pddl.language import PddlSyntaxError
from plancritic.verdicts.cache.mapping import NoCounterpart, mapped
from plancritic.verdicts.cache.meaning import leaves, specification_key, statements_key
from plancritic.verdicts.cache.stores import Store

_log = structlog.get_logger("plancritic.verdicts.cache.verdict_cache")
#: The rooms that make verdicts, and which of their files count: data as well (the engines' manifests).
ROOMS = ("contracts", "pddl", "engines", "judges", "verdicts")
_DECIDING = (".py", ".json")
#: Libraries that have a part in verdicts and are no engines: this one compiles classical problems.
_LIBRARIES = ("unified-planning",)
#: Settings of engines on which no plan depends, each with the reason; every other one counts.
WITHOUT_EFFECT = {"engine_children": "it bounds how many solves run at once, not what one of them finds"}
#: How reasons begin where the search for the best choice of preferences left something open (`preferences`).
_NOT_DECIDED = "not decided"
_VERSION_KEY = "planning_version"
#: Seconds after which a writer says its version again: entries of a bucket do not live for ever.
_ADVERTISED_AGAIN = 3600.0


@dataclass(frozen=True)
class VerdictRequest:
    """All that a verdict depends on but the versions; `problem` is a `problem_hash`."""

    problem: str
    specification: tuple[TracedConstraint, ...] = ()
    limits: SolveLimits = field(default_factory=SolveLimits)
    engine: str | None = None
    explain_clash: bool = False
    relax: bool = False
    improve: bool = False
    tidy: bool = False

    @classmethod
    def of(cls, job: SolveProblem, problem: str) -> VerdictRequest:
        """Return what a job asks for."""
        return cls(
            problem,
            job.specification,
            job.limits,
            job.engine,
            job.explain_clash,
            relax=job.relax,
            improve=job.improve,
            tidy=job.tidy,
        )


def problem_hash(domain: str, problem: str) -> str:
    """SHA-256 over the texts of domain and problem: 64 hexadecimal digits."""
    digest = hashlib.sha256()
    for text in (domain, problem):
        content = text.encode()
        digest.update(b"%d:" % len(content) + content)
    return digest.hexdigest()


def planning_version(default_engine: str, settings: EngineSettings | None = None) -> str:
    """What plans in this process: the choice for jobs that name no engine, and every engine here with its version.

    Libraries that compile for them count too, where they are installed, and settings that are not the default.
    """
    settings = settings or EngineSettings()
    engines = (f"{name} {create_engine(name, settings).version}" for name in available_engines(settings))
    libraries = (f"{name} {found}" for name in _LIBRARIES if (found := _installed(name)) is not None)
    chosen = settings.model_dump(mode="json", exclude=set(WITHOUT_EFFECT), exclude_defaults=True)
    return "; ".join((f"default {default_engine}", *engines, *libraries, *(f"{n}={v}" for n, v in chosen.items())))


def _installed(distribution: str) -> str | None:
    """The version of a distribution; None where it is not installed."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


@cache
def software_version() -> str:
    """Return a digest of the source and data that make verdicts, as they are installed here."""
    digest = hashlib.sha256(version("plancritic").encode())
    for room in ROOMS:
        for name, content in _sources(importlib.resources.files(f"plancritic.{room}"), room):
            digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:16]


def cache_key(request: VerdictRequest, planning: str) -> str:
    """Return the key of a verdict: 64 hexadecimal digits; `planning` is a `planning_version`.

    Raises:
        PddlSyntaxError: a constraint cannot be read; there is nothing to look up then.
    """
    explained = request.explain_clash or request.relax
    asked: object
    if request.limits.deterministic:
        asked = [
            (traced.constraint, traced.strength, traced.statements if explained else ())
            for traced in request.specification
        ]
    else:
        asked = (
            specification_key(request.specification),
            leaves(request.specification),
            statements_key(request.specification) if explained else "",
        )
    content = {
        "software": software_version(),
        "planning": planning,
        "problem": request.problem,
        "engine": request.engine,
        "limits": request.limits.model_dump(mode="json"),
        "flags": (request.explain_clash, request.relax, request.improve, request.tidy),
        "specification": asked,
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def may_be_kept(request: VerdictRequest, verdict: Verdict) -> bool:
    """Return whether whoever asks the same again may get this verdict; see the module for why."""
    deterministic = request.limits.deterministic
    match verdict:
        case PlanProved() if deterministic:
            return verdict.road != "archive"
        case PlanProved():
            # Improving has a limit of its own, as long as the search's: within it nothing can have been cut short.
            # How long tidying took is not said.
            improved = not request.improve or verdict.seconds < request.limits.seconds
            return improved and not request.tidy and all(map(_settled, verdict.preferences))
        case Impossible() if deterministic:
            return True
        case Impossible():
            return _explained(request, verdict)
        case Rejected() | Disputed():
            return deterministic
        case _:
            return False


def _settled(outcome: PreferenceOutcome) -> bool:
    """Whether it is known why a preference is left out, or what keeping it costs (only a should has a price)."""
    if outcome.kept:
        return outcome.constraint.strength != "should" or outcome.price_time is not None
    return not outcome.reason.startswith(_NOT_DECIDED)


def _explained(request: VerdictRequest, verdict: Impossible) -> bool:
    """Whether an impossibility has all the explanation that was asked for and that there is."""
    if all(traced.strength != "must" for traced in request.specification):
        return True  # the problem itself is impossible: nothing clashes and nothing would do
    explained = not request.explain_clash or verdict.clash_minimal
    without_hope = verdict.clash_minimal and not verdict.clash
    return explained and (not request.relax or bool(verdict.relaxations) or without_hope)


class VerdictCache:
    """Verdicts in a store, of one tenant.

    Whoever plans gives its `planning_version` as `planning` and advertises it. Whoever only asks gives none: the one
    advertised then is looked up once and kept, so that one run sees one version.
    """

    def __init__(self, store: Store, tenant: str, planning: str | None = None) -> None:
        self._store = store
        self._tenant = tenant
        self._planning = planning
        self._advertised = -math.inf

    async def advertise(self) -> None:
        """Tells askers which version plans here; raises ValueError without one."""
        if self._planning is None:
            raise ValueError("only who plans has a version to advertise")
        self._advertised = time.monotonic()
        await self._store.put(self._key(_VERSION_KEY), self._planning.encode())

    async def advertised(self) -> str | None:
        """Return the version that plans now, None where nobody advertises one; what the store raises passes."""
        if self._planning is None:
            found = await self._store.get(self._key(_VERSION_KEY))
            self._planning = found.decode() if found is not None else None
        return self._planning

    async def read(self, request: VerdictRequest) -> Verdict | None:
        """Return the verdict on the request, in its own ids and marked `cached`; None where none is kept.

        One read of the store (two the first time); what the store raises passes.
        """
        planning = await self.advertised()
        if planning is None:
            return None
        try:
            key = cache_key(request, planning)
        except PddlSyntaxError:
            return None  # the planner says where
        content = await self._store.get(self._key(key))
        if content is None:
            return None
        try:
            entry = _Entry.model_validate_json(content)
            verdict = mapped(entry.verdict, entry.specification, request.specification)
        except ValidationError as error:
            _log.warning("an entry of the verdict cache cannot be read", key=key, error=str(error))
            return None
        except NoCounterpart as reason:
            _log.info("a verdict of the cache cannot be told in these words", key=key, reason=str(reason))
            return None
        return verdict.model_copy(update={"cached": True})

    async def write(self, request: VerdictRequest, verdict: Verdict) -> bool:
        """Keeps a verdict if that may be; whether it may. What the store raises passes."""
        if self._planning is None:
            raise ValueError("only who plans writes verdicts")
        if not may_be_kept(request, verdict):
            return False
        try:
            key = cache_key(request, self._planning)
        except PddlSyntaxError:
            return False
        if time.monotonic() - self._advertised > _ADVERTISED_AGAIN:
            await self.advertise()
        entry = _Entry(specification=request.specification, verdict=verdict)
        await self._store.put(self._key(key), entry.model_dump_json().encode())
        return True

    def _key(self, key: str) -> str:
        return f"{self._tenant}.{key}"


class _Entry(Contract):
    """A verdict with the specification it was given on, in the words of whoever asked first."""

    specification: tuple[TracedConstraint, ...]
    verdict: Verdict


def _sources(folder: Traversable, name: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for child in sorted(folder.iterdir(), key=lambda each: each.name):
        if child.is_dir():
            found += _sources(child, f"{name}/{child.name}")
        elif child.name.endswith(_DECIDING):
            found.append((f"{name}/{child.name}", child.read_bytes()))
    return found
