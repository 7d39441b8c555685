"""READMEs stay short, and name only files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
MOST_WORDS_AT_THE_ROOT = 900
MOST_WORDS_IN_A_ROOM = 600
MODULE_TABLE = re.compile(r"^\|[^|\n]*\b(?:modules?|packages?)\b[^|\n]*\|", re.IGNORECASE)
FOLDERS = ("libs", "services", "deploy", "domains", "tests")


def _documents(name: str) -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (CHECKOUT / folder).rglob(name))


ROOMS = _documents("README.md")
RESULTS = _documents("RESULTS.md")
AT_THE_ROOT = [CHECKOUT / name for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md")]


def _name(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def too_long(name: str, text: str, most: int) -> str | None:
    """Return what to say of a document that has more words than it may have; None for one that has not."""
    words = len(text.split())
    if words <= most:
        return None
    return f"{name} has {words} words, at most {most}: shorten it, or move measurements to RESULTS.md"


def _prose(text: str) -> str:
    """Return the text without its fenced blocks."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def missing_links(document: Path, text: str) -> list[str]:
    """Return the relative links of a document that lead nowhere."""
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", _prose(text))
    return [each for each in targets if "://" not in each and not (document.parent / each).exists()]


def modules_of_tables(text: str) -> list[str]:
    """Return what the first columns of tables of modules or packages name."""
    names: list[str] = []
    inside = False
    for line in _prose(text).splitlines():
        if not line.startswith("|"):
            inside = False
        elif MODULE_TABLE.match(line):
            inside = True
        elif inside:
            names += re.findall(r"`([^`]+)`", line.split("|")[1])
    return names


def missing_modules(document: Path, text: str) -> list[str]:
    """Return the modules and packages that a document names and its room does not have.

    It reads the first columns of tables of modules, and file names with `.py` anywhere. A name may lie anywhere in the
    room (for a document of the tests: in the tests); a path may also start at the checkout or at its rooms.
    """
    named = modules_of_tables(text) + re.findall(r"`([\w./]+\.py)`", _prose(text))
    return sorted({each for each in named if not _exists(document.parent, each)})


def _exists(room: Path, name: str) -> bool:
    bare = name.rstrip("/")
    forms = (bare, f"{bare}.py")
    inside = CHECKOUT / "tests" if room.is_relative_to(CHECKOUT / "tests") else room
    roots = (CHECKOUT, CHECKOUT / "libs/plancritic", CHECKOUT / "services/plancritic")
    return any(
        (room / form).exists()
        or next(inside.glob(f"**/{form}"), None) is not None
        or ("/" in form and any((root / form).exists() for root in roots))
        for form in forms
    )


@pytest.mark.parametrize("document", ROOMS, ids=_name)
def test_a_readme_of_a_room_has_at_most_600_words(document: Path) -> None:
    # Alone in its line: pytest would print the whole text beside the message.
    complaint = too_long(_name(document), document.read_text(encoding="utf-8"), MOST_WORDS_IN_A_ROOM)
    assert complaint is None, complaint


@pytest.mark.parametrize("document", AT_THE_ROOT, ids=_name)
def test_the_documents_at_the_root_are_short(document: Path) -> None:
    most = MOST_WORDS_IN_A_ROOM if document.name == "CONTRIBUTING.md" else MOST_WORDS_AT_THE_ROOT
    complaint = too_long(_name(document), document.read_text(encoding="utf-8"), most)
    assert complaint is None, complaint


def test_a_document_that_is_too_long_is_told_by_its_words_and_what_to_do() -> None:
    assert too_long("here/README.md", "one two three", 3) is None
    assert too_long("here/README.md", "one two three", 2) == (
        "here/README.md has 3 words, at most 2: shorten it, or move measurements to RESULTS.md"
    )


@pytest.mark.parametrize("document", [*AT_THE_ROOT, *ROOMS, *RESULTS], ids=_name)
def test_every_relative_link_of_a_document_leads_somewhere(document: Path) -> None:
    assert missing_links(document, document.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("document", ROOMS, ids=_name)
def test_every_module_that_a_readme_names_exists(document: Path) -> None:
    assert missing_modules(document, document.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("root", ["libs", "services"])
def test_every_room_has_a_readme(root: str) -> None:
    rooms = [path for path in (CHECKOUT / root / "plancritic").iterdir() if (path / "__init__.py").is_file()]
    assert [room.name for room in rooms if not (room / "README.md").is_file()] == []


def test_a_module_that_is_gone_and_a_dead_link_are_found(tmp_path: Path) -> None:
    text = "See [there](gone.md) and `lost.py`.\n\n| module | content |\n|---|---|\n| `here`, `elsewhere/` | `away` |\n"
    (tmp_path / "here.py").touch()
    assert missing_links(tmp_path / "README.md", text) == ["gone.md"]
    assert missing_modules(tmp_path / "README.md", text) == ["elsewhere/", "lost.py"]
