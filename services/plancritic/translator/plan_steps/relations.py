"""What a statement says of steps: which come before which, which are left out or kept, by when they are done.

A sentence is a line of pieces (`step_references`). Words that relate steps ("before", "until", "then") have a side on
their left and one on their right; a side is steps, or words that tell of something else that happens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from plancritic.mentions.items import Item
from plancritic.mentions.symbols import index_at
from plancritic.translator.plan_steps import words as step_words
from plancritic.translator.plan_steps.asked import Asked, Relation, Side
from plancritic.translator.plan_steps.doubts import doubt
from plancritic.translator.plan_steps.references import STEPS, TIME, Line, Piece, line_text


class StepRelations:
    """Reads a statement's line as relations; `refused` says what of it cannot be read, if something cannot."""

    def __init__(self, line: Line) -> None:
        self.refused: str | None = None
        self.found: list[Relation] = []
        self._subject: Piece | None = None
        self._everything = tuple(n for piece in line for n in piece.steps)
        for sentence in sentences(line):
            self._read(sentence)
        related = {n for r in self.found for side in (r.one, r.other) for n in side.steps}
        unread = [n for n in dict.fromkeys(self._everything) if n not in related]
        if self.found and unread:
            self.refused = self.refused or f"I cannot tell what you want of step {unread[0]}"

    def _read(self, sentence: Line) -> None:
        text = line_text(sentence)
        match = step_words.TAIL.search(text)
        while match is not None:
            sentence = (*sentence[: index_at(text, match.start())], *sentence[index_at(text, match.end() - 1) + 1 :])
            text = line_text(sentence)
            match = step_words.TAIL.search(text)
        match = step_words.CORRECTED.search(text)
        if match is not None:
            kept = index_at(text, match.start())
            sentence = (*sentence[: kept + 1], *sentence[index_at(text, match.end() - 1) + 1 :])
        match = step_words.NOT_THIS.match(line_text(sentence))
        if match is not None:
            rest = sentence[index_at(line_text(sentence), match.end() - 1) + 1 :]
            sentence = rest if any(piece.steps for piece in rest) else sentence[2:]
        sentence = _parted(sentence)
        before, earlier = len(self.found), tuple(self.found)
        if any(piece.steps for piece in sentence) and step_words.CONDITIONS.search(line_text(sentence)):
            self.refused = "it makes a step depend on something that I cannot read"
        self._orders(sentence)
        swap = step_words.SWAP.search(line_text(sentence))
        if len(self.found) > before and swap is not None:
            denied = any(word in step_words.NOT for word in line_text(sentence)[: swap.start()].split())
            # "Not step 5 before step 6 but the other way round" says it twice.
            if not denied:
                self._turn_round()
        self._times(sentence)
        if len(self.found) == before:
            self._alone(sentence)
        asked = {relation.asked for relation in self.found if relation not in earlier}
        if self.found:
            self.refused = self.refused or doubt(sentence, asked)
        subject = next((piece for piece in sentence if piece.steps), None)
        self._subject = subject or self._subject

    # One side before the other.

    def _orders(self, sentence: Line) -> None:
        markers = list(_markers(sentence))
        lefts: list[Side] = []
        for number, (kind, start, stop) in enumerate(markers):
            begins = markers[number - 1][2] if number else 0
            ends = markers[number + 1][1] if number + 1 < len(markers) else len(sentence)
            if any(piece.text == TIME for piece in sentence[stop : stop + 2]):
                continue
            left, right = (
                self._left(sentence, begins, start, [] if kind == "then" else lefts),
                self._right(sentence, stop, ends),
            )
            opened = start == 0 or sentence[start - 1].text in step_words.OPENERS
            later = _groups(sentence, stop, ends)
            if kind == "then" and not right.steps:
                groups = _groups(sentence, 0, start)
                loose = {n for r in self.found for side in (r.one, r.other) for n in side.steps}
                if len(groups) > 1 and not loose & set(sentence[groups[-1]].steps):
                    self._before(self._side(sentence, groups[-2], 0), self._side(sentence, groups[-1], groups[-2] + 1))
                continue
            if opened and kind != "then" and (len(later) > 1 or (later and right.words)):
                main = self._side(sentence, later[1], later[0] + 1) if len(later) > 1 else left
                left = replace(main, over=_says_over(sentence[later[0] + 1 : ends])) if len(later) > 1 else main
            elif opened and kind != "then" and not left.steps and not left.words:
                left, right = self._turned(sentence, stop, ends)
            last = self._last_order()
            clause = max((n + 1 for n in range(start) if sentence[n].text in (",", "but", "so")), default=0)
            bare = not right.steps and not right.words and not _groups(sentence, max(begins, clause), start)
            if bare and kind in ("left", "right") and last is not None:
                # "Step 6 comes after step 5. It should come before."
                subject = self._subject.steps if self._subject is not None else lefts[-1].steps if lefts else ()
                pair = (last.one, last.other) if last.one.steps == subject else (last.other, last.one)
                left, right = pair
            lefts.append(left)
            if not ((left.steps or left.words) and (right.steps or right.words)) or not (left.steps or right.steps):
                continue
            self._ordered(kind, left, right, [p.text for p in sentence[begins:start]], sentence, stop, ends)

    def _ordered(
        self, kind: str, left: Side, right: Side, said: list[str], sentence: Line, stop: int, ends: int
    ) -> None:
        denied = (sum(word in step_words.NOT for word in said) + any(word in step_words.BAD for word in said)) % 2 == 1
        main_over = any(word in step_words.OVER for word in said) and not any(word in step_words.BEGUN for word in said)
        first_left = kind == "then" or (kind == "left") != (denied and kind != "held")
        if kind == "held":
            first_left = False
        if first_left:
            after = [p.text for p in sentence[stop:ends] if p.text not in (",", "!", "?")]
            position = after.index(STEPS) if STEPS in after else -1
            tail = after[position + 1 :]
            over = any(w in step_words.OVER or w == "done" for w in tail) and not any(
                w in step_words.BEGUN for w in tail
            )
            over = over or (bool(tail) and tail[-1] in step_words.ELLIPTICAL and (main_over or "done" in said))
            self._before(left, replace(right, over=over))
        else:
            self._before(right, replace(left, over=main_over))

    def _before(self, one: Side, other: Side) -> None:
        steps = tuple(n for n in one.steps if n not in other.steps)
        if (one.steps and not steps) or (not one.steps and not one.words):
            return
        # What is said last holds: "step 5 comes before step 6, but it should come after".
        self.found = [r for r in self.found if (r.one.steps, r.other.steps) != (other.steps, steps) or not steps]
        self.found.append(Relation(Asked.BEFORE, replace(one, steps=steps), other))

    def _last_order(self) -> Relation | None:
        return next((r for r in reversed(self.found) if r.asked is Asked.BEFORE), None)

    def _turn_round(self) -> bool:
        """The order spoken of before is to be the other way round."""
        last = self._last_order()
        if last is None or not last.other.steps or not last.one.steps:
            return False
        self._before(replace(last.other, over=False), replace(last.one, over=False))
        return True

    def _left(self, sentence: Line, begins: int, start: int, lefts: list[Side]) -> Side:
        groups = _groups(sentence, begins, start)
        joined = start > 0 and sentence[start - 1].text in ("and", ",", "but", "or")
        if lefts and lefts[-1].steps and joined and len(groups) <= 1:
            # "Step 6 before step 5 and after step 3": the subject stays the same.
            return lefts[-1]
        if groups:
            return self._side(sentence, groups[-1], begins)
        told = tuple(item for piece in sentence[begins:start] for item in piece.items)
        if any(item.named() for item in told):
            return Side((), tuple(dict.fromkeys(told)))
        earlier = _groups(sentence, 0, start)
        if earlier and begins == 0:
            return self._side(sentence, earlier[-1], 0)
        if lefts and lefts[-1].steps:
            return lefts[-1]
        return Side(self._subject.steps) if self._subject is not None else Side()

    def _right(self, sentence: Line, stop: int, ends: int) -> Side:
        groups = _groups(sentence, stop, ends)
        comma = next((n for n in range(stop, ends) if sentence[n].text in (",", ":", "-")), ends)
        if groups and (groups[0] < comma or not any(i.named() for p in sentence[stop:comma] for i in p.items)):
            return self._side(sentence, groups[0], stop)
        told = tuple(dict.fromkeys(item for piece in sentence[stop:comma] for item in piece.items))
        return Side((), told) if len(told) > 1 else Side()

    def _turned(self, sentence: Line, stop: int, ends: int) -> tuple[Side, Side]:
        """ "Before the scout is at B do step 5": the words first, the steps after."""
        comma = next((n for n in range(stop, ends) if sentence[n].text == ","), None)
        groups = _groups(sentence, comma or stop, ends)
        if comma is None or not groups:
            return Side(), Side()
        told = tuple(dict.fromkeys(item for piece in sentence[stop:comma] for item in piece.items))
        return self._side(sentence, groups[0], comma), Side((), told)

    def _side(self, sentence: Line, at: int, begins: int) -> Side:
        piece = sentence[at]
        if piece.either:
            self.refused = "it leaves a choice between steps; say what each step must do"
        described: tuple[Item, ...] = ()
        if at > begins and sentence[at - 1].text in ("of", "in", "from", "at", "during", "under", "for", "with"):
            back = at - 1
            while back > begins and at - back < 7 and sentence[back - 1].text not in (",", ":", "-", "and", "but"):
                back -= 1
            described = tuple(dict.fromkeys(item for p in sentence[back : at - 1] for item in p.items))
        return Side(piece.steps, (), described)

    # What is asked with a time.

    def _times(self, sentence: Line) -> None:
        times = [n for n, piece in enumerate(sentence) if piece.text == TIME]
        if not times:
            return
        if len(times) > 1:
            self.refused = "I cannot tell which of its times belongs to which step"
            return
        at = times[0]
        said = line_text(sentence[: at + 1])
        following = [p.text for p in sentence[at + 1 : at + 3]]
        groups = [n for n, piece in enumerate(sentence) if piece.steps]
        if not groups:
            if self._subject is None:
                return
            sides = [Side(self._subject.steps)]
        else:
            sides = [self._side(sentence, n, 0) for n in groups]
        value = sentence[at].value
        if step_words.LEAST_TIME.search(said):
            self.refused = "I cannot require a minimum time between steps"
        elif following[:1] and following[0] in ("after", "of", "from", "following") and STEPS in following:
            later = [s for n, s in zip(groups, sides, strict=True) if n != at + 1 + following.index(STEPS)]
            cause = next(s for n, s in zip(groups, sides, strict=True) if n == at + 1 + following.index(STEPS))
            self.found = [r for r in self.found if r.asked is not Asked.BEFORE or set(r.one.steps) != set(cause.steps)]
            self.found.extend(Relation(Asked.SOON_AFTER, cause, side, value) for side in later)
        else:
            denied = sum(p.text in step_words.NOT for p in sentence[:at]) % 2 == 1
            earliest = step_words.NOT_EARLIER.search(said) is not None or following[:3] == ["at", "the", "earliest"]
            if "latest" in [p.text for p in sentence] or (denied and step_words.LATER_THAN.search(said)):
                earliest = False
            elif (
                step_words.BEFORE_TIME.search(said)
                and denied
                and not re.search(r"(?:no|not) later than #$|no more than #$", said)
            ):
                earliest = True
            asked = Asked.NOT_BEFORE if earliest else Asked.WITHIN
            related = {n for r in self.found for side in (r.one, r.other) for n in side.steps}
            loose = [side for side in sides if not set(side.steps) & related] or sides[:1]
            self.found.extend(Relation(asked, side, Side(), value) for side in loose)

    # What is asked of steps without a word that relates two sides.

    def _alone(self, sentence: Line) -> None:
        groups = [self._side(sentence, n, 0) for n, piece in enumerate(sentence) if piece.steps]
        text = line_text(sentence)
        if not groups:
            pronoun = re.search(r"(?<!\S)(?:it|them|that|those|these|this)(?!\S)", text)
            if step_words.SWAP.search(text) and self._turn_round():
                return
            if pronoun is None or self._subject is None:
                return
            if {n for r in self.found for side in (r.one, r.other) for n in side.steps} & set(self._subject.steps):
                return
            groups = [Side(self._subject.steps)]
        steps = tuple(dict.fromkeys(n for side in groups for n in side.steps))
        if step_words.SWAP.search(text) and len(steps) > 1:
            # As shown the smaller number comes first.
            for later, earlier in pairwise(sorted(steps)):
                self._before(_of(groups, earlier), _of(groups, later))
            return
        between = step_words.BETWEEN.search(text)
        if between is not None and len(groups) > 1:
            at = index_at(text, between.start())
            pair = next((p.steps for p in sentence[at:] if p.steps), ())
            main = next((side for side in groups if side.steps != pair), None)
            if main is not None and len(pair) == 2:
                self._before(Side(pair[:1]), main)
                self._before(main, Side(pair[1:]))
                return
        if self._extreme(sentence, groups):
            return
        if step_words.LISTED.search(text) and len(steps) > 1:
            for earlier, later in pairwise(steps):
                self._before(_of(groups, earlier), _of(groups, later))
            return
        if step_words.TOGETHER.search(text) and len(steps) > 1 and not step_words.OMIT.search(text):
            self.refused = "I cannot require that steps happen at the same time"
            return
        denied = sum(piece.text in step_words.NOT and piece.text != "without" for piece in sentence) % 2 == 1
        if any(p.either for p in sentence) and denied:
            self.refused = None
        if step_words.OMIT.search(text):
            asked = Asked.KEPT if denied and not step_words.NOT_NEEDED.search(text) else Asked.LEFT_OUT
            self.found.extend(Relation(asked, side) for side in groups)
        elif denied and (step_words.DONE.search(text) or re.search(r"(?<!\S)(?:no|not|never|neither) @", text)):
            self.found.extend(Relation(Asked.LEFT_OUT, side) for side in groups)
        elif step_words.KEEP.search(text) and not denied:
            self.found.extend(Relation(Asked.KEPT, side) for side in groups)

    def _extreme(self, sentence: Line, groups: list[Side]) -> bool:
        """Steps that are to come first or last: of those spoken of, else of their sort."""
        text = line_text(sentence)
        match = step_words.FIRST.search(text)
        first = match is not None
        match = match or step_words.LAST.search(text)
        if match is None:
            return False
        at = index_at(text, match.start())
        near = [n for n, piece in enumerate(sentence[:at]) if piece.steps]
        following = [n for n in range(at, len(sentence)) if sentence[n].steps]
        spoken = [*near[-1:], *following]
        main = self._side(sentence, spoken[0], 0) if spoken else groups[0]
        others = tuple(n for n in dict.fromkeys(self._everything) if n not in main.steps)
        related = {n for r in self.found for side in (r.one, r.other) for n in side.steps}
        if main.steps and set(main.steps) <= related:
            return True
        if others:
            one, other = (main, Side(others)) if first else (Side(others), main)
            self._before(one, other)
        else:
            self.found.append(Relation(Asked.FIRST_OF_ITS_SORT if first else Asked.LAST_OF_ITS_SORT, main))
        return True


