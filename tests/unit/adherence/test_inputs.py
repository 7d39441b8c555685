"""What a network is given of statements, facts and plans."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.scorer_model import DIMENSIONS, HashEncoder
from tests.unit.laboratory.adherence.training.walked import lexicon_of, walks

from plancritic.adherence.inputs import Arrays, ProblemReader, plan_arrays, text_arrays
from plancritic.adherence.mentions import GROUP, KINDS, NAME, ROLE, TIMES
from plancritic.embedding import Encoder
from plancritic.pddl.language import PddlSyntaxError

TEXTS = (
    "No vessel may go through waypoint A.",
    "Within two and a half hours the scout must reach the end point, and by hour 4 the salvage boat too.",
    "Go.",
)
STEP = "0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]\n"


@pytest.fixture(scope="module", params=["hash", "real"])
def any_encoder(request: pytest.FixtureRequest) -> Encoder:
    return HashEncoder() if request.param == "hash" else request.getfixturevalue("real_encoder")


@pytest.fixture(scope="module")
def reader(any_encoder: Encoder) -> ProblemReader:
    return ProblemReader(lexicon_of("waterway"), any_encoder)


def marked(encoder: Encoder, text: str, marks: NDArray[np.float32]) -> str:
    """The characters from the first to the last token that is marked."""
    (encoded,) = encoder.encode_tokens([text])
    places = [offset for offset, mark in zip(encoded.offsets, marks, strict=True) if mark]
    return text[places[0][0] : places[-1][1]] if places else ""


def test_tokens_of_a_mention_are_marked_for_its_objects(any_encoder: Encoder, reader: ProblemReader) -> None:
    read = reader.read(TEXTS)[0]

    def said(name: str, kind: int) -> str:
        return marked(any_encoder, TEXTS[0], read.mentions[reader.table.objects.index(name), :, kind])

    assert said("wpt_a_0", NAME) == "waypoint A"
    for vessel in ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0"):
        assert said(vessel, GROUP) == "vessel"
    assert not read.mentions[reader.table.objects.index("wpt_b_0")].any()
    assert not read.mentions[:, :, ROLE].any()
    # The last row is for facts without an object in a place, the first and last tokens for the text as a whole.
    assert not read.mentions[-1].any()
    assert not read.mentions[:, [0, -1]].any()


def test_tokens_that_speak_of_a_time_are_marked_with_its_number(any_encoder: Encoder, reader: ProblemReader) -> None:
    read = reader.read(TEXTS)[1]

    assert read.bounds.tolist() == [2.5, 4.0, -1.0]
    assert marked(any_encoder, TEXTS[1], read.counted[:, 0]) == "two and a half hours"
    assert marked(any_encoder, TEXTS[1], read.counted[:, 1]) == "4"
    assert not read.counted[:, 2].any()


@pytest.mark.parametrize(
    "passages",
    [
        ("Go there. ", "Then within 4.5 units, at t. 5, go; ", '(Or "wait.") ', "So"),
        ("a) to A, ", "b) not to B\n", "- by 20 sec. ", "#1 stay"),
        ("Stay at waypoint B. ", "Do not go to A! ", "At t. 5 leave B1. ", "Go"),
        ("One sentence, e.g. without an end",),
    ],
)
def test_sentences_and_items_of_lists_are_counted(any_encoder: Encoder, passages: tuple[str, ...]) -> None:
    text = "".join(passages)
    reader = ProblemReader(lexicon_of("waterway"), any_encoder)

    (read,) = reader.read([text])

    (encoded,) = any_encoder.encode_tokens([text])
    starts = [sum(map(len, passages[:number])) for number in range(len(passages))]
    expected = [sum(start <= max(offset[0], 0) for start in starts) for offset in encoded.offsets]
    # The last token is the text's end, which the encoder puts nowhere.
    assert read.passage[1:-1].tolist() == expected[1:-1]


def test_a_text_is_read_the_same_whatever_is_read_with_it(reader: ProblemReader) -> None:
    together = reader.read(TEXTS)

    for text, read in zip(TEXTS, together, strict=True):
        (alone,) = reader.read([text])
        np.testing.assert_allclose(alone.tokens, read.tokens, atol=1e-5)
        np.testing.assert_array_equal(alone.mentions, read.mentions)
        np.testing.assert_array_equal(alone.counted, read.counted)


def test_padding_of_texts_is_nothing_and_keeps_what_was_there(reader: ProblemReader) -> None:
    read = reader.read(TEXTS)
    arrays = text_arrays(read)
    longest = max(len(text.tokens) for text in read)

    assert arrays["mentions"].shape == (len(TEXTS), len(reader.table.objects) + 1, longest, KINDS)
    assert arrays["counted"].shape == (len(TEXTS), longest, TIMES)
    for index, text in enumerate(read):
        count = len(text.tokens)
        np.testing.assert_array_equal(arrays["tokens"][index, :count], text.tokens)
        np.testing.assert_array_equal(arrays["mentions"][index, :, :count], text.mentions)
        np.testing.assert_array_equal(arrays["counted"][index, :count], text.counted)
        np.testing.assert_array_equal(arrays["bounds"][index], text.bounds)
        assert arrays["passage"][index].tolist() == text.passage.tolist() + [0.0] * (longest - count)
        assert text.passage.min() == 1.0
        for name in ("tokens", "counted"):
            assert not arrays[name][index, count:].any()
        assert not arrays["mentions"][index, :, count:].any()


def test_padding_of_plans_is_nothing_and_keeps_what_was_there() -> None:
    reader = ProblemReader(lexicon_of("waterway"), HashEncoder())
    traces = [reader.trace(plan) for plan in ("", STEP, *walks("waterway")[:2])]

    arrays = plan_arrays(traces)

    states = max(len(each.times) for each in traces)
    assert arrays["truth"].shape == (4, len(reader.table.present), states)
    for index, each in enumerate(traces):
        count = len(each.times)
        np.testing.assert_array_equal(arrays["truth"][index, :, :count], each.truth)
        np.testing.assert_array_equal(arrays["times"][index, :count], each.times)
        assert arrays["passed"][index].tolist() == [1.0] * count + [0.0] * (states - count)
        assert not arrays["truth"][index, :, count:].any() and not arrays["times"][index, count:].any()


def test_a_plan_is_traced_as_text_and_as_executed() -> None:
    reader = ProblemReader(lexicon_of("waterway"), HashEncoder())
    walk = walks("waterway")[0]

    text = "".join(f"{step}\n" for step in walk.plan.steps)
    np.testing.assert_array_equal(reader.trace(text).truth, reader.trace(walk).truth)
    assert reader.trace(STEP).truth.shape == (len(reader.table.present), 3)
    with pytest.raises(PddlSyntaxError):
        reader.trace("first go to A")


def test_a_problem_is_read_once_and_its_parts_fit_each_other() -> None:
    encoder = HashEncoder()
    reader = ProblemReader(lexicon_of("waterway"), encoder)
    facts: Arrays = reader.facts

    assert len(encoder.asked) == 1
    assert facts["objects"].shape == (len(reader.table.objects) + 1, DIMENSIONS)
    assert not facts["objects"][-1].any()
    assert facts["sentences"].shape == (len(reader.table.sentences), DIMENSIONS)
    (start,) = encoder.encode(["the start"])
    np.testing.assert_array_equal(facts["objects"][reader.table.objects.index("wpt_ini")], start)
