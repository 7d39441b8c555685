"""Task of a warm child: Fast Downward's translator, from PDDL to SAS+.

Its folder is the argument: the one that comes with the search that will read the result. It is under the GPL and
lives in this process alone. M. Helmert: Concise finite-domain representations for PDDL planning tasks, Artificial
Intelligence 173 (2009).
"""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plancritic.engines.workers.serve import Alarm, Say

sys.path.insert(0, sys.argv[1])
sys.argv[1:] = ["domain.pddl", "problem.pddl"]  # its options are read when it is imported
translate: Any = importlib.import_module("translate")
_UNSOLVABLE = "Generating unsolvable task"


def answer(job: dict[str, Any], say: Say, alarm: Alarm) -> dict[str, Any]:
    """Write `output.sas` beside `domain.pddl` and `problem.pddl` in the job's folder."""
    alarm.rings(_out_of_time)
    folder = Path(job["folder"])
    heard = io.StringIO()
    try:
        with contextlib.redirect_stdout(heard):
            sas_task = _translated(folder)
            if _has_conditional_effects(sas_task):
                # An action that deletes a fact it does not need becomes one with a conditional effect, where the fact
                # shares a variable with others. K* refuses these; with a variable for each fact they do not arise.
                candidates = translate.options.invariant_generation_max_candidates
                translate.options.invariant_generation_max_candidates = 0
                try:
                    sas_task = _translated(folder)
                finally:
                    translate.options.invariant_generation_max_candidates = candidates
            with (folder / "output.sas").open("w") as file:
                sas_task.output(file)
    except (MemoryError, TimeoutError):
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 it refuses by assertions, exits and exceptions of all kinds
        return {"status": "REFUSED", "reason": f"{type(error).__name__}: {error}"}
    return {"status": "TRANSLATED", "unsolvable": _UNSOLVABLE in heard.getvalue()}


def _translated(folder: Path) -> Any:
    task = translate.pddl_parser.open(str(folder / "domain.pddl"), str(folder / "problem.pddl"))
    translate.normalize.normalize(task)
    return translate.pddl_to_sas(task)


def _has_conditional_effects(sas_task: Any) -> bool:
    return any(condition for operator in sas_task.operators for *_, condition in operator.pre_post)


def _out_of_time() -> None:
    raise TimeoutError
