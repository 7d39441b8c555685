from pathlib import Path

import pytest

from plancritic.laboratory.schema.corpus import CorpusError, corpus, load_corpus, read_described_domain, true_pairs

TEST_DOMAINS = Path(__file__).parents[4] / "cases" / "schema_library"


def test_thirty_domains_are_in_one_part_each() -> None:
    found = load_corpus()
    named = [name for names in found.split.values() for name in names]
    assert len(named) == len(set(named)) == len(found.domains) == 30
    assert all(len(found.part(part)) >= 7 for part in found.split)


def test_no_test_domain_is_in_the_corpus() -> None:
    tests = {each.name for each in TEST_DOMAINS.iterdir() if (each / "description.yaml").is_file()}
    assert tests >= {"libraryworld", "dungeon", "minecraft"}
    assert not tests & load_corpus().domains.keys()


def test_every_action_has_a_schema_and_a_description_in_both_registers() -> None:
    for domain in load_corpus().domains.values():
        assert list(domain.reference.actions) == list(domain.description.actions)
        for register in ("detailed", "layman"):
            assert all(pair.text.strip() for pair in true_pairs([domain], register))  # type: ignore[arg-type]


def test_no_two_domains_describe_an_action_alike() -> None:
    domains = list(load_corpus().domains.values())
    for register in ("detailed", "layman"):
        texts = [pair.text for pair in true_pairs(domains, register)]  # type: ignore[arg-type]
        assert len(texts) == len(set(texts))


def test_a_domain_in_no_part_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    split = tmp_path / "split.yaml"
    split.write_text(corpus.SPLIT_FILE.read_text().replace("  - zoo-keeper\n", ""))
    monkeypatch.setattr(corpus, "SPLIT_FILE", split)
    with pytest.raises(CorpusError, match="zoo-keeper"):
        load_corpus.__wrapped__()


def test_a_broken_domain_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad.yaml").write_text("domain: bad\npredicates: {}\nactions:\n  go: {detailed: Go.}\n")
    monkeypatch.setattr(corpus, "DOMAINS_FOLDER", tmp_path)
    with pytest.raises(CorpusError, match=r"bad\.yaml.*schema"):
        load_corpus.__wrapped__()


def test_a_described_domain_is_read_with_its_reference() -> None:
    domain = read_described_domain(TEST_DOMAINS / "libraryworld")
    assert domain.name == "libraryworld"
    assert set(domain.reference.actions) == set(domain.description.actions)


def test_a_folder_without_a_description_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"description\.yaml"):
        read_described_domain(tmp_path)
