"""The values of a drawing: frozen, and JSON by pydantic. Times are in the domain's unit since the plan began."""

from __future__ import annotations

from typing import Literal

from plancritic.contracts.envelope import Contract
from plancritic.contracts.feedback import ReadingState, StatementVerdict
from plancritic.contracts.specification import Strength


class UnitOfTime(Contract):
    """What one unit of the domain's time is called, and its length in seconds."""

    singular: str
    plural: str
    seconds: float


class DrawnStep(Contract):
    """A step in words.

    `index` is its place in the plan and its id in the drawing. `number` is what a person counts: steps that start
    together share it; 0 of a late step, which the plan that goes on no longer has. `late_by` is by how much such a step
    ends later than planned. `actors` are objects, the one that the step is told of first; `lane` is that one's lane.
    """

    index: int
    number: int
    start: float
    end: float
    action: str
    sentence: str
    actors: tuple[str, ...] = ()
    lane: int
    late_by: float | None = None

    @property
    def label(self) -> str:
        """Return what the step is called where there is little room: its number, or that it is late."""
        return "late" if self.late_by is not None else str(self.number)


class Bar(Contract):
    """A step in a lane; `row` counts from 0, so that steps at the same time do not cover each other.

    A bar that is not `own` belongs to a step that is told of another actor. `text` is the step's sentence, without the
    lane's actor where that is its subject.
    """

    step: int
    row: int
    text: str
    own: bool = True


class Lane(Contract):
    """An actor with its bars; `object` is None for the lane of steps without an actor."""

    object: str | None
    name: str
    rows: int
    bars: tuple[Bar, ...]


class Span(Contract):
    """A stretch of time of a constraint: a window in which it counts, or one in which its condition holds."""

    start: float
    end: float
    kind: Literal["window", "holds"]


class Mark(Contract):
    """A moment of a constraint: a deadline, what meets it, what breaks it, or what calls for an answer.

    `step` is the step that made the condition so, None where it was so from the beginning or no step did it.
    """

    time: float
    kind: Literal["deadline", "meets", "breaks", "calls"]
    step: int | None
    sentence: str


class Arrow(Contract):
    """An order between two steps that a constraint asks for and that the plan keeps."""

    first: int
    second: int


class DrawnConstraint(Contract):
    """A constraint with its windows, marks and arrows.

    `satisfied` is None where the constraint has no meaning. `explanation` says why. `lanes` are those of the actors
    that it names. `statements` are the ids of the statements that it comes from; `evolved` says that no reading of
    theirs has it.
    """

    constraint: str
    sentence: str
    statements: tuple[str, ...]
    strength: Strength
    evolved: bool
    satisfied: bool | None
    explanation: str
    lanes: tuple[int, ...]
    spans: tuple[Span, ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()


class Place(Contract):
    """A place with its coordinates: x from 0 to 1 to the right, y from 0 down to the map's `height`."""

    object: str
    name: str
    x: float
    y: float


class WayKind(Contract):
    """One kind of way between two places ("road") with its length, where the domain has one ("driving time")."""

    name: str
    length: float | None = None
    measure: str = ""


class Way(Contract):
    """A way between two places; it leads in both directions unless `one_way`."""

    origin: str
    destination: str
    one_way: bool
    kinds: tuple[WayKind, ...]


class Closure(Contract):
    """A time in which a place, or a way between two, lacks a fact that some movement needs; the fact in words."""

    places: tuple[str, ...]
    start: float
    end: float
    sentence: str


class PlaceChange(Contract):
    """A fact of places that changes, in words; `step` is None where no step does it."""

    time: float
    places: tuple[str, ...]
    sentence: str
    step: int | None


class Position(Contract):
    """Where a thing is for a time.

    `at`: in one place, or on the way between two. `moves`: from the first place to the second, by `step`. `with`: where
    the thing `carrier` is.
    """

    start: float
    end: float
    kind: Literal["at", "moves", "with"]
    places: tuple[str, ...] = ()
    carrier: str | None = None
    step: int | None = None


class Track(Contract):
    """A thing and where it is over time; times at which nothing is known of it are missing.

    `lane` is that of an actor. `is_moved` says that its position changes.
    """

    object: str
    name: str
    lane: int | None
    is_moved: bool
    positions: tuple[Position, ...]


class PlaceMap(Contract):
    """The places of a problem, the ways between them, and what happens there.

    `is_given` says that the context has the coordinates.
    """

    places: tuple[Place, ...]
    ways: tuple[Way, ...]
    height: float
    is_given: bool
    closures: tuple[Closure, ...]
    changes: tuple[PlaceChange, ...]
    tracks: tuple[Track, ...]


class PlanDrawing(Contract):
    """A plan as it is drawn; steps that are late come last.

    `faults` say in words where it cannot be executed; its states are no proof then.
    """

    steps: tuple[DrawnStep, ...]
    end: float
    lanes: tuple[Lane, ...]
    constraints: tuple[DrawnConstraint, ...]
    map: PlaceMap | None
    reaches_goal: bool
    faults: tuple[str, ...]


class AlignedStep(Contract):
    """A line of two plans side by side: `old` and `new` are indices of steps, one of them None unless both have it."""

    kind: Literal["added", "removed", "replaced", "moved", "unchanged"]
    old: int | None
    new: int | None


class Comparison(Contract):
    """The plan before, its name ("the plan without feedback"), and both plans aligned step by step."""

    name: str
    before: PlanDrawing
    steps: tuple[AlignedStep, ...]


class DrawnStatement(Contract):
    """What a person said, how it was read, and what came of it; `constraints` are indices of the plan's constraints.

    `verdict` is None where nothing was judged yet.
    """

    id: str
    text: str
    strength: Strength
    turn: int
    verdict: StatementVerdict | None
    reading: ReadingState | None
    said_back: str
    explanation: str = ""
    doubt: str = ""
    alternatives: tuple[str, ...] = ()
    impossible_with: tuple[str, ...] = ()
    constraints: tuple[int, ...] = ()


class Proof(Contract):
    """What the judges ruled: the ruling of all, and of each by name."""

    ruling: str
    judges: dict[str, str]


class Drawing(Contract):
    """All that a page or a console draws of a plan.

    `bound` is a proved lower bound of when a plan under the same statements can end, `now` how far the plan has been
    executed; None where nothing is known. `notes` are further sentences about the plan.
    """

    title: str
    domain: str
    problem: str
    unit: UnitOfTime
    plan: PlanDrawing
    comparison: Comparison | None = None
    statements: tuple[DrawnStatement, ...] = ()
    proof: Proof | None = None
    bound: float | None = None
    now: float | None = None
    run: str | None = None
    session: str | None = None
    revision: str | None = None
    notes: tuple[str, ...] = ()
