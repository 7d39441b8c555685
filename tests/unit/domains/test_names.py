import pytest

from plancritic.domains import DomainBundle, load_domain
from plancritic.domains.context import ObjectEntry
from plancritic.domains.names import fill_name, object_names, template_complaint, without_article
from plancritic.domains.patterns import matched
from plancritic.pddl.language import parse_domain, parse_problem


def _names(bundle: DomainBundle, problem: str) -> dict[str, str]:
    parsed = parse_problem(bundle.problem(problem), parse_domain(bundle.domain_pddl))
    return {name: names.name for name, names in object_names(bundle.context, parsed).items()}


def test_patterns_name_the_objects_of_every_problem(bundles: dict[str, DomainBundle]) -> None:
    first, second = _names(bundles["waterway"], "1"), _names(bundles["waterway"], "2")
    assert first["wpt_a_0"] == "waypoint A"
    assert second["wpt_b_2"] == "waypoint B2"
    assert first["n_deb_a_0_end"] == "the normal debris between waypoint A and the end point"
    assert second["u_deb_b_1_b_2"] == "the underwater debris between waypoint B1 and waypoint B2"


def test_an_object_alone_of_its_type_may_have_a_name_of_its_own(bundles: dict[str, DomainBundle]) -> None:
    assert _names(bundles["satellite"], "1")["satellite0"] == "the satellite"
    assert _names(bundles["satellite"], "3")["satellite0"] == "satellite0"


def test_names_keep_the_writing_of_the_problem(bundles: dict[str, DomainBundle]) -> None:
    assert _names(bundles["satellite"], "1")["groundstation1"] == "GroundStation1"


@pytest.mark.parametrize("domain", ["waterway", "satellite"])
@pytest.mark.parametrize("problem", ["1", "2", "3", "4"])
def test_no_two_objects_share_a_phrase(domain: str, problem: str, bundles: dict[str, DomainBundle]) -> None:
    names = _names(bundles[domain], problem)
    assert len(set(names.values())) == len(names)


def test_objects_with_the_same_phrase_are_told_apart(bundles: dict[str, DomainBundle]) -> None:
    bundle = bundles["waterway"]
    everything = bundle.context.objects[0].model_copy(update={"match": ".*", "name": "the thing"})
    context = bundle.context.model_copy(update={"objects": (everything,)})
    names = _names(bundle.model_copy(update={"context": context}), "1")
    assert names["wpt_a_0"] == "the thing (wpt_a_0)"
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("{0}", "GroundStation1"),
        ("{0|words}", "ground station 1"),
        ("{1|upper}", "GROUNDSTATION"),
        ("at {name wpt_{2}}", "at <wpt_1>"),
    ],
)
def test_name_templates(template: str, filled: str) -> None:
    match = matched(r"([a-z]+)(\d)", "GroundStation1")
    assert match is not None
    assert fill_name(template, match, lambda name: f"<{name}>") == filled


@pytest.mark.parametrize("template", ["{3}", "{1|loud}", "{name}", "a } brace"])
def test_a_wrong_name_template_is_told(template: str) -> None:
    assert template_complaint(template, 2) is not None


def test_articles_are_left_off() -> None:
    assert [without_article(each) for each in ("the end", "An end", "theory")] == ["end", "end", "theory"]


@pytest.mark.parametrize(
    "templates",
    [
        {"one": "{name one}"},
        {"one": "{name two}", "two": "{name one}"},
        {f"x{n}": f"{{name x{n + 1}}} {{name x{n + 1}}}" for n in range(40)} | {"x40": "end"},
    ],
)
def test_templates_that_lead_round_or_grow_without_end_leave_names_that_can_be_read(templates: dict[str, str]) -> None:
    entries = tuple(ObjectEntry(match=name, name=template) for name, template in templates.items())
    context = load_domain("waterway").context.model_copy(update={"objects": entries})
    domain = parse_domain("(define (domain d) (:types t) (:predicates (p ?x - t)))")
    objects = " ".join(templates)
    problem = parse_problem(
        f"(define (problem q) (:domain d) (:objects {objects} - t) (:init) (:goal (p {min(templates)})))", domain
    )
    named = object_names(context, problem)
    assert all(len(each.name) < 1000 for each in named.values())
