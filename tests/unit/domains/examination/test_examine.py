"""Each complaint can be made: the good folder is broken in one place, and that place is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.unit.domains.examination.conftest import Folder

from plancritic.domains import Severity
from plancritic.domains.examination import pddl_texts


def test_of_a_good_folder_nothing_is_said_but_that_it_has_no_scorer_model(good: Folder) -> None:
    complaint = good.only("no_scorer_model")

    assert complaint.severity is Severity.NOTE
    assert "plancritic data make --domain haulage" in complaint.remedy


def test_of_a_good_folder_with_its_own_scorer_model_nothing_is_said(with_model: Callable[..., Folder]) -> None:
    assert with_model().complaints() == ()


@pytest.fixture
def folder(with_model: Callable[..., Folder]) -> Folder:
    return with_model()


@pytest.mark.parametrize("name", ["domain.pddl", "context.yaml"])
def test_a_missing_file_is_an_error_with_the_way_to_get_it(name: str, folder: Folder) -> None:
    folder.remove(name)

    complaint = folder.only("missing_file")

    assert (complaint.severity, complaint.file) == (Severity.ERROR, name)
    assert ("domain scaffold" in complaint.remedy) == (name == "context.yaml")


def test_a_folder_without_problems_is_an_error(folder: Folder) -> None:
    folder.remove("problems")
    folder.remove("archetypes.yaml")

    assert folder.complaints()[0].kind == "missing_file"
    assert folder.complaints()[0].file == "problems"


def test_a_name_that_no_domain_can_have_is_an_error(folder: Folder) -> None:
    folder.home = folder.home.rename(folder.home.with_name("My Domain"))

    assert folder.complaints()[0].kind == "wrong_name"


def test_a_context_that_is_no_yaml_is_an_error_in_its_line(folder: Folder) -> None:
    folder.edit("context.yaml", "    singular: parcel\n", "    singular: {parcel\n")

    complaint = folder.only("wrong_file")

    assert complaint.severity is Severity.ERROR
    assert complaint.file == "context.yaml"
    assert complaint.line is not None
    assert complaint.line >= folder.line("context.yaml", "{parcel")


def test_a_field_that_the_schema_does_not_know_is_an_error_in_its_line(folder: Folder) -> None:
    folder.edit("context.yaml", "    singular: parcel\n", "    singulars: parcel\n")

    complaint = folder.only("wrong_file")

    assert "types.parcel.singular" in complaint.message
    assert complaint.line == folder.line("context.yaml", "  parcel:")


def test_a_domain_that_does_not_parse_is_an_error_at_its_place(folder: Folder) -> None:
    folder.edit("domain.pddl", "(at start (vacant ?v))", "(at start (vacnt ?v))")

    complaint = folder.only("wrong_pddl")

    assert complaint.severity is Severity.ERROR
    assert (complaint.file, complaint.line) == ("domain.pddl", folder.line("domain.pddl", "vacnt"))


def test_a_problem_that_does_not_parse_is_an_error_at_its_place(folder: Folder) -> None:
    folder.edit("problems/1.pddl", "(lies parcel3 mill)", "(lies parcel7 mill)")

    complaint = folder.only("wrong_pddl")

    assert (complaint.file, complaint.line) == ("problems/1.pddl", folder.line("problems/1.pddl", "parcel7"))


def test_a_feature_that_the_judges_lack_is_an_error(folder: Folder) -> None:
    derived = "  (:derived (busy ?v - van) (not (vacant ?v)))\n  (:durative-action drive"
    folder.edit("domain.pddl", "  (:durative-action drive", derived)
    folder.edit("domain.pddl", "    (vacant ?v - van)", "    (vacant ?v - van) (busy ?v - van)")
    folder.edit("domain.pddl", "(:requirements :strips", "(:requirements :strips :derived-predicates")

    complaint = folder.complaints()[0]

    assert (complaint.severity, complaint.kind) == (Severity.ERROR, "unsupported_feature")
    assert "derived-predicates" in complaint.message


def test_a_feature_that_no_engine_here_has_is_an_error_that_names_who_has_it(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine with K* alone, which plans nothing that takes time."""
    monkeypatch.setattr(pddl_texts, "available_engines", lambda: ("kstar",))

    complaint = folder.only("unsupported_feature")

    assert complaint.severity is Severity.ERROR
    assert "durative-actions" in complaint.message
    assert "kairos" in complaint.remedy


