"""A domain's folder made from PDDL files: their copies, a first context, a first README."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.context import DomainContext, TimeUnit
from plancritic.domains.descriptions import one_line
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.files import CONTEXT_FILE, DOMAIN_FILE, PROBLEMS_FOLDER, read_pddl
from plancritic.domains.phrases.identifiers import words_of
from plancritic.domains.scaffolding.acting import acting_types
from plancritic.domains.scaffolding.context_text import context_text
from plancritic.domains.scaffolding.described import described_context
from plancritic.domains.scaffolding.guesses import guessed_action, guessed_objects, guessed_predicate, guessed_type
from plancritic.domains.scaffolding.structure import Structure
from plancritic.pddl.language import Domain, Problem, parse_domain, parse_problem

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")


def scaffold(
    domain_file: Path, problem_files: Sequence[Path], out: Path, description: DomainDescription | None = None
) -> tuple[Path, ...]:
    """Makes the folder `out` and returns the files in it; problems are numbered from one in the order given.

    The words of the context are those of the description, where there is one, and guesses.

    Raises:
        DescriptionError: What the description declares cannot be read.
        DomainFolderError: `out` cannot be made (`check_place`), or a file cannot be read.
        PddlSyntaxError: A text is no valid PDDL, or (UnsupportedFeatureError) has what our model lacks.
    """
    check_place(out)
    domain_text = read_pddl(domain_file)
    domain = parse_domain(domain_text, str(domain_file))
    texts = [read_pddl(file) for file in problem_files]
    problems = [parse_problem(text, domain, str(file)) for text, file in zip(texts, problem_files, strict=True)]
    files = {
        DOMAIN_FILE: domain_text,
        **{f"{PROBLEMS_FOLDER}/{number}.pddl": text for number, text in enumerate(texts, 1)},
        CONTEXT_FILE: context_text(first_context(domain, problems, description), described=description is not None),
        "README.md": _readme(out.resolve().name, domain_file, problem_files, description),
    }
    (out / PROBLEMS_FOLDER).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        # "x": whoever else writes there at the same time keeps what is theirs.
        with (out / name).open("x", encoding="utf-8") as file:
            file.write(text)
    return tuple(out / name for name in files)


def check_place(out: Path) -> None:
    """Checks that a domain's folder can be made there.

    Raises:
        DomainFolderError: It exists and is not empty, has no name for a domain, or nothing can be written there.
    """
    if not _NAME.fullmatch(out.resolve().name):
        remedy = "name it with small letters, digits, - and _, a letter first: the folder's name is the domain's"
        raise DomainFolderError(out, "no name for a domain", remedy)
    if out.is_symlink() and not out.exists():
        raise DomainFolderError(out, "a link that leads nowhere", "name another folder")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise DomainFolderError(out, "something is already there", "nothing is overwritten: name another folder")
    # Folders above it that are missing are made.
    there = next(each for each in (out.resolve(), *out.resolve().parents) if each.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise DomainFolderError(out, f"no folder can be made in {str(there)!r}", "name a folder elsewhere")


def first_context(
    domain: Domain, problems: Sequence[Problem], description: DomainDescription | None = None
) -> DomainContext:
    """Return a first context: guesses, and the words of a description instead of them where there is one.

    Raises:
        DescriptionError: What the description declares cannot be read.
    """
    guessed = guessed_context(domain, problems)
    return guessed if description is None else described_context(guessed, description, domain, problems)


def guessed_context(domain: Domain, problems: Sequence[Problem]) -> DomainContext:
    """Return a first context: every type, object, predicate and action has words, guessed from its name."""
    structure = Structure(domain)
    name = " ".join(words_of(domain.name))
    deeds = ", ".join(" ".join(words_of(action)) for action in domain.actions)
    return DomainContext(
        title=name.capitalize() or domain.name,
        description=f"To be written: what this domain is about. Its actions are {deeds}.",
        time=_time_unit(domain),
        types={name: guessed_type(name) for name in sorted(domain.type_names - {"object"})},
        objects=guessed_objects(problems),
        predicates={name: guessed_predicate(name, domain, structure) for name in domain.predicates},
        actions={name: guessed_action(action, domain, structure) for name, action in domain.actions.items()},
        actors=acting_types(domain),
    )


def _time_unit(domain: Domain) -> TimeUnit:
    """Without durations there is no clock: the steps of a plan count."""
    noun = "time unit" if any(action.is_durative for action in domain.actions.values()) else "step"
    return TimeUnit(singular=noun, plural=f"{noun}s", seconds=1)


def _readme(
    name: str, domain_file: Path, problem_files: Sequence[Path], description: DomainDescription | None = None
) -> str:
    rows = "".join(
        f"| {number} | {_problem_source(file, number, description)} |\n" for number, file in enumerate(problem_files, 1)
    )
    about = "To be written: what the domain is about, where it comes from, who may use it."
    source = f"`domain.pddl` is a copy of `{_given_name(domain_file)}`; the words in `context.yaml` are guesses."
    if description is not None:
        overview = one_line(description.overview)
        about = f"{overview}\n\nTo be written: who may use it." if overview else about
        source = (
            "`domain.pddl` was made from a description, and the words in `context.yaml` are its words: review both."
        )
    return f"# {name}\n\n{about}\n\n{source}\n\n| problem | what is particular |\n|---|---|\n{rows}"


def _problem_source(file: Path, number: int, description: DomainDescription | None) -> str:
    if description is None:
        return f"made from `{_given_name(file)}`"
    return "the description's" if number == 1 else "given beside the description's"


def _given_name(file: Path) -> str:
    """Return a file's name, with its folder's where the copy is called like it."""
    return f"{file.resolve().parent.name}/{file.name}" if file.name == DOMAIN_FILE else file.name
