"""Which statement a command means, put to the person."""

from __future__ import annotations

from plancritic.contracts.questions import MOST_CHOICES, Choice
from plancritic.coordinator.sessions.commands import AmbiguousTarget
from plancritic.coordinator.understanding.questions import Effect, Question


def target_question(identifier: str, place: int, ambiguous: AmbiguousTarget) -> Question | None:
    """Return the question which statement the command at a place means; None where a target has no reading to show.

    Of many targets the newest are offered.
    """
    targets = ambiguous.targets[:MOST_CHOICES]
    if not all(each.entry.constraints for each in targets):
        return None
    names = [each.entry.statement.id for each in targets]
    twice = len(set(names)) < len(names)
    return Question(
        id=identifier,
        place=place,
        choices=len(targets),
        kind="target",
        text=f'You said: "{ambiguous.said.text}" Which {"place" if twice else "statement"} do you mean?',
        offered=tuple(
            Choice(
                number=number,
                sentence=each.sentence,
                constraints=each.entry.constraints,
                probability=1 / len(targets),
                consequence=each.leads_to,
            )
            for number, each in enumerate(targets, start=1)
        ),
        effects=tuple(Effect(does="target", statement=each.entry.statement.id, at=each.at) for each in targets),
    )
