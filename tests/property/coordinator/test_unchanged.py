"""A turn changes nothing exactly where nothing that it says comes into force and nothing leaves it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.support.revisions import entry, revision

from plancritic.contracts.feedback import StatementOutcome, StatementVerdict
from plancritic.contracts.translation import Statement
from plancritic.coordinator.result.unchanged import changes_nothing, outcomes_as_before
from plancritic.coordinator.sessions.turn import Turn

VERDICTS = st.sampled_from(("adhered", "unconfirmed", "violated", "impossible", "not_understood", "disputed"))
IN_FORCE = ("adhered", "unconfirmed")
HELD = tuple(entry(f"Wish {number}.", f"s{number}") for number in (1, 2, 3))


def outcome(statement: Statement, verdict: StatementVerdict) -> StatementOutcome:
    return StatementOutcome(statement=statement, verdict=verdict, adherence=None)


@given(
    said=st.lists(VERDICTS, min_size=1, max_size=3),
    dropped=st.sets(st.sampled_from([each.statement.id for each in HELD])),
    replaced=st.sets(st.sampled_from([each.statement.id for each in HELD])),
)
def test_a_turn_changes_nothing_where_nothing_comes_into_force_and_nothing_is_dropped(
    said: list[StatementVerdict], dropped: set[str], replaced: set[str]
) -> None:
    replaced &= dropped
    kept = tuple(each for each in HELD if each.statement.id not in dropped)
    new = tuple(Statement(id=f"s{number}", text="New.") for number, _ in enumerate(said, start=4))
    turn = Turn(
        number=2,
        head=revision(*HELD),
        kept=kept,
        said=new,
        dropped=tuple(sorted(dropped)),
        replaced=tuple(sorted(replaced)),
    )
    told = [outcome(each.statement, "adhered") for each in kept]
    told += [outcome(each, verdict) for each, verdict in zip(new, said, strict=True)]
    unchanged = changes_nothing(turn, told)
    assert unchanged == (dropped == replaced and not any(each in IN_FORCE for each in said))
    if unchanged:
        names = [each.statement.id for each in outcomes_as_before(turn, told)]
        assert names == ["s1", "s2", "s3", *(each.id for each in new)]


def test_what_is_in_force_and_would_be_broken_is_a_change() -> None:
    turn = Turn(number=2, head=revision(*HELD), kept=HELD, said=(Statement(id="s4", text="New."),))
    told = [outcome(each.statement, "violated") for each in HELD]
    assert not changes_nothing(turn, [*told, outcome(turn.said[0], "not_understood")])


def test_a_changed_statement_that_does_not_come_into_force_leaves_the_one_before() -> None:
    made = entry("Wish 1, later.", "s4", turn=2)
    turn = Turn(number=2, head=revision(*HELD), kept=(*HELD[1:], made), dropped=("s1",), replaced=("s1",))
    told = [outcome(each.statement, "adhered") for each in HELD[1:]]
    assert changes_nothing(turn, [*told, outcome(made.statement, "impossible")])
    assert not changes_nothing(turn, [*told, outcome(made.statement, "adhered")])
