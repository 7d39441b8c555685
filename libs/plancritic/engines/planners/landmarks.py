"""Landmarks of classical problems: facts that hold at some time in every plan.

From the wheel `forbiditerative` (GPL-3), as a separate process: its translator and the landmark graph of Fast
Downward in it. J. Hoffmann, J. Porteous, L. Sebastia: Ordered landmarks in planning, JAIR 22 (2004); S. Richter,
M. Westphal: The LAMA planner, JAIR 39 (2010).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plancritic.contracts.enumeration import Landmark, LandmarkMethod
from plancritic.contracts.planning import EngineCrashed, Failure, OutOfMemory
from plancritic.engines.capabilities.manifest import Manifest
from plancritic.engines.capabilities.refusal import refusal
from plancritic.engines.children.outcome import ended_by_force
from plancritic.engines.interface import PlanningRequest
from plancritic.engines.planners.sas_search import SasSearch, Searched, build_folder

NAME = "forbiditerative"
_PACKAGE = "forbiditerative"
_LANDMARKS = "landmarks.json"
#: What Fast Downward's translator reads, less axioms and conditional effects, which its landmarks do not understand.
MANIFEST = Manifest(
    frozenset(
        {
            "action-costs",
            "disjunctive-preconditions",
            "equality",
            "existential-preconditions",
            "metric",
            "negative-preconditions",
            "typing",
            "universal-preconditions",
        }
    )
)
#: The search ends at once: it is the graph that is wanted.
_UNSOLVED = (11, 12)
#: What the translator writes for a goal that holds already.
_TRIVIAL = "\nAtom dummy(val1)\nAtom dummy(val2)\n"
_ATOM = re.compile(r"^(?P<sign>Atom|NegatedAtom) (?P<name>[^()]+)\((?P<arguments>[^()]*)\)$")
_VARIABLE = re.compile(r"begin_variable\n[^\n]*\n[^\n]*\n\d+\n(?P<values>.*?)\nend_variable", re.DOTALL)
_STATE = re.compile(r"begin_state\n(?P<values>.*?)\nend_state", re.DOTALL)


_FACTORIES: dict[LandmarkMethod, str] = {
    "rhw": "lm_rhw()",
    "h1": "lm_hm(m=1)",
    "h2": "lm_hm(m=2)",
    "exhaust": "lm_exhaust()",
    "zg": "lm_zg()",
}


def absence() -> str | None:
    """Return why landmarks cannot be found here and what to do about it, or None."""
    return None if build_folder(_PACKAGE) is not None else "install it: pip install 'plancritic[engines]'"


class LandmarkFinder:
    """Finds landmarks; its translator stays warm between two problems. `folder` None means that of the wheel."""

    def __init__(self, children: int = 1, folder: Path | None = None) -> None:
        folder = folder or build_folder(_PACKAGE)
        self._search = None if folder is None else SasSearch(NAME, folder, children)

    async def landmarks(
        self, request: PlanningRequest, method: LandmarkMethod = "rhw"
    ) -> tuple[Landmark, ...] | Failure:
        """The landmarks of a problem, or why there are none to be had (`Impossible`: every fact would be one)."""
        if self._search is None:
            return EngineCrashed(engine=NAME, message=absence() or "")
        refused = refusal(NAME, MANIFEST, request)
        if refused is not None:
            return refused
        graph = f"h=lmcount(lm_factory={_FACTORIES[method]},dump_action_landmarks=true)"
        searched = await self._search.run(
            request, ("--evaluator", graph, "--search", "lazy_greedy([h,const(infinity())])"), _LANDMARKS
        )
        if not isinstance(searched, Searched):
            return searched
        if _TRIVIAL in searched.sas:
            return ()
        result = searched.result
        failure = ended_by_force(NAME, result, request.limits)
        if failure is not None:
            return failure
        if searched.out_of_memory:
            return OutOfMemory(engine=NAME, limit_mb=request.limits.memory_mb)
        try:
            found: list[dict[str, Any]] = json.loads(result.files[_LANDMARKS])["landmarks"]
        except (KeyError, ValueError):
            if result.exit_code in _UNSOLVED or result.exit_code == 0:
                return ()
            words = result.stderr_tail or result.stdout[-2_000:].strip()
            return EngineCrashed(engine=NAME, exit_code=result.exit_code, message=words)
        initial = frozenset(_initial_facts(searched.sas))
        return tuple(_landmark(each, initial) for each in found)

    async def close(self) -> None:
        """Ends the translator."""
        if self._search is not None:
            await self._search.close()


def _landmark(found: dict[str, Any], initial: frozenset[str]) -> Landmark:
    facts = tuple(_literal(fact) for fact in found["facts"])
    disjunctive = found["disjunctive"] == "True"
    return Landmark(
        facts=facts,
        disjunctive=disjunctive,
        first_achievers=tuple(f"({' '.join(action.split())})" for action in found["first_achievers"]),
        initially=(any if disjunctive else all)(fact in initial for fact in facts),
    )


def _initial_facts(sas: str) -> Iterator[str]:
    state = _STATE.search(sas)
    values = () if state is None else state["values"].split()
    for variable, value in zip(_VARIABLE.finditer(sas), values, strict=True):
        yield _literal(variable["values"].split("\n")[int(value)])


def _literal(fact: str) -> str:
    """`Atom on(a, b)` as `(on a b)`; what is no literal (a value that stands for none of the others) as it is."""
    found = _ATOM.match(fact)
    if found is None:
        return fact
    atom = f"({' '.join((found['name'], *found['arguments'].replace(',', ' ').split()))})"
    return atom if found["sign"] == "Atom" else f"(not {atom})"
