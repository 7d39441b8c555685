"""What a turn takes over from its session: the statements in force, and names for what is new."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.feedback import FeedbackSubmitted, StatementOutcome
from plancritic.contracts.sessions import Revision, StatementInForce, words_of
from plancritic.contracts.specification import ProblemReference
from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.coordinator.sessions.acts import Asked
from plancritic.coordinator.sessions.faults import not_in_force, other_problem, stale

#: What is said where a person may count against a plan what a sure reading does not count.
UNCOUNTED = "The plan meets the reading; see the note. If that is what you meant, confirm it; if not, rephrase it."

_NUMBERED = re.compile(r"s([1-9][0-9]{0,8})")


class Turn(BaseModel):
    """One turn: it starts from `head`, keeps the statements `kept` with their readings, and adds those `said`.

    `renamed` tells the ids that statements were submitted with and lost; `dropped` are the ids that `head` had in force
    and the turn does not keep, but for those that are said again. `restored` is the revision that the turn goes back to
    because somebody said so; it is shown and proved as it was. Where somebody accepts the plan in words, it is `head`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int = 1
    head: Revision | None = None
    kept: tuple[StatementInForce, ...] = ()
    said: tuple[Statement, ...] = ()
    dropped: tuple[str, ...] = ()
    renamed: dict[str, str] = {}
    restored: Revision | None = None
    #: By the ids of the statements `said` that are read anew, the readings that the person has rejected.
    rejected: dict[str, tuple[tuple[str, ...], ...]] = {}
    #: Of these, those that mean the next likeliest reading.
    other_meant: tuple[str, ...] = ()
    #: Of the ids `dropped`, those in whose place a statement of this turn was said.
    replaced: tuple[str, ...] = ()
    #: What asks about the plan or asks for nothing: where there is some, the turn is answered and changes nothing.
    asked: tuple[Asked, ...] = ()
    #: What commands to the session, said among the statements, were taken for.
    taken_as: tuple[str, ...] = ()

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Return all that the turn's plan has to do: statements in force first."""
        return (*(each.statement for each in self.kept), *self.said)

    @property
    def first_places(self) -> tuple[int, ...]:
        """Return the places of the musts in force among the statements: no new statement may break one."""
        return tuple(
            place for place, each in enumerate(self.kept) if each.statement.strength == "must" and not self.is_new(each)
        )

    @property
    def new_places(self) -> tuple[int, ...]:
        """Return the places of what this turn brings: statements changed in it, whose readings are frozen, and said."""
        changed = (place for place, each in enumerate(self.kept) if self.is_new(each))
        return (*changed, *range(len(self.kept), len(self.statements)))

    def is_new(self, entry: StatementInForce) -> bool:
        """Return whether a statement with a frozen reading came of a change in this turn."""
        return self.restored is None and entry.turn > (self.head.number if self.head is not None else 0)

    @property
    def frozen(self) -> tuple[StatementReadings, ...]:
        """Return the readings of the statements in force, each with the one it has had since it was said."""
        return tuple(
            StatementReadings(
                statement=each.statement.id,
                readings=(
                    Reading(
                        mid_level_goal=each.mid_level_goal,
                        constraints=each.constraints,
                        score=each.score,
                        similarity=each.similarity,
                    ),
                ),
            )
            for each in self.kept
        )

    @property
    def keeps_plan(self) -> bool:
        """Return whether the plan of `head` may stand for the statements kept: after a drop a new one is wanted."""
        same = not self.dropped and not self.rejected and not any(map(self.is_new, self.kept))
        return self.head is not None and bool(self.kept) and same


def with_changed(turn: Turn, submitted: Sequence[Statement], changed: Mapping[str, StatementInForce]) -> Turn:
    """Return the turn in which statements made of earlier ones have their readings, and are not read again.

    `changed` has them by the ids that they were submitted with.
    """
    session_ids = {turn.renamed.get(name, name): entry for name, entry in changed.items()}
    made = tuple(
        session_ids[each.id].model_copy(update={"statement": each, "turn": turn.number})
        for each in turn.said
        if each.id in session_ids
    )
    said = tuple(each for each in turn.said if each.id not in session_ids)
    return turn.model_copy(update={"kept": (*turn.kept, *made), "said": said})


