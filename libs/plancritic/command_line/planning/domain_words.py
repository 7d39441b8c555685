"""The words for PDDL files: those of the domain folder that the domain file lies in, else their own names."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from plancritic.command_line.terminal import Console
from plancritic.domains import DomainError, load_domain
from plancritic.pddl.language import UnsupportedFeatureError
from plancritic.wording import Lexicon


def lexicon_for(domain_file: Path, domain: str, problem: str) -> Lexicon | None:
    """Return a lexicon for a problem, with the context beside its domain file if there is one.

    A context that cannot be used is named on standard error, and names stand for themselves. None where our model
    lacks a feature of the problem.

    Raises:
        PddlSyntaxError: A text is no valid PDDL.
    """
    folder = domain_file.resolve().parent
    try:
        if not (folder / "context.yaml").is_file():
            return Lexicon.without_context(domain, problem)
        try:
            bundle = load_domain(folder.name, folder.parent)
        except DomainError as error:
            Console(stderr=True, soft_wrap=True).print(
                Text(f"the domain's context cannot be used, so PDDL names appear instead: {error}")
            )
            return Lexicon.without_context(domain, problem)
        return Lexicon(bundle.model_copy(update={"domain_pddl": domain, "problems": {"1": problem}}), "1")
    except UnsupportedFeatureError:
        return None