def _of(groups: list[Side], step: int) -> Side:
    side = next(side for side in groups if step in side.steps)
    return replace(side, steps=(step,))


def _says_over(line: Line) -> bool:
    said = [piece.text for piece in line]
    return any(word in step_words.OVER for word in said) and not any(word in step_words.BEGUN for word in said)


def _groups(sentence: Line, start: int, stop: int) -> list[int]:
    return [n for n in range(start, stop) if sentence[n].steps]


def _markers(sentence: Line) -> Iterator[tuple[str, int, int]]:
    """Words that put one side before another: which, and from which piece to which."""
    text = line_text(sentence)
    found: list[tuple[int, int, str]] = []
    for kind, pattern in step_words.ORDERS:
        for match in pattern.finditer(text):
            start, stop = index_at(text, match.start()), index_at(text, match.end() - 1) + 1
            if not any(a < stop and start < b for a, b, _ in found):
                found.append((start, stop, kind))
    denied = any(piece.text in step_words.NOT for piece in sentence)
    for number, piece in enumerate(sentence):
        if (
            piece.text == "without"
            and denied
            and _groups(sentence, 0, number)
            and _groups(sentence, number, len(sentence))
        ):
            found.append((number, number + 1, "held"))
    for start, stop, kind in sorted(found):
        yield kind, start, stop


def _parted(sentence: Line) -> Line:
    """The sentence with "... before step 5 and step 7 after ..." parted where the second relation begins."""
    markers = list(_markers(sentence))
    for (kind, _, stop), (_, start, _) in pairwise(markers):
        groups = _groups(sentence, stop, start)
        if len(groups) == 1 and kind != "then" and sentence[start - 1].text not in step_words.OPENERS:
            piece = sentence[groups[0]]
            if len(piece.steps) > 1:
                ones = replace(piece, steps=piece.steps[:-1])
                last = replace(piece, steps=piece.steps[-1:])
                return (*sentence[: groups[0]], ones, Piece("and"), last, *sentence[groups[0] + 1 :])
    return sentence


def sentences(line: Line) -> Iterator[Line]:
    """Yield the sentences of a line, without the marks that end them."""
    start = 0
    for number, piece in enumerate(line):
        if piece.text in (".", ";", "!", "?"):
            yield line[start:number]
            start = number + 1
    if start < len(line):
        yield line[start:]
