import pytest
from pydantic import ValidationError

from plancritic.contracts.translation import Statement


def test_terminal_escapes_in_a_statement_become_blanks():
    assert Statement(id="s1", text="A\x1b[31mB:\tgo\x07").text == "A [31mB: go"


@pytest.mark.parametrize("text", ["", "   ", "\x1b\x07", "x" * 2001])
def test_a_statement_without_words_or_with_far_too_many_is_refused(text):
    with pytest.raises(ValidationError):
        Statement(id="s1", text=text)
