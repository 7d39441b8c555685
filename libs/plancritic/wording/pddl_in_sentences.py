"""PDDL that stands in what judges and proofs say, put into a domain's words."""

from __future__ import annotations

from plancritic.pddl.language import Condition, PddlSyntaxError, atoms, fluents, read, read_condition
from plancritic.wording.conditions import state_clause
from plancritic.wording.constraints import constraint_in_words
from plancritic.wording.lexicon import Lexicon


def sentence_in_words(sentence: str, lexicon: Lexicon | None) -> str:
    """A sentence in which conditions, constraints and ground actions in PDDL are replaced by quotations in words.

    What is none of these stays as it is; so does everything without a lexicon, or with one that has no words.
    """
    if lexicon is None or not lexicon.context.predicates:
        return sentence
    found: list[str] = []
    place = 0
    while (start := sentence.find("(", place)) >= 0:
        end = _end_of_group(sentence, start)
        words = _group_in_words(sentence[start:end], lexicon)
        found += [sentence[place:start], f'"{words}"' if words else "("]
        # Parentheses of the sentence's own may have PDDL in them.
        place = end if words else start + 1
    return "".join(found) + sentence[place:]


def condition_clauses(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Ground conditions in PDDL as clauses, one each; none where the text is something else."""
    try:
        conditions = tuple(map(read_condition, read(text, "conditions")))
    except PddlSyntaxError:
        return ()
    if "?" in text or not all(_is_known(condition, lexicon) for condition in conditions):
        return ()
    return tuple(state_clause(condition, lexicon) for condition in conditions)


def _end_of_group(sentence: str, start: int) -> int:
    depth = 0
    for place in range(start, len(sentence)):
        depth += {"(": 1, ")": -1}.get(sentence[place], 0)
        if not depth:
            return place + 1
    return len(sentence)


def _group_in_words(text: str, lexicon: Lexicon) -> str:
    """A condition, constraint or ground action without full stop; empty where it is none of these."""
    clauses = condition_clauses(text, lexicon)
    if clauses:
        return clauses[0]
    name, *arguments = text.strip("()").split() or [""]
    if lexicon.action(name) is not None:
        return lexicon.sentence_of_action(name, tuple(arguments))
    words = constraint_in_words(text, lexicon)
    return "" if words == text else words.rstrip(".")


def _is_known(condition: Condition, lexicon: Lexicon) -> bool:
    domain = lexicon.problem.domain
    facts, numbers = tuple(atoms(condition)), tuple(fluents(condition))
    return (
        bool(facts or numbers)
        and all(atom.predicate == "=" or atom.predicate in domain.predicates for atom in facts)
        and all(fluent.predicate in domain.functions for fluent in numbers)
    )
