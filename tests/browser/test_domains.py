"""Domains: what one can speak of, faults of PDDL at their place, a new domain that is steered at once."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.support.browsing import CHECKOUT, begin, modelled, refining, say

CORPUS = CHECKOUT / "tests/cases/corpus/domains/warehouse"


def test_a_domain_shows_what_one_can_speak_of(page: Page) -> None:
    page.get_by_role("link", name="Domains").click()
    page.get_by_role("link", name="Carrying parcels by van").click()
    expect(page.locator("main")).to_contain_text("parcel 1")
    expect(page.locator("#map")).to_be_visible()
    page.get_by_role("link", name="See its plan and steer it").click()
    page.wait_for_selector("#plan .chart")


def test_broken_pddl_is_shown_at_its_line_and_column(page: Page) -> None:
    page.goto(page.url + "domains/new")
    page.get_by_label("Name").fill("broken")
    page.locator("[name=domain]").fill(
        "(define (domain broken)\n  (:predicates (at ?x)\n  (:action go :parameters (?x))\n"
    )
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#draft .fault")).to_contain_text("Line ")
    expect(page.locator("#draft pre")).to_contain_text("(:predicates")


def test_a_new_domain_is_published_and_steered_at_once(page: Page) -> None:
    page.goto(page.url + "domains/new")
    page.get_by_label("Name").fill("stockroom")
    page.locator("[name=domain_file]").set_input_files(CORPUS / "domain.pddl")
    page.locator("[name=problem_file]").set_input_files(sorted((CORPUS / "problems").glob("*.pddl")))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#draft h2")).to_contain_text("It can be published")
    context = page.locator("[name=context]")
    context.fill((CORPUS / "context.yaml").read_text(encoding="utf-8"))
    page.get_by_role("button", name="Publish").click()
    page.wait_for_url("**/domains/stockroom")
    page.goto(page.url.split("/domains/")[0])
    begin(page, "stockroom")
    told = say(page, "Tote 1 should be packed at the end.")
    assert "Read as" in told


def test_words_are_edited_beside_a_live_preview_and_published(page: Page) -> None:
    page.get_by_role("link", name="Domains").click()
    page.get_by_role("link", name="Carrying parcels by van").click()
    page.get_by_role("link", name="edit its words").click()
    page.get_by_label("What somebody might say").fill("At the end the rust bucket is at the depot.")
    expect(page.locator("#preview")).to_contain_text("Not understood")
    words = page.locator("[name=context]")
    before = words.input_value()
    words.fill("title: [\n" + before)
    expect(page.locator("#preview")).to_contain_text("The words cannot be read")
    expect(page.locator("#preview .fault")).to_contain_text("Line 3, column")
    words.fill(re.sub(r"( +)- vehicle\n", r"\1- rust bucket\n\g<0>", before, count=1))
    expect(page.locator("#preview")).to_contain_text("Read as")
    expect(page.locator("#preview")).to_contain_text("the van is at the depot")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#checked")).to_contain_text("It can be published")
    page.get_by_role("button", name="Publish these words").click()
    page.wait_for_url("**/domains/haulage")
    page.goto(page.url.split("/domains/")[0])
    begin(page, "haulage")
    assert "the van is at the depot" in say(page, "At the end the rust bucket is at the depot.")


def test_the_words_of_a_new_domain_have_a_preview_before_it_is_published(page: Page) -> None:
    page.goto(page.url + "domains/new")
    page.get_by_label("Name").fill("unpublished")
    page.locator("[name=domain_file]").set_input_files(CORPUS / "domain.pddl")
    page.locator("[name=problem_file]").set_input_files(sorted((CORPUS / "problems").glob("*.pddl")))
    page.get_by_role("button", name="Check").click()
    page.locator("[name=context]").fill((CORPUS / "context.yaml").read_text(encoding="utf-8"))
    page.get_by_label("What somebody might say").fill("Tote 1 should be packed at the end.")
    expect(page.locator("#preview")).to_contain_text("Read as")


def test_a_description_becomes_models_to_choose_from_and_one_of_them_a_domain(page: Page) -> None:
    first = modelled(page)
    assert page.locator(".dots circle").count() > 3
    first.get_by_label("Name of the domain").fill("lending")
    first.get_by_role("button", name="Choose this one").click()
    expect(page.locator("#draft h2")).to_contain_text("It can be published")
    page.get_by_role("button", name="Publish").click()
    page.wait_for_url("**/domains/lending")


def test_a_model_is_refined_by_questions_that_are_answered_by_a_click(page: Page) -> None:
    refining(page, modelled(page))
    expect(page.locator("svg.tree .node").first).to_be_visible()
    expect(page.locator("svg.tree .best")).to_have_count(1)
    expect(page.locator("#state")).to_contain_text("Heuristic domain equivalence of the best candidate")
    page.get_by_text("in words").click()
    expect(page.locator("#state tbody")).to_contain_text("the start")
    expect(page.locator("main")).to_contain_text("0 answers and 1 plan are known")
    question = page.locator("#state .cards li").first
    question.get_by_role("button", name="No", exact=True).click()
    expect(page.locator("main")).to_contain_text("1 answer and 1 plan are known")
    page.get_by_role("heading", name="How sure it is").wait_for()
    expect(page.locator("[aria-labelledby=sureness]")).to_contain_text("settled by")
    page.locator("[aria-labelledby=answers]").get_by_role("button", name="Take it back").first.click()
    expect(page.locator("main")).to_contain_text("0 answers and 1 plan are known")
    page.locator("#state .cards li").first.get_by_role("button", name="I do not know").click()
    page.get_by_role("button", name="Take this domain").wait_for()
    expect(page.locator("main")).to_contain_text("0 answers and 1 plan are known")
    page.get_by_role("button", name="Take this domain").click()
    expect(page.locator("#draft h2")).to_contain_text("It can be published")
