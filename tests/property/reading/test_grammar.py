"""Every sequence that the grammar allows is a reading, and every reading that people ask for is such a sequence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from plancritic.domains import load_domain
from plancritic.pddl.grounding.relaxed_reachability import relaxed_reachability
from plancritic.pddl.language import Constraint, parse_constraint
from plancritic.pddl.specification import canonical_key, check_constraint
from plancritic.reading.beam import beam, likelihoods
from plancritic.reading.grammar import MOST_SYMBOLS, SIGNS, Progress, Sign, constraints_of
from plancritic.reading.inputs import TextInput
from plancritic.reading.vocabulary import TIMES, Vocabulary, vocabulary_of
from plancritic.reading.writing import Mentioned, NotSayable, writings
from plancritic.wording import Lexicon

_LEXICON = Lexicon(load_domain("haulage"), "1")
_WORDS = vocabulary_of(_LEXICON)
#: A problem in which many facts of the right types can never be.
_WATERWAY = vocabulary_of(Lexicon(load_domain("waterway"), "1"))
_WATERWAY_PROBLEM = Lexicon(load_domain("waterway"), "1").problem
_TIMES = (2.0, 5.0, 30.0, 60.0)
_NO_TIMES = Mentioned((), {})


@st.composite
def _sequences(draw: st.DrawFn, words: Vocabulary = _WORDS) -> tuple[int, ...]:
    """A sequence that the grammar allows; long ones are brought to an end."""
    progress, found = Progress(), []
    while not progress.finished:
        allowed = np.flatnonzero(progress.allowed(words, len(_TIMES)))
        assert len(allowed) > 0, f"nothing may follow {found}"
        endings = [int(each) for each in allowed if each in (Sign.END, Sign.STOP)]
        if len(found) > 40 and endings:
            symbol = endings[0]
        elif len(found) > 40:
            items = [int(each) for each in allowed if each >= SIGNS]
            symbol = draw(st.sampled_from(items or allowed.tolist()))
        else:
            symbol = int(draw(st.sampled_from(allowed.tolist())))
        found.append(symbol)
        progress = progress.after(symbol, words)
        assert len(found) < 3 * MOST_SYMBOLS
    return tuple(found)


def _read(symbols: Sequence[int]) -> tuple[Constraint, ...] | None:
    try:
        return constraints_of(symbols, _WORDS, _TIMES)
    except ValueError:
        return None


@given(_sequences())
def test_what_the_grammar_allows_is_well_formed_and_typed(symbols: tuple[int, ...]) -> None:
    constraints = _read(symbols)
    if constraints is None:
        return
    for each in constraints:
        assert not check_constraint(each, _LEXICON.problem)
        assert parse_constraint(str(each)) == each
        assert len(set(each.conditions)) == len(each.conditions), "nobody wants a condition before or after itself"


@given(_sequences(_WATERWAY))
def test_a_fact_that_can_never_come_about_nor_cease_is_not_named(symbols: tuple[int, ...]) -> None:
    if {Sign.EACH, Sign.ANY, Sign.ALL}.intersection(symbols):
        return
    try:
        constraints = constraints_of(symbols, _WATERWAY, _TIMES)
    except ValueError:
        return
    reached = relaxed_reachability(_WATERWAY_PROBLEM)
    varying = (_WATERWAY_PROBLEM.facts | reached.added) & (reached.added | reached.deleted)
    for each in constraints:
        assert varying.issuperset(each.atoms()), str(each)


@given(_sequences(), st.dictionaries(st.integers(0, len(_WORDS.objects) - 1), st.integers(0, 99)))
def test_constraints_are_written_so_that_they_are_read_alike(symbols: tuple[int, ...], places: dict[int, int]) -> None:
    constraints = _read(symbols)
    if not constraints:
        return
    mentioned = Mentioned(_TIMES, places)
    try:
        ways = writings(constraints, _WORDS, mentioned)
    except NotSayable:
        return
    for way in ways:
        progress = Progress()
        for symbol in way:
            assert progress.allowed(_WORDS, len(_TIMES))[symbol], (way, symbol)
            progress = progress.after(symbol, _WORDS)
        assert progress.finished
        assert canonical_key(_read(way) or ()) == canonical_key(constraints)


def test_requests_are_written_in_the_order_of_the_text_and_every_other_order_is_a_way_too() -> None:
    early = parse_constraint("(sometime-before (at van1 mill) (at van1 school))")
    late = parse_constraint("(sometime-before (at van1 market) (at van1 mill))")
    row = _WORDS.row
    # "Van 1 to the school before the mill, and on to the market": the van is named once, for both.
    mentioned = Mentioned((), {row["van1"]: 0, row["school"]: 13, row["mill"]: 31, row["market"]: 46})
    ways = writings([late, early], _WORDS, mentioned)
    assert [constraints_of(way, _WORDS, ()) for way in ways] == [(early, late), (late, early)]
    assert writings([early, late], _WORDS, mentioned) == ways


def test_many_requests_have_few_ways_to_be_written() -> None:
    wishes = [parse_constraint(f"(within {time:g} (lies parcel1 school))") for time in _TIMES]
    ways = writings(wishes, _WORDS, Mentioned(_TIMES, {}))
    assert 1 < len(ways) <= 2 * len(wishes)
    assert {canonical_key(_read(way) or ()) for way in ways} == {canonical_key(wishes)}


class _Sure:
    """A network that is sure of one sequence, and holds all others for alike."""

    def __init__(self, symbols: Sequence[int]) -> None:
        self._symbols = symbols

    def begin(self, count: int) -> NDArray[np.float32]:
        return np.zeros((1, 1, count, 0, 1), dtype=np.float32)

    def write(
        self, symbols: NDArray[np.int64], expected: NDArray[np.int64], past: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        logits = np.zeros((*symbols.shape, SIGNS + _WORDS.count), dtype=np.float32)
        at = past.shape[3] + np.arange(symbols.shape[1])
        for place in range(symbols.shape[1]):
            if at[place] < len(self._symbols):
                logits[:, place, self._symbols[at[place]]] = 12.0
        known = np.zeros((1, 1, len(symbols), past.shape[3] + symbols.shape[1], 1), dtype=np.float32)
        return logits, known

    def chosen(self, past: NDArray[np.float32], sequences: Sequence[int]) -> NDArray[np.float32]:
        return past[:, :, sequences]


def _text() -> TextInput:
    nothing = np.zeros((1, 1), dtype=np.float32)
    return TextInput(nothing, nothing, nothing.astype(np.uint8), _TIMES, Mentioned(_TIMES, {}))


@given(_sequences())
def test_what_a_sure_network_writes_is_the_first_reading(symbols: tuple[int, ...]) -> None:
    constraints = _read(symbols)
    if constraints is None or len(symbols) > MOST_SYMBOLS:
        return
    found = beam(_Sure(symbols), _WORDS, _text(), 8, 4)
    assert found
    assert len(found) <= 4
    assert (canonical_key(found[0].constraints) if constraints else found[0].constraints) == (
        canonical_key(constraints) if constraints else ()
    )
    assert [each.probability for each in found] == sorted((each.probability for each in found), reverse=True)
    assert sum(each.probability for each in found) <= 1.0 + 1e-6


def test_a_condition_before_itself_is_no_reading_even_of_a_network_that_is_sure_of_it() -> None:
    (symbols, *_) = writings([parse_constraint("(sometime-before (at van1 mill) (at van1 mill))")], _WORDS, _NO_TIMES)
    with pytest.raises(ValueError, match="with itself"):
        constraints_of(symbols, _WORDS, _TIMES)
    found = beam(_Sure(symbols), _WORDS, _text(), 8, 4)
    assert all(len(set(one.conditions)) == len(one.conditions) for each in found for one in each.constraints)


def test_a_judge_holds_what_it_would_write_for_likely_and_nothing_else() -> None:
    said = [parse_constraint("(within 30 (lies parcel1 school))")]
    other = [parse_constraint("(within 60 (lies parcel1 school))")]
    (symbols, *_) = writings(said, _WORDS, Mentioned(_TIMES, {}))
    judge = _Sure(symbols)
    right, wrong = likelihoods(judge, _WORDS, _text(), [said, other])
    assert right is not None
    assert wrong is not None
    assert wrong < 0.01 < 0.9 < right


def test_a_judge_holds_two_wishes_for_likely_in_the_order_that_it_would_write_too() -> None:
    said = [parse_constraint("(within 30 (lies parcel1 school))"), parse_constraint("(always (at van1 depot))")]
    first, second = writings(said, _WORDS, Mentioned(_TIMES, {}))
    for way in (first, second):
        (likely,) = likelihoods(_Sure(way), _WORDS, _text(), [said])
        assert likely is not None
        assert likely > 0.9


@pytest.mark.parametrize("text", ["(<= (total-time) 9)", "(within 8.5 (lies parcel1 school))"])
def test_there_is_no_word_on_what_the_grammar_cannot_say(text: str) -> None:
    wish = [parse_constraint(text)]
    with pytest.raises(NotSayable):
        writings(wish, _WORDS, Mentioned(_TIMES, {}))
    assert likelihoods(_Sure((int(Sign.END),)), _WORDS, _text(), [wish]) == [None]


def test_there_is_no_word_on_a_fact_that_can_never_be() -> None:
    """Nothing is allowed where the fact stands: its likelihood would be no number."""
    wish = [parse_constraint("(always (not (is_location_not_blocked shp_dck_0 wpt_b_0)))")]
    assert writings(wish, _WATERWAY, Mentioned(_TIMES, {})), "it can be written"
    assert likelihoods(_Sure((int(Sign.END),)), _WATERWAY, _text(), [wish]) == [None]


def test_a_text_names_no_more_times_than_there_are_rows_for() -> None:
    assert _WORDS.count - _WORDS.first_time == TIMES
