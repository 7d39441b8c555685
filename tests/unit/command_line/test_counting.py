from plancritic.command_line.counting import counted


def test_one_thing_is_no_plural() -> None:
    assert [counted(number, "statement") for number in (0, 1, 2)] == ["0 statements", "1 statement", "2 statements"]
