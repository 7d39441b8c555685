"""An undo says which statements it took back, brought back, or read as before."""

from plancritic.command_line.chat.actions import undone
from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.translation import Statement


def entry(name: str, reading: str = "doubtful") -> StatementInForce:
    return StatementInForce.model_validate(
        {
            "statement": Statement(id=name, text=f"wish {name}"),
            "constraints": ("(sometime (p))",),
            "mid_level_goal": "p some time",
            "score": 0.5,
            "turn": 1,
            "verdict": "unconfirmed",
            "reading": reading,
        }
    )


def test_what_is_taken_back_is_named() -> None:
    assert undone((entry("s1"), entry("s2")), (entry("s1"),)) == ('No longer in force: s2 ("wish s2").',)


def test_what_comes_back_is_named() -> None:
    assert undone((), (entry("s1"),)) == ('In force again: s1 ("wish s1").',)


def test_a_confirmation_that_is_undone_is_named() -> None:
    (told,) = undone((entry("s1", "confirmed"),), (entry("s1"),))
    assert told == 'As before: s1 ("wish s1"), read as: p some time'
