"""Small domains with several candidates for each action, as hypothesis draws them."""

from __future__ import annotations

from hypothesis import strategies as st

HEAD = """(define (domain small) (:requirements :strips :typing :negative-preconditions)
 (:types thing place)
 (:predicates (lit) (marked ?x - thing) (at ?x - thing ?p - place) (way ?p ?q - place))
"""
TASK = """(define (problem small) (:domain small) (:objects a b - thing here there - place)
 (:init (at a here) (at b there) (way here there) {extra}) (:goal (and {goal})))"""

#: Literals over the variables that each action has.
ATOMS = ("(lit)", "(marked ?x)", "(at ?x ?p)", "(at ?x ?q)", "(way ?p ?q)")
CHANGING = ("(lit)", "(marked ?x)", "(at ?x ?p)", "(at ?x ?q)")
GOALS = ("(lit)", "(marked a)", "(marked b)", "(at a there)", "(not (at a here))", "(not (lit))", "(at b here)")


def literals(atoms: tuple[str, ...], least: int) -> st.SearchStrategy[str]:
    chosen = st.lists(
        st.tuples(st.sampled_from(atoms), st.booleans()), min_size=least, max_size=3, unique_by=lambda each: each[0]
    )
    return chosen.map(lambda found: " ".join(atom if true else f"(not {atom})" for atom, true in found))


def schemas(name: str) -> st.SearchStrategy[str]:
    parameters = st.sampled_from(("?x - thing ?p ?q - place", "?p ?q - place ?x - thing"))
    return st.builds(
        lambda variables, before, after: (
            f"(:action {name} :parameters ({variables}) :precondition (and {before}) :effect (and {after}))"
        ),
        parameters,
        literals(ATOMS, 0),
        literals(CHANGING, 1),
    )


libraries = st.fixed_dictionaries(
    {name: st.lists(schemas(name), min_size=1, max_size=3, unique=True) for name in ("move", "paint")}
)
tasks = st.builds(
    lambda extra, goal: TASK.format(extra=" ".join(extra), goal=" ".join(goal)),
    st.lists(st.sampled_from(("(lit)", "(marked a)", "(way there here)")), unique=True),
    st.lists(st.sampled_from(GOALS), min_size=1, max_size=3, unique=True),
)
