"""What the reader's networks add to the grammar's readings."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import domains_root, load_domain
from plancritic.embedding import CachedEncoder
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key, check_constraint
from plancritic.reading.model import Reader
from plancritic.reading.own import Readers
from plancritic.translator.translation import Translator
from plancritic.wording import Lexicon

READER = domains_root() / "shared" / "models" / "reader"


@pytest.fixture(scope="module")
def reader(real_encoder: CachedEncoder) -> Reader:
    return Reader(READER, real_encoder, 1)


def _read(reader: Reader | None, text: str) -> StatementReadings:
    translator = Translator(readers=Readers(reader))
    statements = (Statement(id="s1", text=text),)
    return asyncio.run(translator.translate(load_domain("haulage"), "1", statements))[1][0]


def test_a_reader_proposes_well_formed_readings_and_judges_those_of_the_grammar(reader: Reader) -> None:
    text = "The van has to be at the depot at the end."
    alone, joined = _read(None, text), _read(reader, text)
    assert [each.constraints for each in joined.readings] == [each.constraints for each in alone.readings]
    assert all(each.proposed is None and each.judged is None for each in alone.readings)
    assert joined.readings[0].judged is not None
    assert joined.readings[0].judged > 0.5
    problem = Lexicon(load_domain("haulage"), "1").problem
    learned = [each for each in joined.guesses if each.kind == "learned"]
    keys = [canonical_key(map(parse_constraint, each.constraints)) for each in learned]
    others = (*alone.readings, *alone.guesses)
    assert not set(keys) & {canonical_key(map(parse_constraint, each.constraints)) for each in others}
    assert len(set(keys)) == len(keys)
    for each in learned:
        assert not any(check_constraint(parse_constraint(one), problem) for one in each.constraints)


def test_what_asks_for_nothing_is_likelier_to_ask_for_nothing(reader: Reader) -> None:
    wish = _read(reader, "Never drive the van to the market.")
    remark = _read(reader, "Thanks, that looks lovely.")
    assert wish.asks_nothing is not None
    assert remark.asks_nothing is not None
    assert wish.asks_nothing < 0.2 < remark.asks_nothing


@pytest.mark.parametrize(
    "text",
    [
        "The van has to be at the depot in -12 minutes.",
        "Van 1 at the depot within 5² minutes.",
        "By 1e30 van 1 ...",
        "Leave parcel X at the mill.",
    ],
)
def test_what_is_refused_for_a_number_a_character_or_a_name_is_not_read_in_part(reader: Reader, text: str) -> None:
    read = _read(reader, text)
    assert (read.readings, read.guesses, read.asks_nothing) == ((), (), None)
    assert read.reason
    plain = _read(reader, "The van has to be at the depot within 12 minutes.")
    assert plain.asks_nothing is not None


def test_the_same_text_is_read_alike_again(reader: Reader) -> None:
    text = "keep driver 2 off the van till minute 20"
    assert _read(reader, text) == _read(reader, text)


def test_the_graphs_that_ship_name_no_path_of_the_machine_that_made_them() -> None:
    graphs = [*READER.glob("*.onnx")]
    assert len(graphs) == 4
    assert not [each.name for each in graphs if b'File "' in each.read_bytes()]


def test_a_folder_that_is_no_reader_is_refused(tmp_path: Path, real_encoder: CachedEncoder) -> None:
    with pytest.raises(ContractError, match="there is no reader"):
        Reader(tmp_path, real_encoder)
    (tmp_path / "reader.json").write_text("{}")
    with pytest.raises(ContractError, match="is not a card"):
        Reader(tmp_path, real_encoder)
    (tmp_path / "reader.json").write_text('{"format": 2, "writers": [["one"], ["two"]]}')
    with pytest.raises(ContractError, match="its format is 2, this version reads 4"):
        Reader(tmp_path, real_encoder)
    (tmp_path / "reader.json").write_bytes((READER / "reader.json").read_bytes())
    with pytest.raises(ContractError, match=r"first\.reading\.onnx is not there"):
        Reader(tmp_path, real_encoder)
    (tmp_path / "first.reading.onnx").write_bytes(b"no graph")
    with pytest.raises(ContractError, match=r"first\.reading\.onnx cannot be loaded"):
        Reader(tmp_path, real_encoder)
