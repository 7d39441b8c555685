from plancritic.contracts.translation import Statement


def test_terminal_escapes_in_a_statement_become_blanks():
    assert Statement(id="s1", text="A\x1b[31mB:\tgo\x07").text == "A [31mB: go"
