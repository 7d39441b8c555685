"""The main job by clicking, in shipped domains and in one that a test made."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.support.browsing import begin, say


@pytest.mark.parametrize(
    ("domain", "statement"),
    [
        ("waterway", "No vessel may go through waypoint A."),
        ("satellite", "Never point the satellite at Star0."),
        ("farmyard", "Greta should be at the barn at the end."),
    ],
)
def test_a_person_gets_a_revised_plan_by_clicking(page: Page, domain: str, statement: str) -> None:
    begin(page, domain)
    expect(page.locator("#plan")).to_contain_text("without feedback")
    told = say(page, statement)
    assert "Read as" in told
    expect(page.locator("#plan")).to_contain_text("revision 1")
    expect(page.locator("#outcome .proof")).to_contain_text("Proved by VAL")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#plan")).not_to_contain_text("revision 1,")
    page.locator(".step").first.click()
    expect(page.locator("#why")).to_contain_text("Why step 1?")


def test_an_example_is_typed_by_a_click_and_understood(page: Page) -> None:
    begin(page, "waterway")
    example = page.locator("details .example").first
    text = example.inner_text()
    example.click()
    expect(page.locator("#text")).to_have_value(text)
    page.get_by_role("button", name="Say it").click()
    page.locator(".turn .statement").wait_for()
    expect(page.locator(".turn .verdict")).not_to_contain_text("not understood")
    expect(page.locator("#text")).to_have_value("")


def test_the_plan_plays_on_the_map_and_in_the_chart(page: Page) -> None:
    begin(page, "waterway")
    expect(page.locator("#whereabouts")).to_contain_text("Scout: start")
    page.locator("#time").fill("9")
    expect(page.locator("#clock")).to_contain_text("9 hours")
    expect(page.locator("#whereabouts")).not_to_contain_text("Scout: start")
    page.get_by_role("button", name="Play the plan").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_one_step_dragged_over_another_writes_the_sentence(page: Page) -> None:
    begin(page, "waterway")
    page.locator(".step").nth(4).drag_to(page.locator(".step").nth(1))
    value = page.locator("#text").input_value()
    assert value.startswith("Step ")
    assert "should come before step" in value


def test_a_question_about_the_plan_is_answered_and_changes_nothing(page: Page) -> None:
    begin(page, "waterway")
    told = say(page, "Why is step 1 there?")
    assert "step 1" in told.lower()
    expect(page.locator("#plan")).to_contain_text("without feedback")


def test_revisions_are_compared_side_by_side_and_branched(page: Page) -> None:
    begin(page, "haulage")
    say(page, "At the end the van is at the depot.")
    say(page, "Parcel 2 is at the school within 60 minutes.")
    page.get_by_role("link", name="Revisions").click()
    page.get_by_label("Compare revision 1 as the one before").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#both")).to_contain_text("Revision 1 and revision 2")
    page.get_by_role("button", name="Branch from here").last.click()
    page.wait_for_selector("#plan .chart")
    expect(page.locator("#plan")).to_contain_text("revision 1")


def test_a_late_step_changes_the_rest_of_the_plan(page: Page) -> None:
    begin(page, "haulage")
    say(page, "At the end the van is at the depot.")
    page.locator(".step").first.click()
    page.get_by_text("It happened otherwise").click()
    page.get_by_label("How much later step 1 ends").first.fill("7")
    page.get_by_role("button", name="It is late").first.click()
    expect(page.locator(".turn").nth(1)).to_contain_text("Reported what happened")
    expect(page.locator("#plan .bar.late").first).to_be_visible()


def test_operations_show_services_queues_and_runs(page: Page) -> None:
    page.get_by_role("link", name="Operations").click()
    expect(page.locator("#state")).to_contain_text("coordinator")
    expect(page.locator("#state")).to_contain_text("job.planner.solve")


def test_a_statement_is_said_otherwise_and_another_one_removed(page: Page) -> None:
    begin(page, "haulage")
    say(page, "At the end the van is at the depot.")
    page.get_by_role("button", name="Say it otherwise").click()
    expect(page.locator("#editing")).to_contain_text("This replaces")
    say(page, "At the end the van is at the mill.")
    expect(page.locator(".in-force .statement")).to_have_count(1)
    expect(page.locator(".in-force")).to_contain_text("mill")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".in-force .statement")).to_have_count(0)


def test_statements_are_put_into_another_order_by_dragging_and_by_keyboard(page: Page) -> None:
    begin(page, "haulage")
    say(page, "At the end the van is at the depot.")
    expect(page.locator(".in-force.ordered")).to_have_count(0)
    say(page, "Parcel 2 is at the school within 60 minutes.")
    items = page.locator(".in-force.ordered > li .said")
    expect(items).to_have_text(
        ["“At the end the van is at the depot.”", "“Parcel 2 is at the school within 60 minutes.”"]
    )
    page.locator(".in-force.ordered > li").nth(1).drag_to(page.locator(".in-force.ordered > li").nth(0))
    expect(items.first).to_contain_text("Parcel 2")
    page.reload()
    expect(items.first).to_contain_text("Parcel 2")
    down = page.get_by_role("button", name="Move “Parcel 2 is at the school within 60 minutes.” down in this list")
    down.focus()
    page.keyboard.press("Enter")
    expect(items.first).to_contain_text("the van is at the depot")
    expect(down).to_be_focused()
    expect(page.locator("#announce")).to_have_text("Moved: now 2 of 2.")
    page.get_by_role("button", name="Accept the plan").click()
    expect(page.get_by_role("button", name="Accepted")).to_be_disabled()
    expect(items.first).to_contain_text("the van is at the depot")


def test_a_plan_that_an_undo_went_back_to_is_still_proved(page: Page) -> None:
    begin(page, "haulage")
    say(page, "At the end the van is at the depot.")
    say(page, "Parcel 2 is at the school within 60 minutes.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#plan")).to_contain_text("revision 3")
    expect(page.locator("#outcome .proof")).to_contain_text("Proved by VAL")
    expect(page.locator("#outcome")).not_to_contain_text("Parcel 2 is at the school within")
