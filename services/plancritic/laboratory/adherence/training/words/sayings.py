"""What sentence patterns are filled with: the forms in which one condition of a text can be said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from plancritic.domains import PredicateEntry
from plancritic.laboratory.adherence.training.words.clauses import (
    Clause,
    Span,
    change_clauses,
    fill,
    is_place,
    nominals,
    orders,
    shunning,
    state_clauses,
    without_place,
)
from plancritic.laboratory.adherence.training.words.english import gerund, participle, plural_form, third_person
from plancritic.laboratory.adherence.training.words.literals import Fact
from plancritic.laboratory.adherence.training.words.names import Names
from plancritic.laboratory.adherence.training.words.pronouns import marked

#: How often a change is told as what "we" do, where it can be ordered without naming who does it.
_WE = 0.12
_DENYING = re.compile(r"\b(not|cannot|no|never)\b")


@dataclass(frozen=True, slots=True)
class Group:
    """A phrase for a group in place of an argument, and how a verb goes with it.

    `noun` is what its members are: before the phrase it is left out ("in mode {1}", "in any mode").
    `leading`: it has to be the subject ("nobody"). `bare`: "must" with it could be misunderstood ("nobody must").
    """

    place: int
    phrase: str
    plural: bool = False
    noun: str = ""
    leading: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Omitted:
    """What a text leaves out: the places that are dropped where a clause can do without them, and the one that is "it".

    `marked`: the subject is marked, so that it becomes "it" where the text names it a second time (`pronouns`).
    """

    dropped: frozenset[int] = frozenset()
    it: int | None = None
    marked: bool = False


class Saying:
    """One literal in one text. A form that it has not is None, and a pattern that asks for it does not apply.

    Of a state: subject `it` with the verb phrases `be`, `being`; `holds`; `bare` ("the scout at A"). Of the change
    into it: `one` with `do`, `does`, `doing`; `happens`, `came` ("the scout has reached A"). Of one who acts: `agent`
    with `go`, `going`. `place`: where one goes; `shun`: what keeps out of it. `order`, `ordering`: have it brought
    about by whoever it may be ("scout B"). `event`: its change as a noun phrase ("the scout's arrival at A").
    What is so at first cannot come about: its change is said as its state.
    """

    def __init__(
        self,
        names: Names,
        fact: Fact,
        span: Span,
        at_first: bool,
        group: Group | None = None,
        omitted: Omitted | None = None,
    ) -> None:
        """`at_first`: the literal, or one of those that it stands for, holds in the initial state."""
        self._omitted = omitted or Omitted()
        self._names = names
        self.fact = fact
        self._span = span
        self._at_first = at_first
        self._group = group
        self._entry: PredicateEntry = names.lexicon.predicate(fact.atom.predicate)
        self._arity = len(fact.atom.arguments)

    @cached_property
    def _called(self) -> dict[int, str]:
        found = {n: self._names.thing(name) for n, name in enumerate(self.fact.atom.arguments)}
        if self._omitted.it is not None:
            found[self._omitted.it] = "it"
        return {**found, self._group.place: self._group.phrase} if self._group is not None else found

    @cached_property
    def _state(self) -> Clause | None:
        return self._drawn(state_clauses(self._entry, self._arity, self.fact.positive, self._span))

    @cached_property
    def _event(self) -> Clause | None:
        if self._at_first:
            return self._state
        return self._drawn(change_clauses(self._entry, self._arity, self.fact.positive, self._verbs))

    @cached_property
    def _verbs(self) -> frozenset[str]:
        return frozenset(verb for action in self._names.lexicon.context.actions.values() for verb in action.verbs)

    def _drawn(self, found: Sequence[Clause]) -> Clause | None:
        if self._group is not None and self._group.leading:
            found = [each for each in found if each.subject == f"{{{self._group.place}}}" and not each.negative]
        if self._omitted.it is not None:
            # "It is off" must be said of nothing else.
            telling = [each for each in found if self._names.is_telling(each.phrase, self.fact.atom.predicate)]
            found = telling or found
        if not found:
            return None
        return found[0] if self._names.random.random() < 0.35 else self._names.random.choice(found)

    def _fill(self, template: str) -> str:
        if self._group is not None and self._group.noun:
            template = template.replace(f" {self._group.noun} {{{self._group.place}}}", f" {{{self._group.place}}}")
        for place in sorted(self._omitted.dropped):
            template = without_place(template, place, self._names.nouns_at(self.fact.atom.predicate, place))
        return fill(template, self._called)

    def _filled_subject(self, clause: Clause) -> str:
        filled = self._fill(clause.subject)
        return marked(filled) if self._omitted.marked and clause.subject == "{0}" else filled

    def _form(self, form: str) -> str:
        """A form of the predicate's entry."""
        if self.fact.atom.predicate == "=":
            return self._names.lexicon.fact(self.fact.atom, form, self._called)
        return self._fill(getattr(self._entry, form))

    def _is_plural(self, clause: Clause) -> bool:
        return self._group is not None and self._group.plural and clause.subject == f"{{{self._group.place}}}"

    def _finite(self, clause: Clause) -> str:
        phrase, plural = self._fill(clause.phrase), self._is_plural(clause)
        if not clause.negative:
            return plural_form(phrase) if plural else third_person(phrase)
        if phrase.startswith("be "):
            return f"{'are' if plural else 'is'} not {phrase[3:]}"
        return f"{'do' if plural else 'does'} not {phrase}"

    def _subject(self, clause: Clause | None) -> str | None:
        return None if clause is None or self._is_bare else self._filled_subject(clause)

    @property
    def _is_leading(self) -> bool:
        return self._group is not None and self._group.leading

    @property
    def _is_bare(self) -> bool:
        return self._group is not None and self._group.bare

    def _base(self, clause: Clause | None) -> str | None:
        if clause is None or self._is_bare:
            return None
        return f"not {self._fill(clause.phrase)}" if clause.negative else self._fill(clause.phrase)

    def _sentence(self, clause: Clause | None) -> str | None:
        return None if clause is None else f"{self._filled_subject(clause)} {self._finite(clause)}"

    @property
    def is_so_at_first(self) -> bool:
        """Whether the literal, or one of those it stands for, holds in the initial state."""
        return self._at_first

    @property
    def is_affirmative(self) -> bool:
        """Whether its state is said without "not"."""
        if self._state is None:
            return not _DENYING.search(self._entry.holds if self.fact.positive else self._entry.fails)
        return not (self._state.negative or self._state.phrase.startswith("be no "))

    def does_alike(self, other: Saying) -> bool:
        """Whether the two differ in who acts only, so that "before the other does" is enough."""
        mine, others = self.fact.atom, other.fact.atom
        alike = mine.predicate == others.predicate and mine.arguments[1:] == others.arguments[1:]
        acting = self.doer == mine.arguments[0] and other.doer == others.arguments[0]
        return alike and acting and mine.arguments != others.arguments and self.fact.positive is other.fact.positive

    @property
    def doer(self) -> str | None:
        """The object that acts, where one is named."""
        if self._group is not None or self.agent is None or self._event is None:
            return None
        return self.fact.atom.arguments[int(self._event.subject.strip("{}"))]

    @property
    def it(self) -> str | None:
        """The subject of its state."""
        return self._subject(self._state)

    @property
    def be(self) -> str | None:
        """The verb phrase of its state: "be at A", "not be at A"."""
        return self._base(self._state)

    @property
    def being(self) -> str | None:
        """The gerund of its state."""
        base = self.be
        return None if base is None else f"not {gerund(base[4:])}" if base.startswith("not ") else gerund(base)

    @property
    def holds(self) -> str | None:
        """Its state as a sentence: "the scout is at A"."""
        if self._state is None and self._is_leading:
            return None
        if self._state is not None:
            return self._sentence(self._state)
        return self._form("holds" if self.fact.positive else "fails")

    @property
    def bare(self) -> str | None:
        """ "the scout at A", to stand after "with" and "have"."""
        state, base = self._state, self.be
        if state is None or base is None or self.it in (None, "there"):
            return None
        positive = base.removeprefix("not ")
        if not positive.startswith("be ") or re.match(r"be (an?|the) ", positive):
            return None
        return f"{self.it} {'not ' if state.negative else ''}{positive[3:]}"

    @property
    def one(self) -> str | None:
        """The subject of its change."""
        return self._subject(self._event)

    @property
    def someone(self) -> str | None:
        """The subject of its change, where it is not the empty "there"."""
        return None if self.one == "there" else self.one

    @property
    def do(self) -> str | None:
        """The verb phrase of its change: "reach A"."""
        return self._base(self._event)

    @property
    def does(self) -> str | None:
        """The verb phrase of its change as the subject says it: "reaches A"."""
        return None if self._event is None or self._is_bare else self._finite(self._event)

    @property
    def doing(self) -> str | None:
        """The gerund of its change."""
        base = self.do
        return None if base is None or base.startswith("not ") else gerund(base)

    @property
    def asked(self) -> str | None:
        """Its change as what follows "why": "does the scout reach A", "is B scouted"."""
        return self._question(negative=False)

    @property
    def asked_not(self) -> str | None:
        """The same where it is missing: "does the scout not reach A"."""
        return self._question(negative=True)

    def _question(self, negative: bool) -> str | None:
        clause = self._event
        if clause is None or clause.negative or self._is_bare:
            return None
        subject, phrase, plural = self._filled_subject(clause), self._fill(clause.phrase), self._is_plural(clause)
        denial = "not " if negative else ""
        if phrase.startswith("be "):
            return f"{'are' if plural else 'is'} {subject} {denial}{phrase[3:]}"
        return f"{'do' if plural else 'does'} {subject} {denial}{phrase}"

    @property
    def comes_affirmatively(self) -> bool:
        """Whether its change is said without "not"."""
        if self._event is None:
            return not _DENYING.search(self._entry.starts if self.fact.positive else self._entry.stops)
        return not self._event.negative

    @property
    def done(self) -> str | None:
        """The participle of its change: "reached A"."""
        base = self.do
        return None if base is None or base.startswith("not ") else participle(base)

    @property
    def happens(self) -> str | None:
        """Its change as a sentence: "the scout reaches A"."""
        if (order := self._of_us) is not None:
            return f"we {order}"
        if self._event is not None:
            return self._sentence(self._event)
        if self._at_first:
            return self.holds
        if self._is_leading:
            return None
        return self._form("starts" if self.fact.positive else "stops")

    @property
    def came(self) -> str | None:
        """ "the scout has reached A"; a state stays one."""
        clause = self._event
        if clause is None or self._at_first or clause.negative:
            return self.holds if self._at_first else None if clause is None else self._sentence(clause)
        if (order := self._of_us) is not None:
            return f"we have {participle(order)}"
        have = "have" if self._is_plural(clause) else "has"
        return f"{self._filled_subject(clause)} {have} {participle(self._fill(clause.phrase))}"

    @cached_property
    def _of_us(self) -> str | None:
        """An order for what "we" do, now and then."""
        if self._names.random.random() >= _WE or self._is_leading or self._names.technical:
            return None
        return self.order

    @property
    def never(self) -> str | None:
        """That it never is so, as a sentence."""
        return self._form("never") if self.fact.positive else None

    @property
    def ever(self) -> str | None:
        """For subjects that deny: "no vessel ever visits A"."""
        leading = self._group is not None and self._group.place == 0
        if not (self._is_leading and leading) or not self.fact.positive or not self._entry.ever.startswith("{0}"):
            return None
        return self._form("ever")

    @property
    def agent(self) -> str | None:
        """The subject of its change, if it acts."""
        event = self._event
        return self._subject(event) if event is not None and event.acting and not event.negative else None

    @property
    def go(self) -> str | None:
        """The verb phrase of what the agent does."""
        return self.do if self.agent is not None else None

    @property
    def going(self) -> str | None:
        """The gerund of what the agent does."""
        return self.doing if self.agent is not None else None

    @property
    def who(self) -> str | None:
        """The subject of a change to or from a place ("the scout")."""
        return self._called[0] if self.place is not None and not self._is_bare else None

    @property
    def place(self) -> str | None:
        """Where the subject goes."""
        return self._called[1] if is_place(self._entry, self._arity) and self.fact.positive else None

    @property
    def shun(self) -> str | None:
        """A verb phrase for keeping away from the place."""
        found = shunning(self._entry, self._arity) if self.fact.positive else []
        return self._fill(self._names.pick(found)) if found else None

    @property
    def order(self) -> str | None:
        """An order to bring it about: "scout B"."""
        if self._at_first or self._is_bare:
            return None
        found = orders(self._entry, self._arity, self.fact.positive, self._verbs)
        event = self._event
        if self._omitted.it == 0 and event is not None and event.acting and event.subject == "{0}":
            # It goes without saying who does it: "turn to Star5".
            found = [event.phrase]
        return self._fill(self._names.pick(found)) if found else None

    @property
    def ordering(self) -> str | None:
        """The gerund of an order: "scouting B"."""
        phrase = self.order
        return None if phrase is None else gerund(phrase)

    @property
    def event(self) -> str | None:
        """Its change as a noun phrase: "the scout's arrival at A", "the image of Star5"."""
        if self._at_first or self._is_bare or self._is_leading:
            return None
        found = nominals(self._entry, self._arity, self.fact.positive, self._verbs)
        if self._omitted.it is not None:
            found = [each for each in found if f"{{{self._omitted.it}}}'s" not in each]
        return self._fill(self._names.pick(found)) if found else None
