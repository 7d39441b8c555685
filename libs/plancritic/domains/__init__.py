"""Reads a domain's folder into one bundle known by its hash: PDDL, problems and context.

Archetypes, the answer key of evaluations, are not in it: `plancritic.domains.folder` reads them.

A domain is data: adding one means adding a folder, no code. The folder is described in
`domains/README.md`, the schema of `context.yaml` in `plancritic.domains.context`.
"""

from plancritic.domains.bundle import DomainBundle, domains_root, known_domains, load_domain
from plancritic.domains.complaint import Complaint, Severity
from plancritic.domains.context import (
    ActionEntry,
    DeedCase,
    DeedEntry,
    DomainContext,
    Example,
    GroupEntry,
    ObjectEntry,
    PredicateEntry,
    RoleEntry,
    TimeUnit,
    TypeEntry,
    Verbs,
)
from plancritic.domains.errors import DomainError, DomainFolderError, UnknownDomainError, UnknownProblemError
from plancritic.domains.settings import DomainSettings

__all__ = [
    "ActionEntry",
    "Complaint",
    "DeedCase",
    "DeedEntry",
    "DomainBundle",
    "DomainContext",
    "DomainError",
    "DomainFolderError",
    "DomainSettings",
    "Example",
    "GroupEntry",
    "ObjectEntry",
    "PredicateEntry",
    "RoleEntry",
    "Severity",
    "TimeUnit",
    "TypeEntry",
    "UnknownDomainError",
    "UnknownProblemError",
    "Verbs",
    "domains_root",
    "known_domains",
    "load_domain",
]
