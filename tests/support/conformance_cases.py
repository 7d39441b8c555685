"""One tiny problem for each feature and constraint type: an engine has what it solves to the judges' satisfaction.

Each problem has a plan. The constraints are such that the shortest plan without them breaks them, so that an engine
that reads over one is found out. `tests/conformance.py` runs them (`make conformance`) and writes `manifests.json`.
"""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.engines.capabilities.manifest import COMMON_FEATURES, CONSTRAINT_FEATURES, RARE_FEATURES


@dataclass(frozen=True, slots=True)
class ConformanceCase:
    """A problem that uses a feature."""

    feature: str
    domain: str
    problem: str


_LIGHT = "(define (problem x) (:domain d) (:objects a b) (:init {init}) (:goal {goal}){rest})"


def _case(feature: str, domain: str, init: str, goal: str, rest: str = "") -> ConformanceCase:
    return ConformanceCase(feature, f"(define (domain d) {domain})", _LIGHT.format(init=init, goal=goal, rest=rest))


def _action(precondition: str, effect: str, predicates: str = "", requirements: str = "", functions: str = "") -> str:
    return (
        f"(:requirements :strips {requirements}) (:predicates (p ?x) (q ?x) {predicates}) "
        f"{f'(:functions {functions})' if functions else ''} "
        f"(:action act :parameters (?x ?y) :precondition {precondition} :effect {effect})"
    )


def _durative(duration: str, effect: str, requirements: str = "", functions: str = "", condition: str = "") -> str:
    return (
        f"(:requirements :durative-actions {requirements}) (:predicates (p ?x) (q ?x)) "
        f"{f'(:functions {functions})' if functions else ''} "
        f"(:durative-action act :parameters (?x) :duration {duration} "
        f":condition (and (at start (p ?x)) {condition}) :effect {effect})"
    )


_FEATURES = (
    ConformanceCase(
        "typing",
        "(define (domain d) (:requirements :strips :typing) (:types t u) (:predicates (p ?x - t) (q ?x - t)) "
        "(:action act :parameters (?x - t) :precondition (p ?x) :effect (q ?x)))",
        "(define (problem x) (:domain d) (:objects a - t b - u) (:init (p a)) (:goal (q a)))",
    ),
    _case("equality", _action("(and (p ?x) (not (= ?x ?y)))", "(q ?y)", "", ":equality"), "(p a)", "(q b)"),
    _case(
        "negative-preconditions",
        _action("(and (p ?x) (not (q ?y)) (p ?y))", "(and (q ?x) (not (p ?y)))", "", ":negative-preconditions"),
        "(p a) (p b) (q a)",
        "(q b)",
    ),
    _case(
        "disjunctive-preconditions",
        _action("(and (or (p ?x) (q ?x)) (p ?y))", "(q ?y)", "", ":disjunctive-preconditions"),
        "(p a) (q b)",
        "(q a)",
    ),
    _case(
        "existential-preconditions",
        _action("(and (p ?x) (p ?y) (exists (?z) (q ?z)))", "(q ?x)", "", ":existential-preconditions"),
        "(p a) (q b)",
        "(q a)",
    ),
    _case(
        "universal-preconditions",
        _action("(and (p ?x) (p ?y) (forall (?z) (p ?z)))", "(q ?x)", "", ":universal-preconditions"),
        "(p a) (p b)",
        "(q a)",
    ),
    _case(
        "conditional-effects",
        _action("(and (p ?x) (p ?y))", "(when (q ?y) (q ?x))", "", ":conditional-effects"),
        "(p a) (p b) (q b)",
        "(q a)",
    ),
    _case(
        "derived-predicates",
        "(:requirements :strips :derived-predicates) (:predicates (p ?x) (q ?x) (r ?x)) (:derived (r ?x) (q ?x)) "
        "(:action act :parameters (?x) :precondition (p ?x) :effect (q ?x))",
        "(p a)",
        "(r a)",
    ),
    _case(
        "action-costs",
        _action("(and (p ?x) (p ?y))", "(and (q ?x) (increase (total-cost) 2))", "", ":action-costs", "(total-cost)"),
        "(p a) (= (total-cost) 0)",
        "(q a)",
        " (:metric minimize (total-cost))",
    ),
    _case(
        "metric",
        _action("(and (p ?x) (p ?y))", "(and (q ?x) (increase (total-cost) 2))", "", ":action-costs", "(total-cost)"),
        "(p a) (= (total-cost) 0)",
        "(q a)",
        " (:metric minimize (total-cost))",
    ),
    _case(
        "numeric-fluents",
        _action("(and (p ?x) (p ?y) (<= (n) 2))", "(increase (n) 1)", "", ":numeric-fluents", "(n)"),
        "(p a) (= (n) 0)",
        "(>= (n) 2)",
    ),
    _case(
        "metric-fluents",
        _action("(and (p ?x) (p ?y))", "(and (q ?x) (increase (n) 1))", "", ":numeric-fluents", "(n)"),
        "(p a) (= (n) 0)",
        "(and (q a) (>= (n) 1))",
        " (:metric minimize (n))",
    ),
    _case(
        "non-linear-numeric",
        _action("(and (p ?x) (p ?y))", "(increase (n) (* (n) (n)))", "", ":numeric-fluents", "(n)"),
        "(p a) (= (n) 2)",
        "(>= (n) 6)",
    ),
    _case("durative-actions", _durative("(= ?duration 2)", "(at end (q ?x))"), "(p a)", "(q a)"),
    _case(
        "metric-total-time",
        _durative("(= ?duration 2)", "(at end (q ?x))"),
        "(p a)",
        "(q a)",
        " (:metric minimize (total-time))",
    ),
    _case(
        "duration-inequalities",
        _durative("(and (>= ?duration 1) (<= ?duration 3))", "(at end (q ?x))", ":duration-inequalities"),
        "(p a)",
        "(q a)",
    ),
    _case(
        "variable-duration",
        _durative("(= ?duration (n))", "(and (at end (q ?x)) (at end (increase (n) 1)))", ":numeric-fluents", "(n)"),
        "(p a) (= (n) 2)",
        "(q a)",
    ),
    _case(
        "duration-in-effects",
        _durative("(= ?duration 2)", "(at end (increase (n) ?duration))", ":numeric-fluents", "(n)"),
        "(p a) (= (n) 0)",
        "(>= (n) 2)",
    ),
    _case(
        "continuous-effects",
        _durative("(= ?duration 2)", "(increase (n) (* #t 1))", ":numeric-fluents :continuous-effects", "(n)"),
        "(p a) (= (n) 0)",
        "(>= (n) 2)",
    ),
    _case(
        "timed-initial-literals",
        _durative("(= ?duration 2)", "(at end (q ?x))", ":timed-initial-literals"),
        "(p b) (at 3 (p a))",
        "(q a)",
    ),
    _case(
        "preferences",
        _action("(and (p ?x) (p ?y))", "(q ?x)", "", ":preferences"),
        "(p a)",
        "(and (q a) (preference w (q b)))",
        " (:metric minimize (is-violated w))",
    ),
)

