"""What a turn asks of its session: its act by the classifier, its target by what it mentions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.sessions import Revision, StatementInForce
from plancritic.contracts.translation import Statement
from plancritic.coordinator.commands.aims import (
    NEAR,
    Aim,
    aims,
    describes,
    equally_meant,
    named_outright,
    names_things,
    speaks_of_all,
    unquoted,
)
from plancritic.coordinator.commands.cancelled import cancelled, dropped, narrowed
from plancritic.coordinator.commands.changes import Change, changes_of
from plancritic.coordinator.commands.corrections import Entry
from plancritic.coordinator.commands.reasons import demands, first_clause, names_part, spared_in
from plancritic.coordinator.commands.rejecting import rejected
from plancritic.coordinator.commands.releases import is_about, is_elliptic, narrowed_by, permits, releases
from plancritic.coordinator.commands.replacing import Replacement, correction_in, has_number, is_fragment, replacements
from plancritic.coordinator.commands.session_commands import AmbiguousTarget, Spoken, Target, in_place_of
from plancritic.coordinator.commands.taking_back import (
    back_to_before,
    dropping_all,
    dropping_others,
    taking_back_for_reason,
)
from plancritic.coordinator.mentions.amounts import Amount, amounts
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.mentions.parts import left_of, objects_of, without
from plancritic.coordinator.sessions.acts import CHANGES_NOTHING, OF_SESSION, Act, Asked, Likelihoods
from plancritic.coordinator.turns.answers import SUPPOSES
from plancritic.coordinator.turns.classifier import ActClassifier
from plancritic.coordinator.turns.features import Turn
from plancritic.coordinator.turns.questions.asking import asks_about_plan, may_ask
from plancritic.coordinator.understanding.questions import Effect
from plancritic.wording import Lexicon

#: From these likelihoods on a text is taken for an act; below them it is a wish. What takes a statement out of force
#: needs more than what changes nothing.
_LEAST: dict[Act, float] = {
    "change": 0.45,
    "cancel": 0.7,
    "undo": 0.55,
    "question": 0.6,
    "accept": 0.6,
    "confirm": 0.5,
    "deny": 0.5,
    "chatter": 0.5,
}
#: What may be a wish with more than this likelihood takes no statement out of force.
_MOST_WISH = 0.15
#: So much may speak for an act that changes nothing beside one that does.
_MOST_IDLE = 0.2
#: What follows "take that back" is no reason for it where it is likelier than this to be a wish.
_MOST_WISH_AS_REASON = 0.5
#: At least so likely a text is no wish, though it is not clear what else: nothing is read into it.
_NO_WISH = 0.12
#: What describes a statement in words of its own is at least so much alike.
_LEAST_ALIKE = 0.25
#: An acceptance confirms every reading in doubt: what is less likely to be one is only answered.
_LEAST_CONFIRMING = 0.9
#: A cancellation that does not say of what has to be so likely; so has a change, to be as sure as what it changes.
_LEAST_UNNAMED = 0.8
_LEAST_SURE = 0.9
_SENTENCES = re.compile(r"(?<=[.!;])\s+")
_WINDOW = re.compile(r"\bfrom \S+ (?:to|until|till) \S|\bbetween \S+ and \S", re.IGNORECASE)
_LEADING = re.compile(
    r"^(?:(?:no|nope|sorry|oh|ok|okay|well|wait|actually|hm+|oops|and|but|so|correction"
    r"|i mean(?:t)?(?: to say)?)[,:;.! -]+)+",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class TurnReader:
    """Reads turns of one problem: `classifier` says what they are, `lexicon` what they mention."""

    classifier: ActClassifier
    lexicon: Lexicon

    def without_remark(self, said: Statement, head: Revision | None, names: NamedObjects) -> Statement:
        """Return a text without what follows a sentence that takes something back, where that names nothing."""
        first, *rest = _SENTENCES.split(said.text.strip(), maxsplit=1)
        in_force = head.in_force if head is not None else ()
        if not rest or not in_force or names.mentions(rest[0]) or amounts(rest[0], self.lexicon.time, ()):
            return said
        taken, left = (self.classifier.likelihoods(Turn(each, _texts(in_force)), names).of for each in (first, rest[0]))
        if taken["cancel"] + taken["undo"] < _LEAST["cancel"] or left["wish"] + left["change"] > _MOST_WISH:
            return said
        return said.composed(first)

    def read(self, said: Statement, head: Revision | None, names: NamedObjects, chosen: Effect | None) -> Spoken | None:
        """Return what a text asks of its session; None where it is a wish.

        Raises:
            AmbiguousTarget: several statements are equally likely to be meant.
        """
        in_force = head.in_force if head is not None else ()
        if SUPPOSES.match(said.text) is None and asks_about_plan(said.text, names):
            return _asked(said, "question")
        likelihoods = self.classifier.likelihoods(Turn(said.text, _texts(in_force)), names)
        if (released := self._released(said, in_force, names, chosen)) is not None:
            return released
        act = act_of(likelihoods, bool(in_force))
        if act == "question" and not may_ask(said.text):
            likelihoods = without_questions(likelihoods)
            act = act_of(likelihoods, bool(in_force))
        if head is not None and act not in ("cancel", "undo", "question"):
            replaced = self._replacing(said, head, names, chosen, act)
            if replaced is not None:
                return replaced
        if act == "wish" or (act == "accept" and head is None):
            return None if act == "wish" else _asked(said, "chatter")
        if act in ("cancel", "undo") and head is not None:
            if in_force and speaks_of_all(unquoted(said.text, in_force)):
                return self._cancelling_all(said, in_force, names, chosen)
            if (taken_back := self._taking_back(said.text, head, names)) is not None:
                return taken_back
        if act == "cancel":
            # What is taken back without being named is the last thing said, whichever of the two it is.
            takes_back = likelihoods.of["cancel"] + likelihoods.of["undo"]
            if takes_back < _LEAST_UNNAMED and not self._is_described(said.text, in_force, names):
                return _asked(said, "cancel")
            newest = max(each.turn for each in in_force)
            if head is not None and newest == head.number and not self._names_one(said.text, in_force, names):
                # What was said last is taken back: where it changed a statement, that holds again as it was.
                return back_to_before(said.text)
            return self._cancelling(said, in_force, names, chosen)
        if act == "undo":
            return back_to_before(said.text)
        if act == "accept" and likelihoods.of["accept"] < _LEAST_CONFIRMING:
            return _asked(said, "accept")
        if act == "accept":
            sentence = f"{said.text!r}: the plan is accepted, and with it the readings of your statements."
            return Spoken((), accept=True, taken_as=(sentence,))
        if act == "change":
            return self._changing(said, in_force, names, likelihoods)
        if act == "deny" and head is not None and not names.mentions(said.text):
            return rejected(said, head, chosen) or _asked(said, act)
        return _asked(said, act)

    def _taking_back(self, text: str, head: Revision, names: NamedObjects) -> Spoken | None:
        """Return the turn that takes back what was said last; None where what follows asks for something itself.

        What only says why makes no part of what is taken back, whatever it names.
        """
        request, rest = first_clause(text)
        if names_part(text) or demands(rest):
            return None
        left = self.classifier.likelihoods(Turn(rest, _texts(head.in_force)), names).of if rest else {}
        if left.get("wish", 0.0) + left.get("change", 0.0) > _MOST_WISH_AS_REASON:
            return None
        return taking_back_for_reason(text, request, head, names)

    def _released(
        self, said: Statement, in_force: Sequence[StatementInForce], names: NamedObjects, chosen: Effect | None
    ) -> Spoken | None:
        """Return the turn in which things need not be as they had to; None where the text says nothing of the kind."""
        if releases(said.text, names):
            about = [each for each in in_force if is_about(said.text, each, names)]
            if about:
                return self._cancelling(said, about, names, chosen)
            # What need not be is no demand, whatever holds.
            return _asked(said, "cancel") if names.mentions(said.text) else None
        permitted = [each for each in in_force if permits(said.text, each, names)]
        if permitted:
            return self._cancelling(said, permitted, names, chosen)
        if is_elliptic(said.text, names):
            # Of the last statement about several things one is excepted; without one it is read as ever.
            about = [each for each in in_force if without(each.constraints, said.text, names)]
            newest = max((each.turn for each in about), default=0)
            about = [each for each in about if each.turn == newest]
            return cancelled(said, about, in_force, names, chosen) if about else None
        narrower = narrowed_by(said.text, in_force, names)
        latest = max((entry.turn for entry, _ in narrower), default=0)
        latest_alone = [(entry, left) for entry, left in narrower if entry.turn == latest]
        return narrowed(said, *latest_alone[0], names) if len(latest_alone) == 1 else None

    def _replacing(
        self, said: Statement, head: Revision, names: NamedObjects, chosen: Effect | None, act: Act
    ) -> Spoken | None:
        """Return the turn in which a wish said as a correction replaces a statement; None where the text is none.

        Raises:
            AmbiguousTarget: it may replace several, or none at all.
        """
        found = correction_in(said.text, names)
        if found is None:
            return None
        known: list[Entry] = [*head.in_force, *head.not_in_force]
        newest = max((each.turn for each in known), default=0)
        entries = [each for each in known if isinstance(each, StatementInForce) or each.turn == newest]
        near = self.classifier.cosines(found.clause, [each.statement.text for each in entries])
        fitting = replacements(found, entries, near, names)
        if not fitting and (
            found.mark != "change" or found.old or is_fragment(found.clause, names) or has_number(found.clause, names)
        ):
            return None
        if act == "change" and len(fitting) == 1 and not fitting[0].has_its_words:
            # A reading that is changed is surer than words that are read anew.
            entry = fitting[0].entry
            if isinstance(entry, StatementInForce) and changes_of(said.text, entry, names, self.lexicon):
                return None
        if len(fitting) == 1 and (in_part := self._in_part(said, fitting[0], names)) is not None:
            return in_part
        last = [Replacement(each, found.clause, 0, 0.0) for each in entries if each.turn == newest]
        return replacing(said, fitting or last, None if fitting else found.clause, chosen)

    def _in_part(self, said: Statement, found: Replacement, names: NamedObjects) -> Spoken | None:
        """Return the turn in which a part of a statement is changed; None where the whole may be meant."""
        entry = found.entry
        about = frozenset(each for mention in names.mentions(found.text) for each in mention.objects)
        if not isinstance(entry, StatementInForce) or left_of(entry.constraints, about, names) is None:
            return None
        if not about <= objects_of(entry.constraints, names):
            return None
        changes = changes_of(said.text, entry, names, self.lexicon)
        return _changed(said, changes, (), True) if len(changes) == 1 else None

    def _is_described(self, text: str, in_force: Sequence[StatementInForce], names: NamedObjects) -> bool:
        """Return whether a text says in any way what it is about."""
        outright = named_outright(text, in_force, names)
        return bool(outright) or any(each.evidence for each in self._aims(text, in_force, names))

    def _names_one(self, text: str, in_force: Sequence[StatementInForce], names: NamedObjects) -> bool:
        return describes(text) or self._is_described(text, in_force, names)

    def _cancelling(
        self, said: Statement, in_force: Sequence[StatementInForce], names: NamedObjects, chosen: Effect | None
    ) -> Spoken | None:
        by_id = {each.statement.id: each for each in in_force}
        if outright := named_outright(said.text, in_force, names):
            return dropped(said.text, [by_id[each.statement.id] for each in outright])
        found = self._aims(said.text, in_force, names)
        if not any(each.evidence for each in found) and (
            names.mentions(said.text) or (describes(said.text) and max(each.near for each in found) < _LEAST_ALIKE)
        ):
            # It describes something, but nothing that is in force.
            return _asked(said, "cancel")
        fitting = equally_meant(found) if found[0].evidence else found[:1]
        return cancelled(said, [by_id[each.entry.statement.id] for each in fitting], in_force, names, chosen)

    def _cancelling_all(
        self, said: Statement, in_force: Sequence[StatementInForce], names: NamedObjects, chosen: Effect | None
    ) -> Spoken | None:
        """Return the turn that drops all that is in force, but for what is spared, or all about what is named."""
        bare = unquoted(said.text, in_force)
        if spared_in(bare) is not None:
            return dropping_others(said.text, in_force, names) or _asked(said, "cancel")
        if names_things(bare, names):
            return self._cancelling(said, in_force, names, chosen)
        return dropping_all(said.text, in_force)

    def _changing(
        self, said: Statement, in_force: Sequence[StatementInForce], names: NamedObjects, likelihoods: Likelihoods
    ) -> Spoken | None:
        outright = {each.statement.id for each in named_outright(said.text, in_force, names)}
        among = [each for each in in_force if each.statement.id in outright] or list(in_force)
        ordered = self._aims(said.text, among, names)
        by_id = {each.statement.id: each for each in in_force}
        if _WINDOW.search(said.text):
            # "From 5 to 7" is about something that has both.
            ordered.sort(key=lambda each: not any("hold-during" in one for one in each.entry.constraints))
        fitting = [
            (aim, found)
            for aim in ordered
            if (found := changes_of(said.text, by_id[aim.entry.statement.id], names, self.lexicon))
        ]
        if fitting:
            first, found = fitting[0]
            rivals = [aim.entry.statement.text for aim, _ in fitting[1:] if aim.score > first.score - NEAR]
            return _changed(said, found, rivals, likelihoods.of["change"] >= _LEAST_SURE)
        if old := self._old_numbers(said.text, names):
            # A number that nothing in force has corrects nothing.
            numbers = ", ".join(said.text[each.start : each.end].strip() for each in old)
            sentence = f"{said.text!r}: no statement in force says {numbers!r} of that, so nothing was changed."
            return Spoken((), asked=(Asked(text=said.text, act="change"),), taken_as=(sentence,))
        top = ordered[0] if ordered else None
        clause = _LEADING.sub("", said.text).strip()
        if top is not None and top.evidence and names.mentions(clause) and len(clause.split()) > 3:
            return in_place_of(said, clause, by_id[top.entry.statement.id])
        return _asked(said, "change") if likelihoods.of["wish"] < _NO_WISH and not names.mentions(clause) else None

    def _old_numbers(self, text: str, names: NamedObjects) -> list[Amount]:
        """Return the numbers that a text corrects; "not 2" after "parcel 1" is none, but a name."""
        mentions = names.mentions(text)
        nouns = {text[each.start : each.end].rstrip("0123456789").rstrip() for each in mentions} - {""}
        said = (each for each in amounts(text, self.lexicon.time, mentions) if each.old)
        return [each for each in said if not any(names.named(f"{noun} {each.value:g}") for noun in nouns)]

    def _aims(self, text: str, entries: Sequence[StatementInForce], names: NamedObjects) -> list[Aim]:
        near = self.classifier.cosines(text, [f"{each.statement.text} {each.said_back}".strip() for each in entries])
        return aims(text, entries, names, near)


def act_of(likelihoods: Likelihoods, in_force: bool) -> Act:
    """Return the act that a turn is taken for: the likeliest one, or a wish where that is too doubtful."""
    act = likelihoods.likeliest
    if act == "wish":
        return act
    idle = sum(likelihoods.of[each] for each in (*CHANGES_NOTHING, "accept"))
    if act in OF_SESSION and (likelihoods.of["wish"] > _MOST_WISH or idle > _MOST_IDLE):
        # Whoever may have asked for nothing loses nothing.
        return "wish" if likelihoods.of["wish"] > idle else _likeliest_idle(likelihoods)
    if likelihoods.of[act] >= _LEAST[act]:
        return act
    # Neither of two acts that change nothing is likely alone, but a wish is neither.
    if likelihoods.of["wish"] < _NO_WISH:
        return act if in_force or act in ("question", "chatter") else "chatter"
    return "wish"


def without_questions(likelihoods: Likelihoods) -> Likelihoods:
    """Return how likely each act is of a text that has no form of a question: what spoke for one speaks for a wish."""
    of = likelihoods.of
    return Likelihoods({**of, "wish": of.get("wish", 0.0) + of.get("question", 0.0), "question": 0.0})


def _likeliest_idle(likelihoods: Likelihoods) -> Act:
    return max(sorted(CHANGES_NOTHING), key=lambda each: likelihoods.of[each])


def replacing(said: Statement, found: Sequence[Replacement], beside: str | None, chosen: Effect | None) -> Spoken:
    """Return the turn in which a correction replaces one of the statements found.

    `beside` is the wish as it holds where it replaces none; None where that cannot be meant.

    Raises:
        AmbiguousTarget: it is not clear which.
    """
    targets = [Target(each.entry, f"then it says: {each.text!r}", constraints=each.entry.constraints) for each in found]
    if beside is not None and found:
        leads_to = f"it holds too: {beside!r}"
        targets.append(Target(found[0].entry, leads_to, variant="beside", constraints=found[0].entry.constraints))
    meant = [place for place, each in enumerate(targets) if each.is_chosen(chosen)] or list(range(len(targets)))
    if len(meant) != 1:
        told = "; ".join(f"{each.sentence}: {each.leads_to}" for each in targets)
        fault = Fault(
            code=FaultCode.AMBIGUOUS_NAME,
            message=f"{said.text!r} may correct {len(found)} statements, or be a new request; nothing was changed",
            remedy=f"name the statement that it replaces, or say the new request alone: {told}",
        )
        raise AmbiguousTarget(said, fault, targets)
    (place,) = meant
    if place == len(found):
        assert beside is not None, "only with it there is one more target"
        return Spoken((said.composed(beside),))
    return in_place_of(said, found[place].text, found[place].entry)


def _texts(in_force: Sequence[StatementInForce]) -> tuple[str, ...]:
    return tuple(each.statement.text for each in in_force)


def _asked(said: Statement, act: Act) -> Spoken:
    return Spoken((), asked=(Asked(text=said.text, act=act),))


def _changed(said: Statement, found: Sequence[Change], rivals: Sequence[str], sure: bool) -> Spoken:
    """Return the turn with a changed statement: never surer than the one it was made of.

    It is in doubt where it may be another change or no change at all (not `sure`), or where `rivals` may be meant.
    """
    change = found[0]
    entry, name = change.entry, change.entry.statement.id
    statement = said.composed(change.text, change.strength)
    update: dict[str, object] = {
        "statement": statement,
        "constraints": change.constraints,
        "mid_level_goal": change.text,
        "said_back": change.text,
        "similarity": None,
        "reading": "clear" if entry.reading == "confirmed" else entry.reading,
    }
    doubts = [f"It may also mean: {each.text}" for each in found[1:]]
    doubts += [f"It may be about {each!r} instead." for each in rivals]
    if not sure and not doubts:
        doubts = [f"I took it for a change of {entry.statement.text!r}; nobody has confirmed that."]
    if doubts:
        update |= {"reading": "doubtful", "doubt": " ".join(doubts), "verdict": "unconfirmed"}
    made = entry.model_copy(update=update)
    weaker = ", as a preference (should)" if change.strength != entry.statement.strength == "must" else ""
    how = f"beside statement {name}" if change.beside else f"in place of statement {name}"
    sentence = f"{said.text!r}: {change.text!r}{weaker}, {how} ({entry.statement.text!r})."
    drop = () if change.beside else (name,)
    return Spoken((statement,), drop=drop, replaced=drop, changed={said.id: made}, taken_as=(sentence,))
