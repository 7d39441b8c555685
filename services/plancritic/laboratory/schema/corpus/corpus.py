"""Read the corpus: one YAML file a domain, and the fixed split of the domains into three parts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

from pydantic import ValidationError

from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains.yaml_text import YamlTextError, parse_yaml
from plancritic.pddl.language import Action, Domain, PddlError, parse_domain

#: What a domain of the corpus is for. No domain is in two parts.
CorpusPart = Literal["train", "calibrate", "measure"]

_HOME = Path(__file__).parent
DOMAINS_FOLDER = _HOME / "domains"
SPLIT_FILE = _HOME / "split.yaml"


class CorpusError(Exception):
    """A file of the corpus cannot be used; `file` names it, `reason` says why."""

    def __init__(self, file: str, reason: str) -> None:
        self.file = file
        self.reason = reason
        super().__init__(f"{file}: {reason}")


@dataclass(frozen=True, eq=False)
class CorpusDomain:
    """A domain in words and as PDDL; every action of the description has a schema in `reference`."""

    description: DomainDescription
    reference: Domain

    @property
    def name(self) -> str:
        """The domain's name."""
        return self.description.domain


@dataclass(frozen=True, eq=False)
class TruePair:
    """An action in words, in one register, and the schema that it describes."""

    domain: CorpusDomain
    action: str
    register: Register

    @property
    def text(self) -> str:
        """The action's description in this register."""
        text = self.domain.description.actions[self.action].text(self.register)
        if text is None:
            raise CorpusError(self.domain.name, f"action {self.action!r} has no {self.register} description")
        return text

    @property
    def schema(self) -> Action:
        """The action's schema."""
        return self.domain.reference.actions[self.action]


@dataclass(frozen=True, eq=False)
class Corpus:
    """All domains by name, and the names of each part; `sha256` is the hash of all files."""

    domains: Mapping[str, CorpusDomain]
    split: Mapping[CorpusPart, tuple[str, ...]]
    sha256: str

    def part(self, name: CorpusPart) -> tuple[CorpusDomain, ...]:
        """Return the domains of a part, in the order of the split."""
        return tuple(self.domains[each] for each in self.split[name])


@lru_cache(maxsize=1)
def load_corpus() -> Corpus:
    """Read the corpus that ships. Raises `CorpusError` where a file is broken or the split is not disjoint."""
    digest = hashlib.sha256()
    domains: dict[str, CorpusDomain] = {}
    for path in sorted(DOMAINS_FOLDER.glob("*.yaml")):
        content = path.read_bytes()
        digest.update(path.name.encode() + b"\0" + content)
        domain = _read_domain(path.name, content.decode())
        domains[domain.name] = domain
    content = SPLIT_FILE.read_bytes()
    digest.update(SPLIT_FILE.name.encode() + b"\0" + content)
    return Corpus(domains, _read_split(content.decode(), domains), digest.hexdigest())


def reference_domain(description: DomainDescription, schemas: Sequence[str]) -> Domain:
    """Return the domain with the declarations of a description and these schemas.

    Raises:
        PddlError: The declarations or schemas are no valid PDDL together.
    """
    types = " ".join(each if " - " in each else f"{each} - object" for each in description.types)
    return parse_domain(
        f"(define (domain {description.domain})\n(:requirements :strips :typing :negative-preconditions)\n"
        f"(:types {types})\n(:predicates {' '.join(description.predicates)})\n" + "\n".join(schemas) + ")",
        f"{description.domain}.pddl",
    )


def true_pairs(domains: Sequence[CorpusDomain], register: Register) -> tuple[TruePair, ...]:
    """Return every action of the domains with its schema, in one register."""
    return tuple(TruePair(domain, action, register) for domain in domains for action in domain.description.actions)


def read_described_domain(folder: Path) -> CorpusDomain:
    """Read a domain outside the corpus: `description.yaml` and, as reference, `domain.pddl`.

    Raises:
        CorpusError: A file is missing or broken, or an action of one is not in the other.
    """
    try:
        description = DomainDescription.model_validate(parse_yaml((folder / "description.yaml").read_text()))
        reference = parse_domain((folder / "domain.pddl").read_text(), "domain.pddl")
    except (OSError, UnicodeDecodeError, YamlTextError, ValidationError, PddlError) as error:
        raise CorpusError(folder.name, str(error)) from error
    if set(reference.actions) != set(description.actions):
        raise CorpusError(folder.name, "domain.pddl and description.yaml have other actions")
    return CorpusDomain(description, reference)


def _read_domain(file: str, text: str) -> CorpusDomain:
    try:
        content = parse_yaml(text)
        schemas = [action.pop("schema") for action in content["actions"].values()]
        description = DomainDescription.model_validate(content)
        reference = reference_domain(description, schemas)
    except (YamlTextError, ValidationError, PddlError) as error:
        raise CorpusError(file, str(error)) from error
    except (AttributeError, KeyError, TypeError) as error:
        raise CorpusError(file, f"not of the form `domain types predicates actions` ({error!r})") from error
    if list(reference.actions) != list(description.actions):
        raise CorpusError(file, "its schemas are not those of the actions described, in their order")
    return CorpusDomain(description, reference)


def _read_split(text: str, domains: Mapping[str, CorpusDomain]) -> Mapping[CorpusPart, tuple[str, ...]]:
    try:
        content = parse_yaml(text)
        split: dict[CorpusPart, tuple[str, ...]] = {part: tuple(content[part]) for part in get_args(CorpusPart)}
    except (YamlTextError, KeyError, TypeError) as error:
        raise CorpusError(SPLIT_FILE.name, f"not of the form `train calibrate measure` ({error!r})") from error
    named = [name for names in split.values() for name in names]
    if sorted(named) != sorted(domains):
        wrong = sorted({name for name in named if named.count(name) > 1} | set(named) ^ set(domains))
        raise CorpusError(SPLIT_FILE.name, f"every domain must be in one part: look at {', '.join(wrong)}")
    return split
