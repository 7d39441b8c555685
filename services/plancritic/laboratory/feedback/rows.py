"""One row per element, and the file that they are appended to, one by one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.feedback import Check, StatementMeanings, StatementVerdict
from plancritic.laboratory import row_file
from plancritic.laboratory.feedback.judging import Judgement
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.suites import Element, element_of

#: Why an element failed. `translation`: what was understood is not what was meant. `scorer_false_positive`: it was,
#: but the search took a plan for adherent that is not. `no_convergence`: it was, and the search found no such plan.
#: `refused`: the run had no plan for an end. `unjudged`: VAL could not judge the plan. `call_failed`: the call to
#: the language model failed, so nothing was measured.
CauseName = Literal["translation", "no_convergence", "scorer_false_positive", "refused", "unjudged", "call_failed"]


class Cause(Contract):
    """Why an element failed, and in which way (`too_weak`, `not_understood` ...)."""

    name: CauseName
    detail: str = ""


class UnderstoodStatement(Contract):
    """What the system made of a statement: its best reading, and its own verdict on the plan."""

    statement: str
    mid_level_goal: str | None = None
    constraints: tuple[str, ...] = ()
    #: The translator's score of the reading.
    score: float | None = None
    alternatives: int = 0
    #: Why there is no reading.
    reason: str | None = None
    verdict: StatementVerdict | None = None
    check: Check | None = None
    #: The learned scorer's probability that the plan does what was said.
    scorer: float | None = None
    #: The statement was proved impossible by itself or beside these (by number, from s1).
    impossible_with: tuple[str, ...] = ()
    #: What the translator's first reading says, empty where it read nothing; None in a row that does not tell.
    first_read: tuple[str, ...] | None = None
    #: What the run made of its meaning, and of each of these candidates whether it behaves like the ground truth.
    meanings: StatementMeanings | None = None
    candidates_right: tuple[bool, ...] = ()

    @property
    def is_guess(self) -> bool:
        """Return whether it was taken for a guess: the translator read nothing."""
        return bool(self.constraints) and self.first_read == ()

    @property
    def is_exchanged(self) -> bool:
        """Return whether it was taken for something else than the translator's first reading."""
        return bool(self.first_read) and self.constraints != self.first_read


class Outcome(Contract):
    """A plan with its specification and what the ground truth says of it."""

    specification: tuple[str, ...]
    plan: str
    adherent: bool
    judgement: Judgement


class Effort(Contract):
    """What the search did: individuals by verdict, how many were known already, generations."""

    generations: int = 0
    individuals: int = 0
    from_cache: int = 0
    verdicts: dict[str, int] = Field(default_factory=dict)
    #: How the specification of the plan came about.
    lineage: tuple[str, ...] = ()
    ended: str | None = None


class Row(Contract):
    """What came of one element.

    `plan` is the plan handed to the person: where nothing was understood that is the plan without feedback; it is
    None where the run was refused. `translate_only` is the outcome under the best readings alone, None where that
    run was refused (`translate_only_fault` says why). Times are wall seconds on the client's side; `timings` are the
    run's own parts.
    """

    element: Element
    settings: EvaluationSettings
    #: SHA-256 of the domain's bundle.
    bundle: str
    run: str
    understood: tuple[UnderstoodStatement, ...] = ()
    specification: tuple[str, ...] = ()
    plan: str | None = None
    #: How many questions the run asked.
    questions: int = 0
    adherent: bool = False
    judgement: Judgement | None = None
    #: One answer a list of the ground truth.
    adherent_statements: tuple[bool, ...] = ()
    base_plan: str | None = None
    base_adherent: bool | None = None
    translate_only: Outcome | None = None
    effort: Effort = Effort()
    #: Length of the plan in steps and in units of the domain's time; types of the specification's constraints.
    steps: int | None = None
    makespan: float | None = None
    constraint_types: tuple[str, ...] = ()
    seconds: float = 0.0
    timings: dict[str, float] = Field(default_factory=dict)
    translator: str | None = None
    scorer: str | None = None
    fault: Fault | None = None
    translate_only_fault: Fault | None = None
    cause: Cause | None = None

    @property
    def key(self) -> tuple[str, EvaluationSettings, str]:
        """What makes two rows the same measurement."""
        return self.element.id, self.settings, self.bundle

    @property
    def failed_call(self) -> Fault | None:
        """The fault of a call to the language model that failed, in the run or in that of translation alone."""
        faults = (self.fault, self.translate_only_fault)
        return next((each for each in faults if each and each.code is FaultCode.LANGUAGE_MODEL_FAILED), None)

    @property
    def right_statements(self) -> tuple[bool, ...]:
        """Of each understood statement whether the plan does what it was meant to say.

        One list of the ground truth may stand for several statements: then the whole says what came of each.
        """
        if len(self.adherent_statements) == len(self.understood):
            return self.adherent_statements
        return (self.adherent,) * len(self.understood)

    @property
    def to_be_refused(self) -> bool:
        """The right answer is that the words were not understood."""
        return not self.element.ground_truth


def all_judged(rows: Iterable[Row]) -> bool:
    """Return whether every element was run to its end and its plan judged."""
    unmeasured = ("refused", "unjudged", "call_failed")
    return all(row.failed_call is None and (row.cause is None or row.cause.name not in unmeasured) for row in rows)


def row_json(row: Row) -> dict[str, Any]:
    """A row as documented: the element's own fields first, its `plan` as `shown_plan`, and `plan` the revised one.

    `told` has the verdict that the person was told, one word a statement.
    """
    given = dict(row.element.given)
    shown = {"shown_plan": given.pop("plan")} if "plan" in given else {}
    own = row.model_dump(mode="json", exclude={"element"})
    own["told"] = [each.verdict for each in row.understood]
    return {"element": row.element.id, "suite_file": row.element.suite, **given, **shown, **own}


def row_from_json(written: dict[str, Any]) -> Row:
    """Return the row that `row_json` wrote.

    Raises:
        ValidationError, ValueError: it is none.
    """
    own = {name: written[name] for name in Row.model_fields if name in written and name != "element"}
    added = {*Row.model_fields, "shown_plan", "suite_file", "told"}
    given = {name: value for name, value in written.items() if name not in added}
    if "shown_plan" in written:
        given["plan"] = written["shown_plan"]
    element = element_of(given).model_copy(
        update={"id": written.get("element"), "suite": written.get("suite_file", "")}
    )
    return Row.model_validate({**own, "element": element})


class RowFile(row_file.RowFile[Row]):
    """The file of an evaluation's rows."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, lambda line: row_from_json(json.loads(line)), _line)


def _line(row: Row) -> str:
    return json.dumps(row_json(row), ensure_ascii=False)
