"""Back-translation: how alike a statement and its readings in words are, by the encoder that is there anyway."""

import pytest
from tests.support.scorer_model import HashEncoder

from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.embedding import CachedEncoder
from plancritic.translator.candidates.retrieval import Retrieval
from plancritic.translator.translation import Translator

GOAL = "At the end, the debris boat is at waypoint B."


async def read(translator: Translator, *texts: str) -> tuple[StatementReadings, ...]:
    statements = [Statement(id=f"s{number}", text=text) for number, text in enumerate(texts, start=1)]
    return (await translator.translate(load_domain("waterway"), "1", statements))[1]


async def test_a_statement_worded_like_its_reading_is_as_alike_as_can_be() -> None:
    same, other = await read(
        Translator(retrieval=Retrieval(HashEncoder())), GOAL, "Finish with the debris boat at waypoint B."
    )
    assert same.readings[0].mid_level_goal == other.readings[0].mid_level_goal == GOAL
    assert same.readings[0].similarity == 1.0
    assert other.readings[0].similarity is not None
    assert -1.0 <= other.readings[0].similarity < 1.0


async def test_every_reading_is_compared_and_what_was_not_understood_stays_without_one() -> None:
    ambiguous, unknown = await read(
        Translator(retrieval=Retrieval(HashEncoder())),
        "Scout A before the salvage boat leaves and finish at B.",
        "I like bananas.",
    )
    assert len(ambiguous.readings) > 1
    assert all(reading.similarity is not None for reading in ambiguous.readings)
    assert unknown.readings == ()


async def test_without_an_encoder_readings_are_the_same_but_not_compared() -> None:
    (without,) = await read(Translator(), GOAL)
    (compared,) = await read(Translator(retrieval=Retrieval(HashEncoder())), GOAL)
    assert without.readings[0].similarity is None
    assert without.readings[0] == compared.readings[0].model_copy(update={"similarity": None})


async def test_no_text_is_encoded_twice() -> None:
    encoder = HashEncoder()
    translator = Translator(retrieval=Retrieval(CachedEncoder(encoder)))
    for _ in range(2):
        await read(translator, GOAL, "Finish with the debris boat at waypoint B.")
    encoded = [text for call in encoder.asked for text in call]
    assert len(encoded) == len(set(encoded))


def test_similarity_is_in_the_order_of_the_sentences() -> None:
    retrieval = Retrieval(HashEncoder())
    assert retrieval.similarity("a", ()) == ()
    first, second = retrieval.similarity("a", ["b", "a"])
    assert second == 1.0
    assert first == pytest.approx(retrieval.similarity("a", ["b"])[0])
