import json
import shutil
from pathlib import Path

import pytest
from tests.support.bundle_complaints import check_bundle

from plancritic.domains import (
    DomainBundle,
    DomainFolderError,
    DomainSettings,
    UnknownDomainError,
    UnknownProblemError,
    domains_root,
    known_domains,
    load_domain,
)
from plancritic.domains.folder import load_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("domain.pddl", "context.yaml", "archetypes.yaml", "problems/1.pddl"):
        target = tmp_path / "waterway" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(domains_root() / "waterway" / name, target)
    archetypes = tmp_path / "waterway" / "archetypes.yaml"
    archetypes.write_text("- {name: a, meaning: b, ground_truth: {'1': [(at end (at deb_ast_0 wpt_b_0))]}}\n")
    return tmp_path


def test_both_domains_are_known_and_read() -> None:
    assert {"waterway", "satellite"} <= set(known_domains())
    for name in ("waterway", "satellite"):
        assert sorted(load_domain(name).problems) == ["1", "2", "3", "4"]


@pytest.mark.parametrize("name", ["waterway", "satellite"])
def test_a_domain_that_ships_has_words_for_everything(name: str, bundles: dict[str, DomainBundle]) -> None:
    assert check_bundle(bundles[name], load_folder(name).archetypes) == ()


def test_a_bundle_survives_json_with_its_hash(bundles: dict[str, DomainBundle]) -> None:
    for bundle in map(load_domain, bundles):
        again = DomainBundle.from_json(bundle.to_json())
        assert again == bundle
        assert again.sha256 == bundle.sha256
        assert again.to_json() == bundle.to_json()


def test_the_hash_follows_the_content_and_not_the_folder(folder: Path) -> None:
    first = load_domain("waterway", folder)
    moved = shutil.copytree(folder, folder / "elsewhere")
    assert load_domain("waterway", moved).sha256 == first.sha256
    problem = folder / "waterway" / "problems" / "1.pddl"
    problem.write_text(problem.read_text() + "; one more line\n")
    assert load_domain("waterway", folder).sha256 != first.sha256


def test_a_bundle_holds_nothing_of_the_answer_key(folder: Path) -> None:
    bundle = load_domain("waterway", folder)
    (folder / "waterway" / "archetypes.yaml").write_text("[]\n")
    assert load_domain("waterway", folder).sha256 == bundle.sha256
    assert not hasattr(bundle, "archetypes")
    for name in known_domains():
        whole = load_folder(name)
        sent = whole.to_json()
        assert sent == load_domain(name).to_json()
        assert b"archetypes" not in sent
        assert b"ground_truth" not in sent
        assert whole.archetypes


def test_the_hash_of_the_folder_follows_its_archetypes(folder: Path) -> None:
    first = load_folder("waterway", folder)
    (folder / "waterway" / "archetypes.yaml").write_text("[]\n")
    assert load_folder("waterway", folder).folder_sha256 != first.folder_sha256


def test_an_unknown_domain_is_named_with_those_there_are(folder: Path) -> None:
    with pytest.raises(UnknownDomainError, match=r"unknown domain 'airport'.*waterway.*PLANCRITIC_DOMAINS") as caught:
        load_domain("airport", folder)
    assert caught.value.known == ("waterway",)


@pytest.mark.parametrize("name", ["../waterway", "", ".", "/etc"])
def test_a_name_that_would_leave_the_folder_is_unknown(name: str, folder: Path) -> None:
    with pytest.raises(UnknownDomainError):
        load_domain(name, folder)


def test_an_unknown_problem_is_named_with_those_there_are(bundles: dict[str, DomainBundle]) -> None:
    with pytest.raises(UnknownProblemError, match=r"no problem '9'.*1, 2, 3, 4"):
        bundles["waterway"].problem("9")


def test_a_folder_that_does_not_exist_holds_no_domain(tmp_path: Path) -> None:
    assert known_domains(tmp_path / "nowhere") == ()


