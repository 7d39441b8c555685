"""What `schema build` reads before anything is sent."""

from __future__ import annotations

from pathlib import Path

from plancritic.schema_library.commands.build import _recorded


def test_recorded_answers_are_handed_in_by_number_whatever_their_zeros(tmp_path: Path) -> None:
    for name in ("10", "2", "1", "other"):
        (tmp_path / f"{name}.md").write_text(f"answer {name}", encoding="utf-8")
    assert list(_recorded(tmp_path)) == ["1", "2", "10", "other"]
    assert _recorded(tmp_path)["10"] == "answer 10"
    assert _recorded(None) == {}
