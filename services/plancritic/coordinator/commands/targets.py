"""Which statement a command means, put to the person."""

from __future__ import annotations

from plancritic.contracts.questions import MOST_CHOICES, Choice
from plancritic.coordinator.commands.session_commands import AmbiguousTarget
from plancritic.coordinator.understanding.questions import Effect, Question


def target_question(identifier: str, place: int, ambiguous: AmbiguousTarget) -> Question | None:
    """Return the question which statement the command at a place means; None where a target has no reading to show.

    Of many targets the newest are offered, and all of them together.
    """
    together = [each for each in ambiguous.targets if each.variant == "all"]
    single = [each for each in ambiguous.targets if each.variant != "all"]
    targets = [*single[: MOST_CHOICES - len(together)], *together]
    if not all(each.shown for each in targets):
        return None
    places = [each.entry.statement.id for each in targets if each.mention is not None]
    twice = len(set(places)) < len(places)
    return Question(
        id=identifier,
        place=place,
        choices=len(targets),
        kind="target",
        text=f'You said: "{ambiguous.said.quoted}" Which {"place" if twice else "statement"} do you mean?',
        offered=tuple(
            Choice(
                number=number,
                sentence=each.sentence,
                constraints=each.shown,
                probability=1 / len(targets),
                consequence=each.leads_to,
            )
            for number, each in enumerate(targets, start=1)
        ),
        effects=tuple(
            Effect(does="target", statement=each.entry.statement.id, at=each.at, variant=each.variant)
            for each in targets
        ),
    )