_PLACES = """(:predicates (at ?x) (road ?x ?y) (quick ?x ?y) (visited ?x) (dirty) (sung))"""
_TEMPORAL_WALK = f"""(define (domain walk) (:requirements :durative-actions :constraints) {_PLACES}
  (:durative-action go :parameters (?x ?y) :duration (= ?duration 1)
    :condition (and (at start (at ?x)) (over all (road ?x ?y)))
    :effect (and (at start (not (at ?x))) (at end (at ?y)) (at end (visited ?y))))
  (:durative-action dash :parameters (?x ?y) :duration (= ?duration 1)
    :condition (and (at start (at ?x)) (over all (quick ?x ?y)))
    :effect (and (at start (not (at ?x))) (at end (at ?y)) (at end (visited ?y)) (at end (dirty))))
  (:durative-action sing :parameters () :duration (= ?duration 10) :condition () :effect (at end (sung))))"""
_CLASSICAL_WALK = f"""(define (domain walk) (:requirements :strips :constraints) {_PLACES}
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (visited ?y)))
  (:action dash :parameters (?x ?y) :precondition (and (at ?x) (quick ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (visited ?y) (dirty))))"""
#: The short way from a to c is a dash; the round through c and d is shorter by way of b, twice, than by e and f.
_TO_C = "(:objects a b c) (:init (at a) (quick a c) (road a b) (road b c) (road c b)) (:goal (visited c))"
_ROUND = """(:objects b c d e f) (:init (at b) (road b c) (road c b) (road b d) (road c e) (road e f) (road f d))
  (:goal (and (visited c) (visited d)))"""
_CONSTRAINTS = {
    "always": "(always (not (dirty)))",
    "sometime": "(sometime (at b))",
    "within": "(within 4 (at b))",
    "at-most-once": "(at-most-once (at b))",
    "sometime-after": "(sometime-after (at c) (at b))",
    "sometime-before": "(sometime-before (at c) (at b))",
    "always-within": "(always-within 2.5 (at c) (at b))",
    "hold-during": "(hold-during 5 6 (at b))",
    "hold-after": "(hold-after 4 (at b))",
    "at-end": "(at end (at b))",
}
#: Those that speak of no time: a plan without durations can be asked for them too.
_TIMELESS = ("always", "sometime", "at-most-once", "sometime-after", "sometime-before", "at-end")


def _constraint_case(name: str, domain: str) -> ConformanceCase:
    where = _ROUND if name == "at-most-once" else _TO_C
    if name.startswith("hold"):
        # Singing goes on past the windows: what an engine makes of one after its plan's end is another question.
        where = where.replace("(:goal (visited c))", "(:goal (and (visited c) (sung)))")
    return _walk(name, domain, where, _CONSTRAINTS[name])


def _walk(name: str, domain: str, where: str, constraint: str) -> ConformanceCase:
    problem = f"(define (problem x) (:domain walk) {where} (:constraints {constraint}))"
    return ConformanceCase(f"constraint:{name}", domain, problem)


#: All that an engine can be asked for.
EVERY_FEATURE = COMMON_FEATURES | RARE_FEATURES | CONSTRAINT_FEATURES
#: Where there are several of one feature, one that an engine solves is enough.
CASES: tuple[ConformanceCase, ...] = (
    *_FEATURES,
    *(_constraint_case(name, _TEMPORAL_WALK) for name in _CONSTRAINTS),
    *(_constraint_case(name, _CLASSICAL_WALK) for name in _TIMELESS),
    # No step falls within the window of the other one, and there is a reading that forgets such windows.
    _walk("hold-during", _TEMPORAL_WALK, _TO_C, "(hold-during 0 0.5 (at a))"),
)
