"""Puts a question into a person's words, in many ways: the texts that the scorer learns to judge.

The wordings are rules over the domain's context, so a new domain needs none of its own. A wording may be clumsy; it
never names other things, another order or another time than the constraints do.
"""

from __future__ import annotations

import random

from plancritic.pddl.constraints import Constraint, ConstraintType
from plancritic.scorer.training.deeds import deed_in_words
from plancritic.scorer.training.phrases import Fact, Phrases, fact_of
from plancritic.scorer.training.questions import Quantified, Question
from plancritic.wording import Lexicon, constraints_sentence

_FRAMES = (
    "{}", "{}", "{}", "{}", "{}", "Please make sure that {}", "Make sure {}", "Ensure that {}", "I want it so that {}",
    "See to it that {}", "It is important that {}", "We need this: {}", "Please: {}", "{}, please", "{}, over",
    "The plan has to be such that {}", "What I'd like is that {}", "Plan it so that {}", "Can we have it that {}?",
)  # fmt: skip
_ORDER_FRAMES = ("{}", "{}", "{}", "Please {}", "{}, please", "One thing: {}", "{}, over")


class Paraphraser:
    """Words questions about one problem; the same generator state, the same texts."""

    def __init__(self, lexicon: Lexicon, generator: random.Random) -> None:
        self._lexicon = lexicon
        self._phrases = Phrases(lexicon, generator)
        self._random = generator
        self._held_back = False

    def has_several(self, question: Question) -> bool:
        """Whether there are sentence patterns for it, some of them held back, and not one way only to say it."""
        if question.deed is not None:
            return True
        alike = len(question.constraints) == 1 or question.quantified is not None
        return alike and self._facts(question.constraints[0], question.quantified) is not None

    def text(self, question: Question, held_back: bool = False) -> str:
        """One wording. Some are those of `plancritic.wording`, which the constraints' mid-level goals have too.

        A third of the sentence patterns comes up only where `held_back` asks for it, and then no others do, if there
        are patterns for the question.
        """
        self._held_back = held_back
        if question.texts and not held_back and self._random.random() < 0.4:
            return self._random.choice(question.texts)
        if question.deed is not None and (held_back or self._random.random() < 0.93):
            return self._finished(deed_in_words(question.deed, self._phrases, held_back), _ORDER_FRAMES)
        plain = not held_back and self._random.random() < 0.15
        if plain or (len(question.constraints) > 1 and question.quantified is None):
            return constraints_sentence(question.constraints, self._lexicon)
        constraint = question.constraints[0]
        facts = self._facts(constraint, question.quantified)
        if facts is None:
            return constraints_sentence(question.constraints, self._lexicon)
        order = self._order(constraint, facts[0]) if question.quantified is None else None
        if order is not None and self._random.random() < 0.45:
            return self._finished(order, _ORDER_FRAMES)
        wording = self._phrases.pattern(self._wordings(constraint, facts, question.quantified), held_back)
        return self._finished(wording, _ORDER_FRAMES if wording.split(" ")[0] in _IMPERATIVES else _FRAMES)

    def _facts(self, constraint: Constraint, group: Quantified | None) -> list[Fact] | None:
        facts = [fact_of(condition) for condition in constraint.conditions]
        known = [fact for fact in facts if fact is not None]
        if len(known) < len(facts) or (group is not None and len(known[0].atom.arguments) <= group.place):
            return None
        return known

    def _wordings(self, constraint: Constraint, facts: list[Fact], group: Quantified | None) -> list[str]:
        times = [self._lexicon.duration(bound) for bound in constraint.bounds]
        match constraint.type:
            case ConstraintType.ALWAYS:
                return self._always(facts[0], group)
            case ConstraintType.AT_END:
                return self._at_end(facts[0], group)
            case ConstraintType.SOMETIME:
                return self._sometime(facts[0])
            case ConstraintType.SOMETIME_BEFORE:
                return self._before(facts[0], facts[1], group)
            case ConstraintType.SOMETIME_AFTER:
                return self._after(facts[0], facts[1])
            case ConstraintType.WITHIN:
                return self._within(facts[0], times[0])
            case ConstraintType.AT_MOST_ONCE:
                return self._at_most_once(facts[0])
            case ConstraintType.ALWAYS_WITHIN:
                first, second = self._phrases.say(facts[0], "holds"), self._phrases.say(facts[1], "holds")
                return [
                    f"whenever {first}, {second} within {times[0]}",
                    f"no later than {times[0]} after {first}, {second}",
                ]
            case ConstraintType.HOLD_DURING:
                return self._timed(
                    facts[0], [f"from {times[0]} to {times[1]}", f"between {times[0]} and {times[1]} in"]
                )
            case ConstraintType.HOLD_AFTER:
                return self._timed(
                    facts[0], [f"from {times[0]} on", f"{times[0]} in and ever after", f"after {times[0]}"]
                )

    def _always(self, fact: Fact, group: Quantified | None) -> list[str]:
        p = self._phrases
        avoided = Fact(fact.atom, not fact.positive)
        if group is not None:
            everyone, plural = p.everyone(group)
            nobody = Fact(fact.atom, True, p.nobody(group))
            if fact.positive:
                return [_plural(p.say(Fact(fact.atom, True, everyone), "holds"), plural) + " " + p.pick(_THROUGHOUT)]
            wordings = [p.lexicon.fact(fact.atom, "ever", self._words(nobody))]
            if (deed := p.deed(nobody, "starts")) is not None:
                wordings += [f"{deed[0]} {p.pick(_MAY)} {deed[1]}"] * 4
                wordings += [f"{everyone} {p.pick(_MUST)} never {deed[1]}", f"never {deed[1]} with {p.anyone(group)}"]
                wordings += [f"I don't want {p.anyone(group)} to {deed[1]}", f"do not let {p.anyone(group)} {deed[1]}"]
            if (kept := p.deed(Fact(fact.atom, False, everyone), "holds")) is not None:
                wordings += [f"{everyone} {p.pick(_MUST)} {kept[1]}{p.pick(_ALL_TIME)}"] * 3
            return wordings
        if fact.positive:
            wordings = [
                f"{p.say(fact, 'holds')} {p.pick(_THROUGHOUT)}",
                f"at no time may it be that {p.say(fact, 'fails')}",
            ]
            if (deed := p.deed(fact, "holds")) is not None:
                wordings += [
                    f"{deed[0]} {p.pick(_MUST)} always {deed[1]}",
                    f"{deed[0]} must {deed[1]} {p.pick(_THROUGHOUT)}",
                ]
            return wordings
        wordings = [
            p.lexicon.fact(fact.atom, "never", self._words(avoided)),
            f"{p.say(fact, 'holds')} {p.pick(_THROUGHOUT)}",
        ]
        if (deed := p.deed(avoided, "starts")) is not None:
            wordings += [
                f"{deed[0]} must never {deed[1]}", f"{deed[0]} may not {deed[1]}", f"don't let {deed[0]} {deed[1]}",
                f"at no time may {deed[0]} {deed[1]}", f"I don't want {deed[0]} to {deed[1]}",
                f"under no circumstances should {deed[0]} {deed[1]}", f"never have {deed[0]} {deed[1]}",
            ]  # fmt: skip
        if (deed := p.deed(fact, "holds")) is not None:
            wordings += [f"{deed[0]} {p.pick(_MUST)} {deed[1]}{p.pick(_ALL_TIME)}"] * 3
        return wordings

    def _at_end(self, fact: Fact, group: Quantified | None) -> list[str]:
        p = self._phrases
        end = p.pick(_END)
        if group is not None:
            everyone, plural = p.everyone(group) if fact.positive else (p.nobody(group), False)
            fact = Fact(fact.atom, True, everyone)
        else:
            plural = False
        state = _plural(p.say(fact, "holds"), plural)
        wordings = [f"{end}, {state}", f"{state} {end}", f"{state} {end}"]
        if fact.positive and " is " in p.say(fact, "holds"):
            without = p.say(fact, "holds").replace(" is ", " ", 1)
            wordings += [f"{verb} with {without}" for verb in ("finish", "end", "finish up", "conclude")]
            wordings += [f"leave {without} {end}", f"I want {without} {end}", f"have {without} {end}"]
            wordings += [f"{p.say(fact, 'holds').replace(' is ', f' {p.pick(_MUST)} be ', 1)} {end}"]
            wordings += [f"I want {p.say(fact, 'holds').replace(' is ', ' to be ', 1)} {end}"]
        if (held := p.state(fact)) is not None:
            must = p.pick(_MUST)
            wordings += [f"{held[0]} {must} {held[1]} {end}"] * 3
            wordings += [f"{end}, {held[0]} {must} {held[1]}", f"{held[0]} {must} {held[1]}"] * 2
            wordings += [f"we need {held[0]} to {held[1]} {end}", f"I want {held[0]} to {held[1]}"]
        if (opposite := p.state(Fact(fact.atom, not fact.positive, fact.subject))) is not None and group is None:
            wordings += [f"I don't want {opposite[0]} to {opposite[1]} {end}"]
            wordings += [f"{opposite[0]} must not {opposite[1]} {end}"] * 2
            wordings += [f"{opposite[0]} must no longer {opposite[1]} {end}"] * (2 if fact.positive else 0)
        if (deed := p.deed(fact, "holds")) is not None:
            wordings += [f"{deed[0]} {p.pick(_MUST)} {deed[1]} {end}", f"{end}, {deed[0]} {p.pick(_MUST)} {deed[1]}"]
        return wordings

    def _sometime(self, fact: Fact) -> list[str]:
        p = self._phrases
        wordings = [f"{p.pick(_SOMETIME)}, {p.say(fact, 'holds')}", f"{p.say(fact, 'starts')} {p.pick(_SOMETIME)}"]
        if (deed := p.deed(fact, "starts")) is not None:
            wordings += [f"{deed[0]} {p.pick(_MUST)} {deed[1]} {p.pick(_SOMETIME)}", f"have {deed[0]} {deed[1]}"]
            wordings += [f"{deed[0]} {p.pick(_MUST)} {deed[1]}", f"send {deed[0]} so that it will {deed[1]}"]
        return wordings

    def _before(self, later: Fact, earlier: Fact, group: Quantified | None) -> list[str]:
        p = self._phrases
        first, perfect = p.say(earlier, "starts"), _perfect(p.say(earlier, "holds"))
        any_one = p.anyone(group) if group is not None else None
        nobody = p.nobody(group) if group is not None else None
        second = p.say(Fact(later.atom, later.positive, any_one), "starts")
        wordings = [f"before {second}, {first}", f"{first} before {second}", f"{perfect} before {second}"]
        wordings += [f"only after {perfect} is it allowed that {second}", f"{first}, and only then {second}"]
        subject = nobody or None
        if (deed := p.deed(Fact(later.atom, later.positive, subject), "starts")) is not None:
            until = p.pick(["before", "until"])
            if nobody is not None:
                wordings += [f"{nobody} {p.pick(_MAY)} {deed[1]} {until} {perfect}"] * 3
                change = "starts" if later.positive else "stops"
                wordings += [f"{p.lexicon.fact(later.atom, change, {0: nobody})} before {perfect}"] * 3
                wordings += [f"{until} {perfect}, {nobody} {p.pick(_MAY)} {deed[1]}"]
            else:
                wordings += [
                    f"{deed[0]} {p.pick(_MAY_NOT)} {deed[1]} {until} {perfect}",
                    f"{until} {perfect}, {deed[0]} {p.pick(_MAY_NOT)} {deed[1]}",
                    f"{deed[0]} may only {deed[1]} after {perfect}",
                    f"don't let {deed[0]} {deed[1]} {until} {perfect}",
                ]
        if group is None and (sooner := p.deed(earlier, "starts")) is not None:
            wordings += [
                f"{sooner[0]} {p.pick(_MUST)} {sooner[1]} before {second}",
                f"have {sooner[0]} {sooner[1]} before {second}",
            ]
        return wordings

    def _after(self, trigger: Fact, effect: Fact) -> list[str]:
        p = self._phrases
        cause = p.say(trigger, "starts")
        wordings = [
            f"whenever {p.say(trigger, 'holds')}, {p.say(effect, 'holds')} then or later",
            f"after {cause}, {p.say(effect, 'starts')}",
        ]
        if (deed := p.deed(effect, "starts")) is not None:
            wordings += [
                f"once {_perfect(p.say(trigger, 'holds'))}, {deed[0]} {p.pick(_MUST)} {deed[1]}",
                f"{deed[0]} must still {deed[1]} after {cause}",
            ]
        return wordings

    def _within(self, fact: Fact, time: str) -> list[str]:
        p = self._phrases
        when = p.pick([f"within {time}", f"within the first {time}", f"no later than {time} in", f"in {time} or less"])
        wordings = [f"{when}, {p.say(fact, 'holds')}", f"{p.say(fact, 'starts')} {when}"]
        if (deed := p.deed(fact, "starts")) is not None:
            wordings += [f"{deed[0]} {p.pick(_MUST)} {deed[1]} {when}"] * 2
        return wordings

    def _at_most_once(self, fact: Fact) -> list[str]:
        p = self._phrases
        wordings = [
            f"there is at most one stretch of time in which {p.say(fact, 'holds')}",
            f"{p.say(fact, 'starts')} at most once",
        ]
        if (deed := p.deed(fact, "starts")) is not None:
            wordings += [f"{deed[0]} may {deed[1]} once at most", f"{deed[0]} must not {deed[1]} more than once"]
        return wordings

    def _timed(self, fact: Fact, whens: list[str]) -> list[str]:
        p = self._phrases
        when = p.pick(whens)
        wordings = [f"{when}, {p.say(fact, 'holds')}", f"{p.say(fact, 'holds')} {when}"]
        if (deed := p.deed(fact, "holds")) is not None:
            wordings += [f"{when}, {deed[0]} {p.pick(_MUST)} {deed[1]}"]
        return wordings

    def _order(self, constraint: Constraint, fact: Fact) -> str | None:
        p = self._phrases
        order = p.order(fact) if constraint.type in (ConstraintType.SOMETIME, ConstraintType.AT_END) else None
        if order is None:
            return None
        patterns = [order, f"we need to {order}", f"I want you to {order}", f"{order} if you can"]
        patterns += [order] * 3
        if constraint.type is ConstraintType.AT_END:
            patterns += [f"{order} by the end", f"{order} before it is over", f"by the end, {order}"]
        return p.pattern(patterns, self._held_back)

    def _words(self, fact: Fact) -> dict[int, str]:
        words = {index: self._phrases.thing(name) for index, name in enumerate(fact.atom.arguments)}
        return words if fact.subject is None else {**words, 0: fact.subject}

    def _finished(self, text: str, frames: tuple[str, ...]) -> str:
        framed = self._phrases.pattern(frames, self._held_back).format(text)
        framed = framed[0].upper() + framed[1:]
        register = self._random.random()
        if register < 0.08:
            return framed.lower()
        return framed if framed.endswith("?") or register < 0.15 else f"{framed}."


def _perfect(state: str) -> str:
    """ "B has been scouted" for "B is scouted"; what has no such form is left."""
    return (
        state.replace(" is not ", " has not been ", 1)
        if " is not " in state
        else state.replace(" is ", " has been ", 1)
    )


def _plural(sentence: str, plural: bool) -> str:
    return sentence.replace(" is ", " are ", 1) if plural else sentence


_IMPERATIVES = frozenset(("finish", "end", "conclude", "leave", "have", "send", "don't", "do", "never", "I"))
_MUST = ("must", "should", "has to", "needs to", "is to", "ought to", "shall")
_MAY = ("may", "is to", "should", "can", "is allowed to", "must", "will")
_MAY_NOT = ("must not", "may not", "should not", "shouldn't", "cannot", "is not to")
_THROUGHOUT = ("all the time", "at all times", "throughout", "the whole time", "from start to finish")
_ALL_TIME = ("", "", " at all times", " the whole time", " throughout")
_SOMETIME = ("at some point", "at some time", "some time", "at least once", "at some stage")
_END = (
    "at the end", "when the plan ends", "in the end", "when all is done", "once everything is over", "at the finish",
    "by the end", "afterwards",
)  # fmt: skip
