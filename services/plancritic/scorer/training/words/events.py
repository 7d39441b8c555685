"""Patterns with noun phrases: "the scouting of B before the scout's arrival at A". `a`, `b`, `s` as in the others."""

from plancritic.pddl.language import ConstraintType

SOMETIME_EVENTS: tuple[str, ...] = (
    "we need {a.event} {some}",
    "=do not forget {a.event}",
    "{a.event} [has to|must] be in the plan [somewhere|some time]",
    "I [miss|am missing] {a.event} in this plan",
    "there must be time for {a.event} {some}",
    "=what about {a.event}? [It should be in the plan.|I want it in.]",
)
ONCE_EVENTS: tuple[str, ...] = (
    "={a.event}: [once at most|no more than once|not twice]",
    "a second time for {a.event} is not wanted",
    "there should be no repetition of {a.event}",
    "{a.event} [must|should|may] not [happen|take place|occur] [twice|more than once]",
    "{a.event} [must|should|may] [happen|take place|occur] [once at most|no more than once]",
)
BEFORE_EVENTS: tuple[str, ...] = (
    "={b.event} before {a.event}",
    "{b.event} [must|should|has to] come before {a.event}",
    "={b.event} first, [then|and then|and only then] {a.event}",
    "{a.event} [must|has to|should] wait for {b.event}",
    "={a.event} [only|not until] after {b.event}",
    "{a.event} requires {b.event} first",
    "{b.event} has to precede {a.event}",
    "={a.event}: not before {b.event}",
    "{a.event} [must|may|should] only follow {b.event}",
    "I want {b.event} done before {a.event}",
    "={b.event}, and {a.event} [after that|afterwards|later]",
)
AFTER_EVENTS: tuple[str, ...] = (
    "{a.event} [must|has to|should] be followed by {b.event} [some time|at some point|sooner or later]",
    "after {a.event} I want {b.event} [some time|at some point]",
    "=after {a.event}: {b.event}, [some time|whenever]",
    "if there is {a.event}, {b.event} [must|has to] come some time after it",
    "{a.event} calls for {b.event} [later on|at some later point]",
)
WITHIN_EVENTS: tuple[str, ...] = (
    "={a.event} within {s.dur}",
    "={a.event} [by|before] {s.mark}",
    "={a.event}: {s.dur} [max|at most|tops]",
    "the deadline for {a.event} is {s.mark}",
    "I [want|need] {a.event} within [the first |]{s.dur}",
    "{a.event} [must|should] not take place later than {s.mark}",
    "{a.event} [must|has to|should] happen in {s.dur} or less",
)
ALWAYS_WITHIN_EVENTS: tuple[str, ...] = (
    "={a.event}, then {b.event} within {s.dur}",
    "{a.event} [must|should|has to] be followed by {b.event} within {s.dur}",
    "={b.event} no later than {s.dur} after {a.event}",
    "after {a.event} we need {b.event} within {s.dur}",
    "{a.event} [must|should|has to] have {b.event} follow it within {s.dur}",
    "={s.dur} [max|at most|tops] from {a.event} to {b.event}",
)
NEVER_EVENTS: tuple[str, ...] = (
    "={a.event}: [never|forbidden|not allowed]",
    "there [must|may] never be a time for {a.event}",
    "we can do without {a.event}, [leave it out|it must not happen]",
    "{a.event} [must|should|may] [never|not] take place",
    "{a.event} is [forbidden|ruled out|off the table]",
)

EVENTS = {
    ConstraintType.SOMETIME: SOMETIME_EVENTS,
    ConstraintType.AT_MOST_ONCE: ONCE_EVENTS,
    ConstraintType.SOMETIME_BEFORE: BEFORE_EVENTS,
    ConstraintType.SOMETIME_AFTER: AFTER_EVENTS,
    ConstraintType.WITHIN: WITHIN_EVENTS,
    ConstraintType.ALWAYS_WITHIN: ALWAYS_WITHIN_EVENTS,
}
