"""What happens is seen as it happens: by two browsers, over a restart, with a question, with a cancellation."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.support.browsing import OpenConsole, begin, say, say_until_heard, serving, watched
from tests.support.stack import in_its_loop, whole_system

from plancritic.local import LocalStack


def test_two_browsers_see_the_same_and_the_slower_of_two_actions_is_told(
    page: Page, browser: Browser, console: OpenConsole, troubles: list[str]
) -> None:
    begin(page, "waterway")
    say(page, "No vessel may go through waypoint A.")
    context = browser.new_context()
    other = watched(context.new_page(), troubles)
    other.goto(console.link())
    other.goto(page.url)
    expect(other.locator(".turn")).to_have_count(1)
    # The other browser acts on the revision that it saw when it was cut off from the news.
    seen = other.locator("#revision").input_value()
    say(page, "Finish with the debris boat at waypoint B.")
    expect(other.locator(".turn")).to_have_count(2)
    other.locator("#outcome").wait_for()
    other.evaluate("seen => { document.querySelector('#revision').value = seen; }", seen)
    other.get_by_role("button", name="Undo").click()
    expect(other.locator("#message")).to_contain_text("Somebody else changed this session first")
    context.close()


def test_a_console_that_starts_anew_knows_the_session_and_the_page_goes_on(
    browser: Browser, system: LocalStack
) -> None:
    context = browser.new_context()
    page = watched(context.new_page(), [])
    with serving(system.settings) as first:
        page.goto(first.link())
        begin(page, "waterway")
        say(page, "No vessel may go through waypoint A.")
        session = page.url.split("/sessions/")[1].split("?")[0]
    with serving(system.settings) as second:
        page.goto(second.link())
        page.goto(f"{second.url}/sessions/{session}")
        expect(page.locator(".turn")).to_contain_text("No vessel may go through waypoint A.")
        expect(page.locator("#plan")).to_contain_text("revision 1")
    context.close()


def test_the_page_goes_on_by_itself_after_a_restart_of_the_broker(
    browser: Browser, domains: Path, tmp_path: Path
) -> None:
    context = browser.new_context()
    page = watched(context.new_page(), [])
    with whole_system({"dead_letters": 0}, domains=domains) as system, serving(system.settings) as console:
        page.goto(console.link())
        begin(page, "waterway")
        say(page, "No vessel may go through waypoint A.")
        in_its_loop(system, system.broker.start_again())
        # Whatever was lost is told: the page is not loaded anew.
        statement = "Finish with the debris boat at waypoint B."
        told = say_until_heard(page, statement)
        assert "Read as" in told
        assert statement in told
        # What the broker kept without a word about it was said once more, and is answered too.
        for number in range(1, page.locator(".turn").count()):
            expect(page.locator(".turn").nth(number)).to_contain_text(statement)
        expect(page.locator(".turn").first).to_contain_text("No vessel may go through waypoint A.")
    context.close()


def test_a_run_is_cancelled_by_a_click(page: Page) -> None:
    begin(page, "satellite")
    # It asks, so it goes on until somebody answers.
    assert "Which" in say(page, "Leave Phenomenon4 alone until the star is done.")
    page.locator("#progress").get_by_role("button", name="Cancel").click()
    expect(page.locator(".turn .fault")).to_be_visible()
    expect(page.locator("#progress .progress")).to_have_count(0)


def test_of_two_statements_that_clash_a_way_out_is_taken_by_a_click(page: Page) -> None:
    begin(page, "waterway")
    say(page, "No vessel may go through waypoint A.")
    assert "No plan does that together with" in say(page, "The scout has to visit waypoint A.")
    turn = page.locator(".turn").nth(1)
    expect(turn.get_by_role("button", name="Drop s1")).to_be_visible()
    turn.get_by_role("button", name="Leave it open").click()
    expect(turn).to_contain_text("Clashes with “No vessel may go through waypoint A.”")
    turn.get_by_role("button", name="Take the new one instead").click()
    expect(page.locator(".turn")).to_have_count(3)
    expect(page.locator("#outcome .in-force")).not_to_contain_text("No vessel may go through waypoint A.")
    expect(page.locator("#outcome .in-force")).to_contain_text("The scout has to visit waypoint A.")


def test_what_was_opened_stays_open_and_the_focus_stays_when_parts_change(page: Page) -> None:
    begin(page, "waterway")
    say(page, "No vessel may go through waypoint A.")
    opened = page.locator(".turn").first.locator("details", has_text="As PDDL")
    opened.locator("summary").click()
    opened.locator("summary").focus()
    page.evaluate("document.querySelector('#text').value = 'Finish with the debris boat at waypoint B.'")
    page.evaluate("document.querySelector('#say').requestSubmit()")
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".turn").nth(1).locator(".statement")).to_be_visible()
    expect(opened).to_have_attribute("open", "")
    expect(opened.locator("summary")).to_be_focused()


def test_a_session_is_replayed_event_by_event(page: Page) -> None:
    begin(page, "waterway")
    say(page, "No vessel may go through waypoint A.")
    after = page.locator("#plan .steps").inner_text()
    page.goto(page.url.split("?")[0] + "/replay?event=0")
    expect(page.locator(".event")).to_have_text("Before anything was said.")
    before = page.locator(".steps").inner_text()
    assert before != after
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".event")).to_contain_text("Feedback submitted")
    expect(page.locator(".turn")).to_contain_text("No vessel may go through waypoint A.")
    expect(page.locator(".statement")).to_have_count(0)
    page.get_by_role("link", name="Last").click()
    expect(page.locator(".turn .statement")).to_be_visible()
    assert page.locator(".steps").inner_text() == after
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_a_question_is_answered_by_a_click_and_shows_the_plan_that_would_follow(page: Page) -> None:
    begin(page, "satellite")
    told = say(page, "Leave Phenomenon4 alone until the star is done.")
    assert "Which" in told
    choice = page.locator(".question .choice").filter(has_text="The plan that would follow").last
    choice.get_by_text("The plan that would follow").click()
    expect(choice.locator(".chart")).to_be_visible()
    choice.locator("button").first.click()
    expect(page.locator(".turn .statement")).to_contain_text("adhered")
    expect(page.locator("#plan")).to_contain_text("revision 1")
