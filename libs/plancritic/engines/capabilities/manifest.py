"""What an engine can plan with, and what a problem asks for: compared before anything is started.

Feature names are those of Kairos' checker (`typing`, `durative-actions`, `timed-initial-literals`, ...),
because it names the features a text *uses* instead of trusting its `:requirements`; the constraint types
of PDDL3 come beside them as `constraint:always` and so on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import kairos

#: Everything Kairos' checker can name, less what only some engines have.
COMMON_FEATURES = frozenset(
    {
        "action-costs",
        "disjunctive-preconditions",
        "duration-inequalities",
        "durative-actions",
        "equality",
        "existential-preconditions",
        "metric",
        "metric-fluents",
        "metric-total-time",
        "negative-preconditions",
        "numeric-fluents",
        "timed-initial-literals",
        "trajectory-constraints",
        "typing",
        "universal-preconditions",
        "variable-duration",
    }
)
RARE_FEATURES = frozenset(
    {
        "conditional-effects",
        "continuous-effects",
        "derived-predicates",
        "duration-in-effects",
        "events",
        "global-constraints",
        "non-linear-numeric",
        "object-fluents",
        "preferences",
        "processes",
        "timed-initial-fluents",
    }
)
CONSTRAINT_FEATURES = frozenset(
    f"constraint:{name}"
    for name in (
        "always",
        "always-within",
        "at-end",
        "at-most-once",
        "hold-after",
        "hold-during",
        "sometime",
        "sometime-after",
        "sometime-before",
        "within",
    )
)
_COMMENT = re.compile(r";[^\n]*")
_CONSTRAINT = re.compile(
    r"\(\s*(always-within|always|at-most-once|hold-after|hold-during|sometime-after|sometime-before|sometime|within"
    r"|at\s+end)(?=[\s(])"
)
#: What a problem with costs alone seems to use.
_NUMBERS = frozenset({"numeric-fluents", "metric-fluents"})
_COMPARISON = re.compile(r"\(\s*(?:[<>]=?(?=[\s(])|=\s*\((?![^()]*\)\s*[-+\d.]+\s*\)))")
_NUMBER_EFFECT = re.compile(r"\(\s*(increase|decrease|assign|scale-up|scale-down)\s*\(\s*([^\s()]+)")
_METRIC = re.compile(r"\(\s*:metric\s+minimize\s*\(\s*([^\s()]+)\s*\)\s*\)")
_CONSTRAINTS_SECTION = re.compile(r"\(\s*:constraints\b")


@dataclass(frozen=True, slots=True)
class Manifest:
    """The features an engine has, and the names of the searches of its own that a request may ask for.

    `wrong` are features on which the judges have refused a plan of it: a proof that uses them proves nothing.
    """

    features: frozenset[str]
    configurations: tuple[str, ...] = ()
    wrong: frozenset[str] = frozenset()

    def missing(self, required: frozenset[str]) -> tuple[str, ...]:
        """Those of the required features the engine lacks, in alphabetical order."""
        return tuple(sorted(required - self.features))


def missing_configuration(manifest: Manifest, configuration: str | None) -> str | None:
    """Return the configuration asked for in words, where the engine does not have it."""
    if configuration is None or configuration in manifest.configurations:
        return None
    return f"configuration {configuration!r}"


@lru_cache(maxsize=256)
def required_features(domain: str, problem: str) -> frozenset[str]:
    """Return the features that the two texts use; empty where they cannot be parsed (the engine will say where)."""
    report = kairos.check_problem(problem, domain)
    if not report.valid:
        return frozenset()
    features = frozenset(report.features)
    if "action-costs" in features and _only_costs(domain.lower(), problem.lower()):
        features -= _NUMBERS
    # A domain may have constraints too: they hold for each of its problems.
    return features | _constraint_features(domain.lower()) | _constraint_features(problem.lower())


def missing_feature(manifest: Manifest, domain: str, problem: str) -> str | None:
    """Return the first feature the texts use and the manifest lacks."""
    return next(iter(manifest.missing(required_features(domain, problem))), None)


def _only_costs(domain: str, problem: str) -> bool:
    """Whether the only number that actions change, and the only one that anything asks of, is `(total-cost)`.

    Engines that know nothing of numbers have these costs all the same (PDDL 3.1's `:action-costs`).
    """
    domain, problem = _COMMENT.sub("", domain), _COMMENT.sub("", problem)
    metric = _METRIC.search(problem)
    return (
        not _COMPARISON.search(domain)
        and not _COMPARISON.search(problem)
        and set(_NUMBER_EFFECT.findall(domain)) <= {("increase", "total-cost")}
        and (metric is None or metric[1] == "total-cost")
    )


def _constraint_features(text: str) -> frozenset[str]:
    """Constraint types in the `:constraints` section of a domain or problem, in lower case."""
    text = _COMMENT.sub("", text)
    section = _CONSTRAINTS_SECTION.search(text)
    if section is None:
        return frozenset()
    depth, end = 0, len(text)
    for position in range(section.start(), len(text)):
        depth += (text[position] == "(") - (text[position] == ")")
        if depth == 0:
            end = position
            break
    found = _CONSTRAINT.findall(text[section.start() : end])
    return frozenset(f"constraint:{'-'.join(name.split())}" for name in found)
