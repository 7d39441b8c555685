"""Puts a question into a person's words, in many ways: the texts that the scorer learns to judge."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from plancritic.adherence.dataset import Split
from plancritic.adherence.mentions import MentionFinder
from plancritic.english.lists import enumerated
from plancritic.laboratory.adherence.training.questions.question import Quantified, Question
from plancritic.laboratory.adherence.training.words.by_type import COUNTED, TRIGGERED, span_of
from plancritic.laboratory.adherence.training.words.clauses import Span, read_template
from plancritic.laboratory.adherence.training.words.conjunctions import joined
from plancritic.laboratory.adherence.training.words.deeds import deed_in_words
from plancritic.laboratory.adherence.training.words.framing import frames_of, plain_frames
from plancritic.laboratory.adherence.training.words.literals import Fact, Facts, differing_place, facts_of
from plancritic.laboratory.adherence.training.words.manner import finished
from plancritic.laboratory.adherence.training.words.names import Names
from plancritic.laboratory.adherence.training.words.omissions import Omissions
from plancritic.laboratory.adherence.training.words.patterns import Filled, drawn, with_alternatives
from plancritic.laboratory.adherence.training.words.permanence import permanent_predicates
from plancritic.laboratory.adherence.training.words.pronouns import with_pronouns
from plancritic.laboratory.adherence.training.words.sayings import Group, Saying
from plancritic.laboratory.adherence.training.words.several import Several
from plancritic.laboratory.adherence.training.words.splits import share
from plancritic.laboratory.adherence.training.words.templates import StatementTemplates, statement_templates
from plancritic.laboratory.adherence.training.words.times import bounds_in_words
from plancritic.pddl.language import Constraint, ConstraintType, Not
from plancritic.wording import Lexicon, constraint_sentence, constraints_sentence

#: How much of the training texts are sentences of `plancritic.wording`, and texts given with their question.
_PLAIN, _GIVEN = 0.1, 0.35
#: Characters; where constraints cannot be said together, their sentences are too many for a person.
_LONGEST_PLAIN = 250
_FRAMED = 0.35
_TECHNICAL = 0.07
#: Texts without articles; those made with noun phrases, where there are some; pronouns.
_TERSE, _EVENTS, _PRONOUNS = 0.08, 0.12, 0.4
#: Facts one after the other that are said in one sentence.
_CHAINED = 0.7
#: "You should don't" is no English.
_ASKING, _DENYING = re.compile(r"(should|you) \{\}"), re.compile(r"(do not|don't|never|only)\b")


class Paraphraser:
    """Words questions about one problem; the same generator state, the same texts."""

    def __init__(self, lexicon: Lexicon, generator: random.Random) -> None:
        self._lexicon = lexicon
        self._names = Names(lexicon, generator)
        self._random = generator
        self._omissions = Omissions(lexicon)

    def text(self, question: Question, split: Split) -> str:
        """One wording. Sentence patterns and frames are each split's own, names of things are shared.

        Sentences of `plancritic.wording` and texts given with the question are for training only.
        """
        if split == "train" and question.texts and self._random.random() < _GIVEN:
            return self._random.choice(question.texts)
        if split == "train" and question.deed is None and self._random.random() < _PLAIN:
            plain = self._sentence(question.constraints)
            if len(plain) <= _LONGEST_PLAIN:
                return plain
        # Deeds and groups have no PDDL names.
        technical = question.deed is None and question.quantified is None and self._random.random() < _TECHNICAL
        self._names.technical = technical
        self._names.terse = not technical and self._random.random() < _TERSE
        self._omissions.begin(self._random, none=technical, it=not self._names.terse and self._is_about_one(question))
        filled = joined(self._parts(question, split), split, self._random)
        if self._random.random() < (0.7 if technical else _FRAMED):
            filled = self._framed(filled, split)
        self._names.technical = self._names.terse = False
        return finished(filled.text, self._finder, self._random)

    def _parts(self, question: Question, split: Split) -> list[Filled]:
        if question.parts:
            chain = self._chain(question, split) if self._random.random() < _CHAINED else None
            return (
                [chain] if chain is not None else [text for part in question.parts for text in self._parts(part, split)]
            )
        if question.deed is not None:
            return deed_in_words(question.deed, self._names, split)
        if question.quantified is not None:
            return [self._of_group(question, question.quantified, split) or self._plain(question.constraints, split)]
        return [
            self._alone(constraint, split) or self._plain((constraint,), split) for constraint in question.constraints
        ]

    def _chain(self, question: Question, split: Split) -> Filled | None:
        """Facts one after the other, said as such; None where the question has others."""
        facts = [facts_of(condition) for condition in question.chain]
        known = [each for each in facts if each is not None]
        if not known or len(known) < len(facts):
            return None
        sayings = [self._undenied(self._saying(each, "moment")) for each in known]
        return drawn(statement_templates("chain").usual, split, dict(zip("abc", sayings, strict=True)), self._random)

    def _is_about_one(self, question: Question) -> bool:
        """Whether "it" can be one object only: the first argument of all facts that are said of theirs.

        Beside what is said of something else ("the image is taken") it has to act: an image does not turn.
        """
        atoms = {atom for constraint in question.constraints for atom in constraint.atoms()}
        said = [(read_template(self._lexicon.predicate(atom.predicate).starts), atom) for atom in atoms]
        own = [(read, atom) for read, atom in said if read is None or read.subject == "{0}"]
        acting = all(read is not None and read.acting for read, _ in own)
        return len({atom.arguments[:1] for _, atom in own}) == 1 and (acting or len(own) == len(said))

    def _plain(self, constraints: Sequence[Constraint], split: Split) -> Filled:
        """For what there are no patterns for: nested conditions, numbers."""
        frame = self._random.choice(share(plain_frames(), split))
        return Filled(frame.format(self._sentence(constraints)), "whole")

    def _sentence(self, constraints: Sequence[Constraint]) -> str:
        """The sentence of `plancritic.wording`, or one a constraint, where "not at any place" would be another."""
        if all(one.type in TRIGGERED and isinstance(one.conditions[0], Not) for one in constraints):
            return " ".join(constraint_sentence(one, self._lexicon) for one in constraints)
        return constraints_sentence(constraints, self._lexicon)

    def _alone(self, constraint: Constraint, split: Split) -> Filled | None:
        facts = [facts_of(condition) for condition in constraint.conditions]
        known = [each for each in facts if each is not None]
        if len(known) < len(facts):
            return None
        return self._said(constraint, known, split)

    def _said(self, constraint: Constraint, facts: Sequence[Facts], split: Split) -> Filled | None:
        kind = constraint.type
        if kind is ConstraintType.ALWAYS:
            return self._always(facts[0], split)
        if kind is ConstraintType.AT_END:
            return self._at_end(facts[0], split)
        marked = self._names_one_subject(facts) and self._random.random() < _PRONOUNS
        first, *others = [self._saying(each, span_of(kind), marked=marked) for each in facts]
        if kind in COUNTED or kind in TRIGGERED:
            first, others = self._undenied(first), [self._undenied(each) for each in others]
        return self._drawn(constraint, first, others, split)

    def _undenied(self, saying: Saying | Several) -> Saying | Several:
        """Said as a whole sentence where it has a "not" of its own.

        "It may not be at A once at most" says nothing, and "later it must not be at A" forbids it for good; "it is so
        once at most that it is not at A" and "later it must come about that it is not at A" say what is meant.
        """
        if isinstance(saying, Several) or saying.comes_affirmatively:
            return saying
        return Several([saying], False, self._names)

    def _drawn(
        self, constraint: Constraint, first: Saying | Several, others: Sequence[Saying | Several], split: Split
    ) -> Filled | None:
        sayings: dict[str, object] = {"a": first, **({"b": others[0]} if others else {})}
        sayings |= bounds_in_words(constraint.bounds, self._names)
        second = others[0] if others else None
        if isinstance(first, Saying) and isinstance(second, Saying):
            sayings["both"] = Both(
                same="" if first.doer is not None and first.doer == second.doer else None,
                first=second.agent if first.does_alike(second) else None,
                second=first.agent if first.does_alike(second) else None,
            )
        filled = self._filled(statement_templates(constraint.type), split, sayings, self._names.terse)
        return filled and replace(filled, text=with_pronouns(filled.text))

    def _filled(
        self, templates: StatementTemplates, split: Split, sayings: Mapping[str, object], terse: bool
    ) -> Filled | None:
        """A usual template, one without verbs if `terse`, or at times one with nouns for what happens."""
        chosen = templates.usual
        if terse and templates.terse:
            chosen = templates.terse
        elif templates.events and self._random.random() < _EVENTS:
            chosen = templates.events
        found = drawn(chosen, split, sayings, self._random)
        return drawn(templates.usual, split, sayings, self._random) if found is None else found

    def _names_one_subject(self, facts: Sequence[Facts]) -> bool:
        """Whether the conditions are about one and the same, so that "it" leaves no doubt."""
        literals = [each.literals for each in facts]
        if self._names.technical or len(facts) < 2 or any(len(each) > 1 for each in literals):
            return False
        return len({each[0].atom.arguments[:1] for each in literals}) == 1 and bool(literals[0][0].atom.arguments)

    def _always(self, facts: Facts, split: Split) -> Filled | None:
        wanted = all(fact.positive for fact in facts.literals)
        avoided = self._saying(facts.opposite, "moment", wanted)
        kept = self._saying(facts, "stretch", wanted)
        # Where both can be said ("restricted all the time", "never open"), either will do.
        if kept.is_affirmative and (not avoided.is_affirmative or self._random.random() < 0.5):
            return self._of_state(statement_templates(ConstraintType.ALWAYS), split, kept)
        return self._of_state(statement_templates("never"), split, avoided)

    def _of_state(self, templates: StatementTemplates, split: Split, saying: Saying | Several) -> Filled | None:
        """What has a "not" in it is not said without verbs."""
        return self._filled(templates, split, {"a": saying}, terse=self._names.terse and saying.is_affirmative)

    def _at_end(self, facts: Facts, split: Split) -> Filled | None:
        wanted = all(fact.positive for fact in facts.literals)
        state, contrary = self._saying(facts, "end", wanted), self._saying(facts.opposite, "moment", wanted)
        at_end = statement_templates(ConstraintType.AT_END)
        literal = facts.literals[0]
        permanent = literal.positive and literal.atom.predicate in permanent_predicates(self._lexicon.problem.domain)
        if len(facts.literals) == 1 and permanent and self._random.random() < 0.4:
            filled = drawn(at_end.orders, split, {"a": state}, self._random)
            if filled is not None:
                return filled
        if not state.is_affirmative or (contrary.is_affirmative and self._random.random() < 0.3):
            return drawn(statement_templates("not-at-end").usual, split, {"a": contrary, "c": state}, self._random)
        return self._of_state(at_end, split, state)

    def _of_group(self, question: Question, group: Quantified, split: Split) -> Filled | None:
        constraint = question.constraints[0]
        facts = [facts_of(condition) for condition in constraint.conditions]
        known = [each for each in facts if each is not None]
        if len(known) < len(facts):
            return None
        first = known[0]
        others = [self._undenied(self._saying(each, span_of(constraint.type))) for each in known[1:]]
        states = (ConstraintType.ALWAYS, ConstraintType.AT_END)
        if len(first.literals) > 1 and not first.any and constraint.type not in states:
            # "Not any of them" is "none of them" where a state is meant; elsewhere there are no patterns for it.
            return None
        # "Before any of them" is about all of them.
        every = group.mode == "all" or not first.any or constraint.type in TRIGGERED
        fact = first.literals[0]
        firsts = [_literal(each) for each in question.constraints] if group.mode == "all" else list(first.literals)
        if len(fact.atom.arguments) <= group.place or None in firsts:
            return None
        if not every:
            # "At least one must always" could be said of the same one all the time.
            bare = constraint.type in (ConstraintType.ALWAYS, ConstraintType.AT_MOST_ONCE)
            called = Group(group.place, self._names.one_of(group), noun=self._noun(group), bare=bare)
            one = self._grouped(fact, firsts, span_of(constraint.type), called)
            if not fact.positive:
                return None
            if constraint.type in (ConstraintType.ALWAYS, ConstraintType.AT_END):
                return drawn(statement_templates(constraint.type).usual, split, {"a": one}, self._random)
            return self._drawn(constraint, one, others, split)
        return self._of_all(constraint, fact, firsts, group, others, split)

    def _of_all(
        self,
        constraint: Constraint,
        fact: Fact,
        firsts: Sequence[Fact | None],
        group: Quantified,
        others: Sequence[Saying | Several],
        split: Split,
    ) -> Filled | None:
        names, place, kind = self._names, group.place, constraint.type
        phrase, plural = names.everyone(group)
        noun = self._noun(group)
        everyone = Group(place, phrase, plural and place == 0, noun)
        nobody = Group(place, names.nobody(group), noun=noun, leading=place == 0)
        anyone, each = Group(place, names.anyone(group), noun=noun), Group(place, names.each(group), noun=noun)
        # "Never visit all planets" would be another wish.
        denied = everyone if place == 0 else anyone
        turned = [one.opposite for one in firsts if one is not None]
        span = span_of(kind)
        if kind in (ConstraintType.ALWAYS, ConstraintType.AT_END):
            state = self._grouped(fact, firsts, span, everyone)
            if state.is_affirmative and (fact.positive or self._random.random() < 0.5):
                return drawn(statement_templates(kind).of_group, split, {"e": state}, self._random)
            sayings = {
                letter: self._grouped(fact.opposite, turned, "moment", phrase)
                for letter, phrase in (("n", nobody), ("y", anyone), ("e", denied))
            }
            contrary = statement_templates("never" if kind is ConstraintType.ALWAYS else "not-at-end")
            return drawn(contrary.of_group, split, sayings, self._random)
        if kind is ConstraintType.SOMETIME_BEFORE:
            grouped = {
                letter: self._grouped(fact, firsts, "moment", phrase)
                for letter, phrase in (("n", nobody), ("y", anyone), ("e", each if place == 0 else anyone))
            }
            if not grouped["y"].comes_affirmatively:
                return None
            return drawn(statement_templates(kind).of_group, split, {**grouped, "b": others[0]}, self._random)
        if kind in TRIGGERED:
            by_any = self._grouped(fact, firsts, span, anyone)
            if not (by_any.is_affirmative and by_any.comes_affirmatively):
                return None
            return self._drawn(constraint, by_any, others, split)
        if apart := statement_templates(kind).of_group:
            # Of all together this would mean something else than of each for itself.
            by_each = self._grouped(fact, firsts, span, each)
            if not by_each.is_affirmative and by_each.is_so_at_first:
                return None
            called = {letter: self._grouped(fact, firsts, span, of) for letter, of in (("n", nobody), ("y", anyone))}
            return drawn(
                apart,
                split,
                {"e": by_each, **called, **bounds_in_words(constraint.bounds, self._names)},
                self._random,
            )
        if (by_each := self._grouped(fact, firsts, span, each)).is_affirmative:
            return self._drawn(constraint, by_each, others, split)
        if kind in (ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER):
            bare = Group(place, nobody.phrase, noun=noun, leading=place == 0, bare=True)
            return self._drawn(constraint, self._grouped(fact.opposite, turned, "moment", bare), others, split)
        return None

    def _noun(self, group: Quantified) -> str:
        entry = self._lexicon.type_entry(group.type) if group.group is None else None
        return entry.singular if entry is not None else ""

    def _grouped(self, fact: Fact, firsts: Sequence[Fact | None], span: Span, group: Group) -> Saying:
        known = [one for one in firsts if one is not None]
        omitted = self._omissions.of(known, wanted=fact.positive, group=group.place)
        return Saying(self._names, fact, span, any(self._is_so_at_first(one) for one in known), group, omitted)

    def _saying(self, facts: Facts, span: Span, wanted: bool | None = None, marked: bool = False) -> Saying | Several:
        """`wanted`: the facts are to be, not to be avoided; by default as they are put."""
        literals = facts.literals
        wanted = all(fact.positive for fact in literals) if wanted is None else wanted
        at_first = any(self._is_so_at_first(fact) for fact in literals)
        if len(literals) == 1:
            omitted = self._omissions.of(literals, wanted)
            if omitted.it is None:
                omitted = replace(omitted, marked=marked)
            return Saying(self._names, literals[0], span, at_first, omitted=omitted)
        place = differing_place(literals)
        if place is not None and facts.any and literals[0].positive:
            things = [self._names.thing(fact.atom.arguments[place]) for fact in literals]
            opening = self._random.choice(["either ", "", ""]) if len(things) == 2 else ""
            phrase = f"{opening}{enumerated(things, 'or')}"
            omitted = self._omissions.of(literals, wanted, group=place)
            return Saying(self._names, literals[0], span, at_first, Group(place, phrase), omitted)
        sayings = [
            Saying(self._names, fact, span, self._is_so_at_first(fact), omitted=self._omissions.of((fact,), wanted))
            for fact in literals
        ]
        return Several(sayings, facts.any, self._names)

    def _is_so_at_first(self, fact: Fact) -> bool:
        return (fact.atom in self._lexicon.problem.facts) is fact.positive

    def _framed(self, filled: Filled, split: Split) -> Filled:
        if filled.kind == "whole" or filled.text.endswith("?"):
            return filled
        frames = frames_of(filled.kind)
        fitting = [each for each in share(frames, split) if not (_ASKING.search(each) and _DENYING.match(filled.text))]
        frame = self._random.choice(fitting)
        return Filled(with_alternatives(frame, self._random).format(filled.text), "whole")

    @cached_property
    def _finder(self) -> MentionFinder:
        return MentionFinder(self._lexicon)


@dataclass(frozen=True, slots=True)
class Both:
    """What two sayings have in common.

    `same` is empty where one and the same acts in both; it only lets a pattern apply. `first` and `second` are those
    who act, in the order in which they are to, where they do the same.
    """

    same: str | None
    first: str | None
    second: str | None


def _literal(constraint: Constraint) -> Fact | None:
    facts = facts_of(constraint.conditions[0])
    return facts.literals[0] if facts is not None and len(facts.literals) == 1 else None
