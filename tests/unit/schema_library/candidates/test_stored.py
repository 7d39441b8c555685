"""Libraries as bytes and back."""

from __future__ import annotations

import pytest
from tests.support.descriptions import CASES, GO, hall, recordings

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.candidates.stored import from_bytes, library_key, stored, to_bytes
from plancritic.schema_library.description_file import read_description

FAILURE = Fault(code=FaultCode.LANGUAGE_MODEL_FAILED, message="no answer")


def test_a_library_comes_back_as_it_was_with_answers_corrections_and_dropped_blocks() -> None:
    description = read_description(CASES / "dungeon" / "description.yaml")
    answers = recordings("dungeon", "layman")
    library = library_of(description, "layman", answers)
    assert library.dropped
    kept = stored(library, description, "layman", answers, {"11": FAILURE})
    back = from_bytes(to_bytes(kept))
    assert back == kept
    assert (back.answers, back.failures) == (answers, {"11": FAILURE})
    again = back.library()
    assert (again.candidates, again.dropped) == (dict(library.candidates), library.dropped)
    assert list(again.candidates) == list(description.actions)
    assert again.skeleton.text == library.skeleton.text
    assert to_bytes(back) == to_bytes(kept)


def test_the_key_is_that_of_description_and_register_alone() -> None:
    key = library_key(hall(), "detailed")
    assert key == stored(library_of(hall(), "detailed", {"01": GO}), hall(), "detailed", {"01": GO}).key
    assert key == library_key(hall().model_copy(update={"problem": "(define (problem p))"}), "detailed")
    assert key != library_key(hall(), "layman")
    assert key != library_key(hall("?r - robot ?a ?b - room"), "detailed")


@pytest.mark.parametrize("content", [b"", b"[]", b'{"description": 1}', b"\xff"])
def test_other_bytes_are_a_fault(content: bytes) -> None:
    with pytest.raises(ContractError) as caught:
        from_bytes(content)
    assert caught.value.fault.remedy == "generate it anew"


def test_a_damaged_candidate_is_a_fault() -> None:
    content = to_bytes(stored(library_of(hall(), "detailed", {"01": GO}), hall(), "detailed", {"01": GO}))
    with pytest.raises(ContractError, match="no legal PDDL"):
        from_bytes(content.replace(b"linked ?room1", b"opened ?room1")).library()
