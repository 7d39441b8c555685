from __future__ import annotations

import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.support.drawn_plans import SHIPPED, courier_lexicon, drawn_courier, drawn_shipped

from plancritic.command_line.exit_codes import CommandFault
from plancritic.command_line.pictures.page_file import write_page
from plancritic.command_line.pictures.terminal_chart import show_chart
from plancritic.command_line.terminal import Console
from plancritic.pages.page import GENERATOR, make_page
from plancritic.pages.time_axis import TimeAxis
from plancritic.pictures.drawing import Drawing, DrawnStatement, Proof, UnitOfTime
from plancritic.pictures.drawings import compared, draw_plan_alone

EVIL = '<script>alert("x")</script><img src=x onerror=alert(1)>'


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def tags_of(page: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = _Tags()
    parser.feed(page)
    return parser.tags


def with_statements(drawing: Drawing) -> Drawing:
    words = ("adhered", "unconfirmed", "violated", "impossible", "not_understood", "disputed")
    statements = tuple(
        DrawnStatement(
            id=f"s{number}",
            text=f"{EVIL} {word}",
            strength="must",
            turn=1,
            verdict=word,
            reading="doubtful",
            said_back=EVIL,
            explanation=EVIL,
            doubt=EVIL,
            alternatives=(EVIL,),
            impossible_with=("s1",),
        )
        for number, word in enumerate(words, 1)
    )
    return drawing.model_copy(
        update={
            "statements": statements,
            "proof": Proof(ruling="accepted", judges={"val": "accepted"}),
            "comparison": compared(drawn_courier(plan="0: (take bob letter home) [1]").plan, drawing.plan, EVIL),
            "bound": 5.0,
            "now": 2.0,
            "notes": (EVIL,),
            "title": EVIL,
        }
    )


@pytest.mark.parametrize(("domain", "problem"), SHIPPED)
def test_the_page_of_each_domain_holds_every_step_and_needs_nothing_from_elsewhere(domain: str, problem: str) -> None:
    drawing = drawn_shipped(domain, problem)
    page = make_page(drawing)
    for step in drawing.plan.steps:
        assert step.sentence in page
    for _, attributes in tags_of(page):
        assert not {"src", "href", "srcset", "action"} & attributes.keys()
    assert "http://www.w3.org/2000/svg" in page and not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert "default-src 'none'" in page


def test_what_people_and_models_wrote_is_text_wherever_it_stands() -> None:
    page = make_page(with_statements(drawn_courier("(within 4 (at ann market))")))
    assert "<script>alert" not in page and "<img" not in page
    assert sum(tag == "script" for tag, _ in tags_of(page)) == 2
    assert page.count("&lt;script&gt;alert") > 6


def test_names_of_objects_cannot_end_the_data_of_the_script() -> None:
    lexicon = courier_lexicon()
    drawing = draw_plan_alone("", lexicon, "1")
    assert drawing.plan.map is not None
    place = drawing.plan.map.places[0].model_copy(update={"name": "</script><b>"})
    changed = drawing.plan.map.model_copy(update={"places": (place, *drawing.plan.map.places[1:])})
    page = make_page(drawing.model_copy(update={"plan": drawing.plan.model_copy(update={"map": changed})}))
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert data is not None and "</script><b>" in json.loads(data[1])["names"].values()


def test_every_verdict_has_a_word_and_a_sign() -> None:
    page = make_page(with_statements(drawn_courier()))
    for word, sign in (("adhered", "✓"), ("violated", "✗"), ("not understood", "…"), ("impossible", "⊘")):
        assert re.search(rf'aria-hidden="true">{sign}</span> {word}', page)


def test_everything_that_can_be_pressed_has_a_name() -> None:
    page = make_page(drawn_shipped("waterway", "1", "(within 3 (at sct_ast_0 wpt_a_0))"))
    buttons = [attributes for tag, attributes in tags_of(page) if tag == "button"]
    assert len(buttons) > 15 and all(attributes.get("aria-label") for attributes in buttons)


def test_a_plan_without_steps_and_a_domain_without_places_have_a_page() -> None:
    assert "The plan has no steps" in make_page(drawn_courier(plan=""))
    drawing = drawn_courier()
    page = make_page(drawing.model_copy(update={"plan": drawing.plan.model_copy(update={"map": None})}))
    assert "Who is where" not in page and "<script>" not in page


def test_a_late_step_is_on_the_page_and_in_the_chart_marked_as_late() -> None:
    drawing = drawn_courier()
    first, *rest = drawing.plan.steps
    late = first.model_copy(update={"number": 0, "late_by": 1.5})
    drawing = drawing.model_copy(update={"plan": drawing.plan.model_copy(update={"steps": (late, *rest)})})
    page = make_page(drawing)
    assert "late. " in page and "(late by 1.5 " in page and "a step that is late" in page
    assert "a step that is late" not in make_page(drawn_courier())
    out = io.StringIO()
    show_chart(Console(file=out, width=100), drawing)
    assert "late by 1.5" in out.getvalue() and "late!" in out.getvalue()


def test_a_page_replaces_a_page_of_ours_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "plan.html"
    page = make_page(drawn_courier())
    write_page("<html>", file, GENERATOR)
    with pytest.raises(CommandFault, match="not written by this program"):
        write_page(page, file, GENERATOR)
    write_page(page, file, GENERATOR, force=True)
    write_page(page, file, GENERATOR)
    assert file.read_text() == page
    assert [each.name for each in tmp_path.iterdir()] == ["plan.html"]


@pytest.mark.parametrize("place", ["nowhere/plan.html", ".", "/dev/full"])
def test_a_page_that_cannot_be_written_is_a_fault_with_a_remedy(place: str, tmp_path: Path) -> None:
    with pytest.raises(CommandFault) as caught:
        write_page(make_page(drawn_courier()), tmp_path / place, GENERATOR)
    assert caught.value.fault.remedy


@pytest.mark.parametrize("width", [80, 40, 200])
@pytest.mark.parametrize(("domain", "problem"), SHIPPED)
def test_the_chart_in_a_terminal_fits_its_width_and_names_every_lane(domain: str, problem: str, width: int) -> None:
    drawing = drawn_shipped(domain, problem)
    written = io.StringIO()
    show_chart(Console(file=written, width=width), drawing)
    lines = written.getvalue().splitlines()
    assert all(len(line) <= width for line in lines)
    for lane in drawing.plan.lanes:
        assert any(line.startswith(lane.name.removeprefix("the ")[:10]) for line in lines)
    assert "\x1b" not in written.getvalue()


def test_the_chart_draws_windows_limits_and_what_meets_them() -> None:
    written = io.StringIO()
    show_chart(Console(file=written, width=80), drawn_courier("(within 4 (at ann market))"))
    text = written.getvalue()
    wish = text.splitlines()[text.splitlines().index(next(x for x in text.splitlines() if "Within" in x)) + 1]
    assert "." in wish and "|" in wish and "+" in wish


def test_ticks_are_round_and_not_too_many() -> None:
    hours = UnitOfTime(singular="hour", plural="hours", seconds=3600)
    for end in (0.001, 0.7, 1.0, 9.602, 36.001, 107.003, 1e6):
        ticks = TimeAxis(end, hours).ticks(10)
        assert 2 <= len(ticks) <= 11 and ticks[0] == 0 and ticks[-1] <= end * (1 + 1e-6)
    assert TimeAxis(9.602, hours).amount(9.602) == "9.6 hours" and TimeAxis(1, hours).amount(1.0) == "1 hour"