def test_a_goal_that_holds_at_once_is_a_warning(folder: Folder) -> None:
    folder.edit("problems/1.pddl", "(lies parcel1 hospital)\n", "(lies parcel1 depot)\n")
    folder.edit("problems/1.pddl", "    (lies parcel2 school)\n    (lies parcel3 mill)))", "    ))")

    complaint = next(each for each in folder.complaints() if each.kind == "goal_holds")

    assert complaint.severity is Severity.WARNING
    assert complaint.file == "problems/1.pddl"


@pytest.mark.parametrize(
    ("section", "name"), [("predicates", "lies"), ("actions", "alight"), ("types", "parcel"), ("objects", "parcel1")]
)
def test_what_has_no_words_is_a_warning(section: str, name: str, folder: Folder) -> None:
    folder.edit("context.yaml", *(("match: parcel", "match: barrel") if section == "objects" else _renamed(name)))

    found = [each for each in folder.complaints() if each.kind == "without_words"]

    assert found
    assert all(each.severity is Severity.WARNING for each in found)
    assert any(repr(name) in each.message for each in found)
    if section == "objects":
        assert found[0].line == folder.line("problems/1.pddl", "parcel1")


def _renamed(name: str) -> tuple[str, str]:
    return f"\n  {name}:\n", f"\n  {name}s_of_another_domain:\n"


def test_words_for_what_is_not_in_the_domain_are_a_warning_in_their_line(folder: Folder) -> None:
    folder.edit("context.yaml", "\n  alight:\n", "\n  alihgt:\n")

    found = {each.kind: each for each in folder.complaints()}

    assert found["unknown_name"].line == folder.line("context.yaml", "alihgt")


def test_a_template_that_leaves_an_argument_out_is_an_error_in_its_line(folder: Folder) -> None:
    folder.edit("context.yaml", 'holds: "{0} lies at {1}"', 'holds: "{0} lies there"')

    complaint = folder.only("wrong_template")

    assert complaint.severity is Severity.ERROR
    assert complaint.line == folder.line("context.yaml", "lies there")


def test_two_objects_with_one_phrase_are_a_warning(folder: Folder) -> None:
    folder.edit("context.yaml", "name: the mill", "name: the school")

    found = [each for each in folder.complaints() if "shares its phrase" in each.message]

    assert {each.kind for each in found} == {"ambiguous_name"}
    assert {each.severity for each in found} == {Severity.WARNING}


def test_a_synonym_of_two_objects_is_a_note(folder: Folder) -> None:
    folder.edit("context.yaml", "synonyms: [old mill, flour mill]", "synonyms: [old mill, clinic]")

    complaint = folder.only("ambiguous_name")

    assert complaint.severity is Severity.NOTE
    assert "'clinic' (hospital, mill)" in complaint.message


def test_a_noun_of_two_types_is_a_warning(folder: Folder) -> None:
    folder.edit("context.yaml", "synonyms: [package, box,", "synonyms: [driver, package, box,")

    complaint = folder.only("ambiguous_name")

    assert complaint.severity is Severity.WARNING
    assert "'driver' is a noun for type 'driver' and for type 'parcel'" in complaint.message


def test_a_noun_of_two_types_of_which_one_has_a_single_thing_is_a_note(folder: Folder) -> None:
    """Of waterway's ships "the ship" is the wreck, and "any ship" is a vessel."""
    folder.edit("context.yaml", "synonyms: [package, box,", "synonyms: [van, package, box,")

    complaint = folder.only("ambiguous_name")

    assert complaint.severity is Severity.NOTE
    assert "'the van' is the one 'van' there is" in complaint.remedy