def test_a_missing_context_is_named(folder: Path) -> None:
    (folder / "waterway" / "context.yaml").unlink()
    with pytest.raises(DomainFolderError, match=r"context\.yaml: the file is missing") as caught:
        load_domain("waterway", folder)
    assert caught.value.file == folder / "waterway" / "context.yaml"


def test_a_yaml_error_names_file_and_line(folder: Path) -> None:
    (folder / "waterway" / "context.yaml").write_text("title: a\nobjects: [one {1}, two]\n")
    with pytest.raises(DomainFolderError, match=r"context\.yaml:2: not YAML") as caught:
        load_domain("waterway", folder)
    assert caught.value.line == 2


def test_a_missing_field_is_named(folder: Path) -> None:
    context = folder / "waterway" / "context.yaml"
    context.write_text(context.read_text().replace("  seconds: 3600\n", ""))
    with pytest.raises(DomainFolderError, match=r"time\.seconds: Field required"):
        load_domain("waterway", folder)


def test_a_wrong_pattern_is_refused(folder: Path) -> None:
    context = folder / "waterway" / "context.yaml"
    context.write_text(context.read_text().replace("match: wpt_ini", "match: wpt_(ini"))
    with pytest.raises(DomainFolderError, match="not a regular expression"):
        load_domain("waterway", folder)


def test_text_that_is_not_utf8_is_refused(folder: Path) -> None:
    (folder / "waterway" / "domain.pddl").write_bytes(b"\xff\xfe")
    with pytest.raises(DomainFolderError, match=r"domain\.pddl: not UTF-8"):
        load_domain("waterway", folder)


def test_an_archetype_of_a_problem_that_is_not_there_is_refused(folder: Path) -> None:
    archetypes = folder / "waterway" / "archetypes.yaml"
    archetypes.write_text(archetypes.read_text().replace("'1'", "'7'"))
    with pytest.raises(DomainFolderError, match="speaks of problem '7'"):
        load_folder("waterway", folder)


def test_an_archetype_without_constraints_is_refused(folder: Path) -> None:
    (folder / "waterway" / "archetypes.yaml").write_text("- {name: a, meaning: b, ground_truth: {'1': []}}\n")
    with pytest.raises(DomainFolderError, match="list it under left_out"):
        load_folder("waterway", folder)


def test_the_setting_names_another_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCRITIC_DOMAINS", str(folder))
    assert DomainSettings().domains == folder
    assert known_domains() == ("waterway",)


def test_the_check_tells_what_a_context_forgot(bundles: dict[str, DomainBundle]) -> None:
    bundle = bundles["waterway"]
    predicates = dict(bundle.context.predicates)
    at = predicates.pop("at")
    predicates["on"] = predicates["on"].model_copy(update={"holds": "{0} is on tow"})
    predicates["near"] = at
    context = bundle.context.model_copy(update={"predicates": predicates, "objects": bundle.context.objects[1:]})
    complaints = check_bundle(bundle.model_copy(update={"context": context}))
    assert "predicate 'at' has no words" in complaints
    assert "predicate 'near' has words but is not in the domain" in complaints
    assert any(each.startswith("predicate 'on', holds") for each in complaints)


def test_keys_for_drawings_are_held_against_the_domain() -> None:
    bundle = load_domain("haulage")
    wrong = {
        "actors": ["driver", "plane"],
        "movement": ["at", "flies", "vacant"],
        "coordinates": [{"match": "depot", "x": 0, "y": 0}, {"match": "moon", "x": 1, "y": 1}],
    }
    context = type(bundle.context).model_validate({**bundle.context.model_dump(), **wrong})
    complaints = " ".join(check_bundle(bundle.model_copy(update={"context": context})))
    for expected in (
        "'plane' is not a type",
        "'flies' is not a predicate",
        "'vacant' has 1 places",
        "'moon' matches no object",
    ):
        assert expected in complaints
    assert "'driver'" not in complaints and "'depot'" not in complaints


def test_a_context_without_keys_for_drawings_keeps_its_bundle_s_hash() -> None:
    assert not {"actors", "movement", "coordinates"} & json.loads(load_domain("waterway").to_json())["context"].keys()