def turn_of(submitted: FeedbackSubmitted, head: Revision | None, problem: ProblemReference) -> Turn:
    """Return the turn that a feedback is in a session whose newest revision is `head`.

    Raises:
        ContractError: it is about an older revision or another problem, or drops what is not in force.
    """
    session = submitted.envelope.session_id
    if submitted.revision is not None and (head is None or submitted.revision != head.id):
        raise stale(session, submitted.revision, head)
    if head is None:
        if submitted.drop or submitted.reject:
            raise not_in_force((*submitted.drop, *(each.statement for each in submitted.reject)), ())
        return Turn(said=submitted.statements)
    if head.problem != problem:
        raise other_problem(head, problem)
    known = {each.statement.id: each for each in head.in_force}
    anew = {each.statement: known.get(each.statement) for each in submitted.reject}
    if unknown := [each for each in (*submitted.drop, *anew) if each not in known]:
        raise not_in_force(unknown, head.in_force)
    said, renamed = _named(submitted.statements, head)
    again = {each.id for each in said} | set(anew)
    said = (*said, *(each.statement for each in anew.values() if each is not None))
    return Turn(
        number=head.number + 1,
        head=head,
        kept=tuple(each for name, each in known.items() if name not in submitted.drop and name not in again),
        said=said,
        dropped=tuple(name for name in known if name in submitted.drop and name not in again),
        renamed=renamed,
        rejected={name: (*each.rejected, each.constraints) for name, each in anew.items() if each is not None},
        other_meant=tuple(each.statement for each in submitted.reject if each.other),
    )


def restoring(turn: Turn, restored: Revision) -> Turn:
    """Return the turn that goes back to a revision, in place of what the turn would have been."""
    return Turn(number=turn.number, head=turn.head, kept=restored.in_force, restored=restored)


def _named(statements: Sequence[Statement], head: Revision) -> tuple[tuple[Statement, ...], dict[str, str]]:
    """Return the statements with ids that nothing else in the session has, and which ids were exchanged.

    What is said again in the same words keeps the id that it had.
    """
    known = [*(each.statement for each in head.not_in_force), *(each.statement for each in head.in_force)]
    before = {words_of(each.text): each.id for each in known}
    taken = {each.id for each in known}
    last = head.last_statement
    named: list[Statement] = []
    renamed: dict[str, str] = {}
    for each in statements:
        name = before.pop(words_of(each.text), None)
        if name is None:
            name = each.id if _free(each.id, taken, last) else f"s{last + 1}"
        taken.add(name)
        last = max(last, number_in(name))
        if name != each.id:
            renamed[each.id] = name
        named.append(each.model_copy(update={"id": name}))
    return tuple(named), renamed


def _free(name: str, taken: Collection[str], last: int) -> bool:
    # Of a numbered statement that left the list long ago only the highest number is known.
    return name not in taken and (number_in(name) > last or not _NUMBERED.fullmatch(name))


def number_in(name: str) -> int:
    """Return the number of a statement that is named by one, else 0."""
    found = _NUMBERED.fullmatch(name)
    return int(found[1]) if found else 0


def outcomes_in(turn: Turn, outcomes: Sequence[StatementOutcome]) -> tuple[StatementOutcome, ...]:
    """Return the outcomes of a turn's statements as its session tells them.

    Each names the turn in which it was said. A reading that a person confirmed is in doubt no more, one in doubt stays
    so until then, and a clash with an earlier statement names that one in words.
    """
    kept = {each.statement.id: each for each in turn.kept}
    return tuple(
        _kept(outcome, kept[outcome.statement.id])
        if outcome.statement.id in kept
        else _said(outcome, turn.number, kept)
        for outcome in outcomes
    )


def _kept(outcome: StatementOutcome, entry: StatementInForce) -> StatementOutcome:
    changes: dict[str, object] = {"turn": entry.turn, "reading": entry.reading}
    if entry.reading == "confirmed":
        changes["uncounted"] = ""
    if entry.reading != "doubtful":
        changes["doubt"] = ""
        if outcome.verdict == "unconfirmed" and outcome.uncounted and entry.reading == "clear":
            changes["explanation"] = UNCOUNTED
        elif outcome.verdict == "unconfirmed":
            why = (
                "You confirmed the reading."
                if entry.reading == "confirmed"
                else f"Its reading is that of turn {entry.turn}."
            )
            changes |= {"verdict": "adhered", "explanation": f"Every judge able to rule accepts it. {why}"}
    elif outcome.verdict in {"adhered", "unconfirmed"}:
        # What was told when it was said or changed has more to say than its one reading that is left.
        doubt = entry.doubt or outcome.doubt
        explanation = f"The plan meets the reading of turn {entry.turn}, which nobody has confirmed."
        changes |= {"verdict": "unconfirmed", "doubt": doubt, "explanation": explanation}
    return outcome.model_copy(update=changes)


def _said(outcome: StatementOutcome, number: int, kept: dict[str, StatementInForce]) -> StatementOutcome:
    clashes = [kept[each] for each in outcome.impossible_with if each in kept]
    told = "; ".join(f"{each.statement.id} is {each.statement.text!r}, said in turn {each.turn}" for each in clashes)
    explanation = f"{outcome.explanation} Earlier statements stay in force: {told}." if told else outcome.explanation
    return outcome.model_copy(update={"turn": number, "explanation": explanation})
