"""Patterns without verbs: "scout at A from hour 3 on". `a`, `b`, `s`, `t` as in the others."""

from plancritic.pddl.language import ConstraintType

ALWAYS_TERSE: tuple[str, ...] = (
    "={a.bare}, [always|at all times|no exceptions]",
    "={a.bare} {all_along}",
    "=always {a.bare}",
    "={a.bare} the whole way through",
    "={all_along}: {a.bare}",
)
NEVER_TERSE: tuple[str, ...] = (
    "=never {a.bare}",
    "={a.bare}: [never|at no time|not once]",
    "=at no time {a.bare}",
    "={a.bare} - [never|forbidden|not allowed]",
    "=not once {a.bare}, please",
)
END_TERSE: tuple[str, ...] = (
    "={a.bare} {end}",
    "={end}: {a.bare}",
    "=finish with {a.bare}",
    "={a.bare} as the last thing we see",
    "=end state: {a.bare}",
)
SOMETIME_TERSE: tuple[str, ...] = (
    "={a.bare} {some}",
    "={a.bare}, [some time|whenever|any time will do]",
    "={some}: {a.bare}",
    "=missing: {a.bare}, {some}",
    "=need {a.bare} {some}",
)
ONCE_TERSE: tuple[str, ...] = (
    "={a.bare}: [once at most|not twice|one time at most]",
    "={a.bare} once [only|at most], not a second time",
    "={a.bare} - no more than once",
    "=at most once: {a.bare}",
    "=not more than one time {a.bare}",
)
BEFORE_TERSE: tuple[str, ...] = (
    "=first {b.bare}, then {a.bare}",
    "={b.bare} before {a.bare}",
    "={b.bare} first, {a.bare} [after that|later]",
    "={a.bare} only after {b.bare}",
    "=not {a.bare} before {b.bare}",
)
WITHIN_TERSE: tuple[str, ...] = (
    "={a.bare} by {s.mark}",
    "={a.bare} within {s.dur}",
    "={a.bare}: {s.dur} [max|tops|at most]",
    "=within {s.dur}: {a.bare}",
    "={a.bare} no later than {s.mark}",
    "=deadline {s.mark}: {a.bare} by then",
)
DURING_TERSE: tuple[str, ...] = (
    "={a.bare} from {s.mark} [to|until|till] {t.mark}",
    "={a.bare}, {s.mark} to {t.mark}",
    "=from {s.mark} to {t.mark}: {a.bare}",
    "={a.bare} between {s.mark} and {t.mark}, without a break",
    "={s.mark} until {t.mark} {a.bare}",
)
FROM_TERSE: tuple[str, ...] = (
    "={a.bare} from {s.mark} on",
    "={a.bare} from {s.mark} until the end",
    "=from {s.mark} on: {a.bare}",
    "={a.bare} as of {s.mark}, no change after that",
    "={s.mark} and later: {a.bare}",
)
ALWAYS_WITHIN_TERSE: tuple[str, ...] = (
    "={a.bare}? Then {b.bare} within {s.dur}",
    "=every time {a.bare}: {b.bare} within {s.dur}",
    "={b.bare} no later than {s.dur} after {a.bare}",
    "={a.bare}, then {b.bare}, {s.dur} [max|at most]",
    "=whenever {a.bare}: {s.dur} to {b.bare}",
)

TERSE = {
    ConstraintType.SOMETIME: SOMETIME_TERSE,
    ConstraintType.AT_MOST_ONCE: ONCE_TERSE,
    ConstraintType.SOMETIME_BEFORE: BEFORE_TERSE,
    ConstraintType.WITHIN: WITHIN_TERSE,
    ConstraintType.ALWAYS_WITHIN: ALWAYS_WITHIN_TERSE,
    ConstraintType.HOLD_DURING: DURING_TERSE,
    ConstraintType.HOLD_AFTER: FROM_TERSE,
}
