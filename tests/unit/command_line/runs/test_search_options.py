from __future__ import annotations

import pytest

from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.runs.search_options import chosen_evidence


def test_evidence_is_named_by_commas() -> None:
    assert chosen_evidence(None) is None
    assert chosen_evidence("check, scorer") == ("scorer", "check")


@pytest.mark.parametrize(("text", "words"), [("scorer,luck", "'luck'"), (",", "at least one kind of evidence")])
def test_evidence_that_cannot_count_is_bad_input_with_what_could(text: str, words: str) -> None:
    with pytest.raises(CommandFault, match=words) as refused:
        chosen_evidence(text)
    assert refused.value.exit_code is ExitCode.BAD_INPUT
    assert "scorer,check" in str(refused.value.fault.remedy)