def test_a_verb_of_two_predicates_about_the_same_things_is_a_warning(folder: Folder) -> None:
    folder.edit("domain.pddl", "(vacant ?v - van)\n", "(vacant ?v - van) (clean ?v - van)\n")
    forms = "".join(f'\n    {form}: "{{0}} {form}"' for form in ("holds", "fails", "starts", "stops", "never", "ever"))
    folder.edit("context.yaml", "\n  road:\n", f"\n  clean:{forms}\n    verbs: {{starts: [vacate]}}\n  road:\n")

    complaint = next(each for each in folder.complaints() if each.kind == "ambiguous_verb")

    assert complaint.severity is Severity.WARNING
    assert complaint.line == folder.line("context.yaml", "[vacate]")


def test_a_constraint_that_does_not_fit_its_problem_is_an_error_in_its_line(folder: Folder) -> None:
    folder.edit("archetypes.yaml", "(at end (at van1 depot))", "(at end (at van9 depot))")

    complaint = folder.only("wrong_constraint")

    assert complaint.severity is Severity.ERROR
    assert (complaint.file, complaint.line) == ("archetypes.yaml", folder.line("archetypes.yaml", "van9"))


def test_an_archetype_that_is_silent_on_a_problem_is_a_warning(folder: Folder) -> None:
    folder.write("problems/2.pddl", (folder.home / "problems/1.pddl").read_text(encoding="utf-8"))

    kinds = {each.kind: each.severity for each in folder.complaints()}

    assert kinds["silent_archetype"] is Severity.WARNING


@pytest.mark.parametrize(
    ("name", "kind", "severity"),
    [
        ("README.md", "no_readme", Severity.WARNING),
        ("README.md", "no_licence", Severity.WARNING),
        ("archetypes.yaml", "no_archetypes", Severity.NOTE),
        ("recorded", "no_recorded_plans", Severity.NOTE),
        ("wordings", "no_wordings", Severity.NOTE),
    ],
)
def test_what_else_belongs_in_a_folder_is_missed(name: str, kind: str, severity: Severity, folder: Folder) -> None:
    folder.remove(name)

    assert {each.kind: each.severity for each in folder.complaints()}[kind] is severity


def test_a_licence_file_is_as_good_as_the_word_in_the_readme(folder: Folder) -> None:
    folder.write("README.md", "Vans.\n")
    assert folder.only("no_licence").severity is Severity.WARNING

    folder.write("LICENSE", "Do what you like.\n")

    assert folder.complaints() == ()


def test_a_context_without_examples_is_noted(folder: Folder) -> None:
    text = (folder.home / "context.yaml").read_text(encoding="utf-8")
    folder.write("context.yaml", text[: text.index("examples:")])

    assert "no_examples" in {each.kind for each in folder.complaints()}


def test_a_model_of_another_state_of_the_folder_is_noted(with_model: Callable[..., Folder]) -> None:
    complaint = with_model(bundle="0" * 64).only("other_bundle")

    assert complaint.severity is Severity.NOTE
    assert "train it again if facts, names or words changed" in complaint.remedy


def test_a_model_for_another_domain_is_an_error(with_model: Callable[..., Folder]) -> None:
    complaint = with_model(domain="airport").only("wrong_scorer_model")

    assert complaint.severity is Severity.ERROR
    assert "trained for airport" in complaint.message


@pytest.mark.parametrize("name", ["model.json", "model.onnx"])
def test_half_a_model_is_an_error(name: str, folder: Folder) -> None:
    folder.remove(f"models/scorer/{name}")

    assert f"{name} is missing" in folder.only("wrong_scorer_model").message


def test_a_graph_that_is_not_the_card_s_is_an_error(folder: Folder) -> None:
    folder.write("models/scorer/model.onnx", "another graph")

    assert folder.only("wrong_scorer_model").file == "models/scorer/model.onnx"


def test_a_card_that_is_no_json_is_an_error(folder: Folder) -> None:
    folder.write("models/scorer/model.json", "{")

    assert "cannot be read" in folder.only("wrong_scorer_model").message


def test_the_worst_comes_first(folder: Folder) -> None:
    folder.remove("README.md")
    folder.remove("wordings")
    folder.edit("archetypes.yaml", "(at end (at van1 depot))", "(at end (at van9 depot))")

    severities = [each.severity for each in folder.complaints()]

    assert severities == sorted(severities, key=list(Severity).index)
    assert severities[0] is Severity.ERROR
    assert severities[-1] is Severity.NOTE
