"""What a reading leaves over of a clause though it turns or narrows the meaning: such a reading is refused.

A deed that nothing was read of, an exception of nothing that is named, a way between two places read as the places,
somebody who is to do it where others could.
"""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.domains.context import DeedEntry
from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue, known_words
from plancritic.mentions.items import DeedHint, Item
from plancritic.mentions.linking import Linker
from plancritic.mentions.text import stem
from plancritic.mentions.world import World
from plancritic.pddl.language import Constraint, FactEffect

_WAYS = words("road leg stretch route path link segment section passage way footpath street")
_COMMON = known_words() | {stem("lift"), stem("out"), stem("pick"), stem("touch")}
_MARKS = words(", ; . ! ? :")
_LIGHT = words("the a an our that")
_TIMES = words("when if while after before once during until till as on")


def leftovers(
    items: tuple[Item, ...], used: frozenset[int], constraints: tuple[Constraint, ...], linker: Linker
) -> Iterator[str]:
    """Yield what the reading that accounts for `used` leaves over, in words."""
    yield from _deeds(items, used, constraints, linker)
    yield from _exceptions(items)
    yield from _doers(items, constraints, linker)


def _deeds(
    items: tuple[Item, ...], used: frozenset[int], constraints: tuple[Constraint, ...], linker: Linker
) -> Iterator[str]:
    """Deeds and actions that nothing was read of: "clear branch B" is not "be at B", "nobody walks" not "drives"."""
    spoken = {atom.predicate for constraint in constraints for atom in constraint.atoms()}
    names = {name for constraint in constraints for atom in constraint.atoms() for name in atom.arguments}
    for item in items:
        if item.named() or item.has(Cue.STAY, Cue.FILLER, Cue.UNDO) or {stem(w) for w in item.text.split()} <= _COMMON:
            continue
        deeds = [linker.context.deeds[s.deed] for s in item.senses if isinstance(s, DeedHint) and s.done]
        action = not item.senses and item.start not in used and _acts_otherwise(item, spoken, linker)
        if action or any(not _done(deed, spoken, names, item, linker) for deed in deeds):
            yield f"I cannot tell what {item.text!r} asks to be done"


def _acts_otherwise(item: Item, spoken: set[str], linker: Linker) -> bool:
    """Return whether a word is of an action's verb, and the reading speaks of nothing that the action changes."""
    root = stem(item.text)
    changed: set[str] = set()
    for name, action in linker.context.actions.items():
        if root not in known_words() and any(stem(word) == root for verb in action.verbs for word in verb.split()):
            effects = linker.world.domain.actions[name]
            changed |= {
                effect.atom.predicate
                for effect in (*effects.effects_at_start, *effects.effects_at_end)
                if isinstance(effect, FactEffect)
            }
    return bool(changed) and not changed & spoken


def _done(deed: DeedEntry, spoken: set[str], names: set[str], item: Item, linker: Linker) -> bool:
    """Return whether a reading speaks of what a deed is done to, of what it comes to, or of its being done."""
    if any(linker.world.problem.is_a(name, deed.type) for name in names):
        return True
    told = {hint.predicate for hint in item.hints()}
    told |= {text.strip("(").split()[0].rstrip(")") for case in deed.cases for text in case.done}
    for action in linker.world.domain.actions.values():
        effects = [e for e in (*action.effects_at_start, *action.effects_at_end) if isinstance(e, FactEffect)]
        touched = {effect.atom.predicate for effect in effects}
        if touched & told:
            told |= touched - set(linker.world.positions.values())
    return bool(told & spoken)


def _exceptions(items: tuple[Item, ...]) -> Iterator[str]:
    """Exceptions that name nothing: "except on the way home"."""
    for number, item in enumerate(items):
        if not item.has(Cue.EXCEPT) or item.named() or item.has(Cue.JOIN, Cue.NOT):
            continue
        stop = next((n for n in range(number + 1, len(items)) if items[n].text in _MARKS), len(items))
        following = [i for i in items[number + 1 : stop] if i.text not in _LIGHT]
        timed = bool(following) and following[0].text.split()[0] in _TIMES
        if timed or not any(i.named() for i in following):
            yield f"I cannot tell what {item.text!r} excludes"


def reject_ways(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> Iterator[str]:
    """Yield ways between two places that are read as the places: "avoid the road between market and school"."""
    positions = set(world.positions.values())
    if not all(a.predicate in positions and a.arguments[0] in world.positions for c in constraints for a in c.atoms()):
        return
    spoken = {atom.arguments[-1] for c in constraints for atom in c.atoms()}
    said = [item for item in items if item.text not in ("the", "our", "a")]
    for number, item in enumerate(said[:-3]):
        join = "and" if item.text == "between" else "to" if item.text == "from" else None
        way = item.text == "between" or (number and said[number - 1].text in _WAYS)
        one, to, other = said[number + 1 : number + 4]
        if not way or to.text != join:
            continue
        ends = {place for i in (one, other) for name in i.named() for place in name.objects}
        if one.named() and other.named() and ends <= world.places and ends & spoken:
            yield f"I cannot tell what you want of the way {item.text} {one.text!r} {join} {other.text!r}"


def _doers(items: tuple[Item, ...], constraints: tuple[Constraint, ...], linker: Linker) -> Iterator[str]:
    """Somebody named who is to do what others of the same sort could do, where the reading does not speak of them."""
    world = linker.world
    spoken = {name for c in constraints for atom in c.atoms() for name in atom.arguments}
    for number, item in enumerate(items):
        senses = item.named()
        if len(senses) != 1 or senses[0].kind != "object" or len(senses[0].objects) != 1:
            continue
        name = senses[0].objects[0]
        alike = world.problem.objects_of(world.problem.objects[name])
        if name in spoken or name in world.places or len(alike) < 2 or not _agent(name, constraints, linker):
            continue
        if (number and items[number - 1].text in ("by", "with", "using", "the", "have", "let")) or number == 0:
            yield f"I cannot read that {item.text!r} must be the one who does it"


def _agent(name: str, constraints: tuple[Constraint, ...], linker: Linker) -> bool:
    """Return whether somebody can bring about what the constraints speak of."""
    return any(name in linker.world.agents(atom.predicate) for c in constraints for atom in c.atoms())
