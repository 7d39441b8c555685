"""Characters that are other spellings of what is read, and characters that refuse a text."""

from plancritic.mentions.text import unread_text


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
