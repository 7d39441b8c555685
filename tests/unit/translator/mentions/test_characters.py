"""Characters that are other spellings of what is read, and characters that refuse a text."""

import pytest

from plancritic.translator.mentions.text import plain, unread_text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("“Don’t go through `A`,” she said…", "\"Don't go through 'A',\" she said..."),
        ("waypoint‑A – then B", "waypoint-A - then B"),
        ("Café, naïve, Łódź, Straße, ﬁrst", "Cafe, naive, Lodz, Strasse, first"),
        ("Cafe\u0301", "Cafe"),
        ("never\u00a0go\u2009there", "never go there"),
        ("It must **never** be at _no time_ there", "It must never be at no time there"),
        ("Avoid A. 🙂 Visit B! 🚢🚢", "Avoid A. Visit B!"),
        ("Avoid A 👍🏽", "Avoid A"),
        ("Avoid A. 🚀❤️🏁☀️", "Avoid A."),
        ("• Avoid A\n* Avoid B", "Avoid A\nAvoid B"),
        ("\ufeffAvoid A\u200b.", "Avoid A."),
        ("A → B [please]", "A -> B (please)"),
        ("wpt_a_0 before step #4", "wpt_a_0 before step #4"),
        ("the scouts' boats, star5's image", "the scouts' boats, star5's image"),
        ("waypoint 'A' and \"B1\"", "waypoint 'A' and \"B1\""),
    ],
)
def test_other_spellings_of_the_same_are_read(written: str, read: str) -> None:
    assert plain(written) == read
    assert plain(plain(written)) == read


@pytest.mark.parametrize(
    "written",
    [
        *("Не проходить через A", "通过 A", "A を通る", "Α", "دون A", "לא A", "아니 A", "ไม่ A", "Ω", "A\u0336"),
        *("A*", "*A", "A'", "A’", "A′", 'B1"', "B₂", "A²", "Á", "ａ", "𝐀", "𝔸", "Ⓐ", "🅰", "Ⅳ"),
        *("５", "٥", "½", "5️⃣", "№ 5", "5°", "±5", "≤ 5", "∞"),
        *("~A", "A|B", "A^2", "$5", "€5", "@A", "A\\B", "{A}", "<A>", "A > B", "#A", "_"),
        *(
            "wayp\u200boint",
            "way\u00adpoint",
            "A\u200f",
            "\u202eA",
            "A\u200dB",
            "A\x00",
            "\x1b[31mA",
            "A\ue000",
            "A\ufffd",
        ),
        *("A. 🤮", "A. 🙈", "A. 🔕", "A. ⭕", "A. 👎", "A. 🙃", "A. 🚢🚷", "A 🙅", "A. 😡", "A 💀", "A. 👍\u200d🚫"),
        *("Go to A. 🚫", "Go to A ❌", "Go to 🏁", "Go 🙂 to A", "Finish at ⚓"),
    ],
)
def test_a_character_without_a_meaning_here_refuses_the_text(written: str) -> None:
    assert unread_text(f"The scout must be at waypoint {written}") is not None


def test_the_reason_names_what_cannot_be_read_and_what_to_do() -> None:
    reason = unread_text("No vessel may go through waypoint Ω.")
    assert reason is not None
    assert reason.startswith("'Ω' cannot be read here: write it in English letters")
    assert "language model" in reason


def test_what_is_not_printable_is_named_by_its_code() -> None:
    reason = unread_text("Avoid A\u202e now")
    assert reason is not None
    assert reason.isprintable()
    assert "202e" in reason
