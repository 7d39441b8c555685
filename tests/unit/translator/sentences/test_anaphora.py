"""Two sentences that "until then" joins: none where what "then" waits for is denied."""

import pytest

from plancritic.translator.sentences.anaphora import joined, never_comes


@pytest.mark.parametrize(
    "said",
    [
        "The scout never goes to waypoint B. Until then the debris boat stays at the start.",
        "The scout should not go to B. Before that the tug must not go to A.",
        "Nobody visits the mill. Till then van 1 waits at the depot.",
        "Satellite0 mustn't face Star5; up to then it stays as it is.",
        "The tug keeps well away from B. Until then the scout stays put.",
    ],
)
def test_a_sentence_that_denies_is_no_time_to_wait_for(said: str) -> None:
    assert never_comes(said)
    assert joined(said) == said


def test_a_sentence_that_asks_for_something_is_a_time_to_wait_for() -> None:
    assert joined("First the scout should go to B. Until then the tug stays put.") == (
        "the tug stays put until the scout go to B."
    )
