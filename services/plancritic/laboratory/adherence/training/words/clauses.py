"""What may be said of a fact: subjects and verb phrases, found in the templates and verbs of its predicate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.domains import PredicateEntry
from plancritic.laboratory.adherence.training.words.english import base_form, english_words, gerund, nominal, participle

#: What a state is asked of: one moment, a stretch of time, the end.
Span = Literal["moment", "stretch", "end"]

_FINITE = "is|has|becomes|gets|comes|stays|remains|can"
_OF_THE_FIRST = re.compile(r"\{0\} ([a-z]+)( .*)?")
_OF_A_PHRASE = re.compile(rf"(.+?) ({_FINITE})( .*)?")
_PLACE = re.compile(r"\{(\d)\}")
#: Not what merely happens to the subject; "come to a stop" is done.
_ACTING = re.compile(r"(?!(be|become|come|have|get|lose)\b)|come to a stop\b")
#: Verbs, with a particle or without, that are said of their object in the passive.
_PASSIVE = re.compile(r"\w+( (up|off|on|out|down|over|away))?")
#: Said of the thing that is kept from, not of the one who keeps away ("be off limits").
_OF_THE_PLACE = re.compile(r"be |leave out|never ")


@dataclass(frozen=True, slots=True)
class Clause:
    """A subject and a verb phrase in its base form, with `{0}`, `{1}` for the fact's arguments.

    `negative`: the verb phrase is to be negated ("the scout", "be at A", negative: "the scout is not at A").
    `acting`: the subject does something and so can be told to.
    """

    subject: str
    phrase: str
    negative: bool = False
    acting: bool = False


def state_clauses(entry: PredicateEntry, arity: int, positive: bool, span: Span) -> list[Clause]:
    """How it is put that a literal holds; the first is that of the predicate's template, the others by its verbs."""
    template = entry.holds if positive else entry.fails
    read = read_template(template)
    if read is None:
        return []
    found = [read]
    for verb in entry.verbs.holds if positive else entry.verbs.fails:
        negative, phrase = verb.startswith("not "), verb.removeprefix("not ")
        if not _fits(phrase, span, read):
            continue
        if (arity == 1 and read.subject == "{0}") or (arity > 1 and _names_all(read.subject, arity)):
            if re.match(r"(be|stay|remain|have (?!been )) ?", phrase):
                found.append(Clause(read.subject, phrase, negative))
        elif arity == 2 and _is_about_two(read) and _takes_object(phrase) and (positive or not negative):
            found.append(Clause("{0}", f"{phrase} {{1}}", negative, acting=not phrase.startswith("be ")))
    if positive and (made := _made(entry.starts, arity)) is not None:
        subject, rest = made
        for verb in entry.verbs.holds:
            if re.fullmatch(r"(be|have been) \w+ed", verb):
                found.append(Clause("{0}", f"{verb} {rest}"))
            elif verb.startswith("be "):
                found.append(Clause(subject, verb))
    # "Restricted" says of itself that it is not open; "not at A" has only verbs of avoiding, which are said otherwise.
    return found if positive or arity == 1 or not read.negative else found[:1]


def change_clauses(entry: PredicateEntry, arity: int, positive: bool, of_actions: frozenset[str]) -> list[Clause]:
    """How it is put that a literal comes to hold, by template and verbs; `of_actions` are surely verbs."""
    template = entry.starts if positive else entry.stops
    read = read_template(template)
    if read is None:
        return []
    found = [read]
    verbs = entry.verbs.starts if positive else entry.verbs.stops
    if read.acting and arity == 2 and _is_about_two(read):
        found += [
            Clause("{0}", f"{verb} {{1}}", acting=True)
            for verb in verbs
            if _takes_object(verb) and not _begins(verb, english_words().on_the_way) and not verb.startswith("be ")
        ]
    if read.acting and arity == 1 and read.subject == "{0}":
        found += [Clause("{0}", verb, acting=True) for verb in verbs if re.match(r"(begin|start|finish|stop) ", verb)]
    if arity == 2 and re.fullmatch(r"be .* by \{1\}", read.phrase) and read.subject == "{0}":
        # Done by the second to the first: said of the doer too.
        found += [Clause("{1}", with_object(verb, "{0}"), acting=True) for verb in verbs]
    elif read.subject == "{0}" and arity == 1 and read.phrase.startswith("be "):
        found += [
            Clause("{0}", f"be {participle(verb)}")
            for verb in sure_verbs(verbs, of_actions)
            if _PASSIVE.fullmatch(verb) and not _begins(verb, english_words().without_passive)
        ]
    if positive and (made := _made(template, arity)) is not None:
        found += [
            Clause("{0}", f"be {participle(verb)} {made[1]}")
            for verb in verbs
            if verb in of_actions and " " not in verb
        ]
    return found


def orders(entry: PredicateEntry, arity: int, positive: bool, of_actions: frozenset[str]) -> list[str]:
    """Orders that bring a literal about ("scout {0}", "switch {0} off"), where nobody is named who does it."""
    read = read_template(entry.starts if positive else entry.stops)
    if read is None or read.acting or not re.match(r"(be|become) ", read.phrase) or " by {1}" in read.phrase:
        return []
    verbs = sure_verbs(entry.verbs.starts if positive else entry.verbs.stops, of_actions)
    verbs = [verb for verb in verbs if "the way" not in verb and not verb.startswith("be ")]
    if read.subject == "{0}" and arity == 1:
        return [with_object(verb, "{0}") for verb in verbs if not re.search(r" (access|passage)$", verb)]
    if not _names_all(read.subject, arity):
        return []
    if positive and (made := _made(entry.starts, arity)) is not None:
        # "Take a picture of {0} in mode {1}", "photograph {0} in mode {1}".
        taken = [verb for verb in verbs if re.fullmatch(r"\w+ (an?|the) \w+ of", verb)]
        return [f"{verb} {{0}} {made[1]}" for verb in (*taken, *(verb for verb in verbs if verb in of_actions))]
    return [f"{verb} {read.subject}" for verb in verbs if " " not in verb]


def shunning(entry: PredicateEntry, arity: int) -> list[str]:
    """Verb phrases for keeping out of a literal of two arguments ("stay away from {1}")."""
    read = read_template(entry.starts)
    if arity != 2 or read is None or not (read.acting and _is_about_two(read)):
        return []
    return [
        f"{verb} {{1}}" for verb in entry.verbs.fails if not _OF_THE_PLACE.match(verb) and _takes_object(verb, "clear")
    ]


def nominals(entry: PredicateEntry, arity: int, positive: bool, of_actions: frozenset[str]) -> list[str]:
    """Noun phrases for the change into a literal: "{0}'s arrival at {1}", "the scouting of {0}", "approval of {0}"."""
    verbs = list(entry.verbs.starts if positive else entry.verbs.stops)
    found = []
    for clause in change_clauses(entry, arity, positive, of_actions):
        if clause.acting and clause.subject == "{0}" and clause.phrase.endswith(" {1}"):
            noun = nominal(clause.phrase.removesuffix(" {1}"))
            found += [f"{{0}}'s {noun} {{1}}"] if noun is not None else []
    if positive and (made := _made(entry.starts, arity)) is not None:
        return [made[0], *(f"the {verb} {{0}} {made[1]}" for verb in verbs if _OF_A_NOUN.fullmatch(verb))]
    for order in orders(entry, arity, positive, of_actions):
        if order.endswith(" {0}") and " " not in (verb := order.removesuffix(" {0}")):
            found += [f"the {nominal(verb) or f'{gerund(verb)} of'} {{0}}"]
        elif order.endswith(" {0}"):
            found.append(gerund(order))
    return found


def without_place(template: str, place: int, nouns: Sequence[str]) -> str:
    """The template without the words about an argument, where it can do without: "in mode {1}", "by {1}"."""
    for words in (*(rf"\w+ {re.escape(noun)}" for noun in nouns), "by"):
        template = re.sub(rf" {words} \{{{place}\}}(?=\W|$)", "", template)
    return template


def is_place(entry: PredicateEntry, arity: int) -> bool:
    """Whether the second argument is where the first may go to."""
    read = read_template(entry.starts)
    goes = read is not None and read.acting and _is_about_two(read)
    return arity == 2 and goes and not {"go to", "move to", "travel to"}.isdisjoint(entry.verbs.starts)


def read_template(template: str) -> Clause | None:
    """Subject and verb phrase of a template; None where its verb is not found."""
    if (found := _OF_THE_FIRST.fullmatch(template)) and found[1] not in ("and", "or", "of"):
        subject = "{0}"
    elif found := _OF_A_PHRASE.fullmatch(template):
        subject = found[1]
    else:
        return None
    finite, _, rest = template[len(subject) + 1 :].partition(" ")
    if finite in ("can", "cannot"):
        return None
    if finite in ("is", "does") and rest.startswith("not "):
        phrase = rest.removeprefix("not ")
        return Clause(subject, f"be {phrase}" if finite == "is" else phrase, negative=True)
    phrase = base_form(f"{finite} {rest}".strip())
    acting = subject == "{0}" and _ACTING.match(phrase) is not None
    return Clause(subject, phrase, acting=acting)


def fill(template: str, names: Mapping[int, str]) -> str:
    """The template with a phrase for each argument."""
    return _PLACE.sub(lambda found: names[int(found[1])], template)


def _made(starts: str, arity: int) -> tuple[str, str] | None:
    """ "the image of {0} in mode {1}" and "in mode {1}": what is made of the first argument; None for other facts."""
    read = read_template(starts)
    if read is None or arity != 2 or not read.phrase.startswith("be "):
        return None
    match = re.fullmatch(r"the \w+ of \{0\} (\w.*\{1\}.*)", read.subject)
    return (read.subject, match[1]) if match is not None else None


def _names_all(subject: str, arity: int) -> bool:
    return all(f"{{{place}}}" in subject for place in range(arity))


def _is_about_two(clause: Clause) -> bool:
    return clause.subject == "{0}" and clause.phrase.endswith("{1}")


def _takes_object(verb: str, *more: str) -> bool:
    words = english_words()
    return verb.rsplit(" ", 1)[-1] in {*words.prepositions, *more} or verb in words.transitive


def _begins(phrase: str, openings: tuple[str, ...]) -> bool:
    """Whether a phrase begins with one of these words."""
    return any(re.match(rf"{re.escape(opening)}\b", phrase) for opening in openings)


def _fits(phrase: str, span: Span, usual: Clause) -> bool:
    """Whether a verb says that a state is so at a moment, for a stretch of time, or at the end."""
    words = english_words()
    if _begins(phrase, words.ending):
        return span == "end"
    if _begins(phrase, words.staying):
        return span == "stretch"
    # Of "be at" and "stop at" the second is a coming to be.
    return span == "end" or phrase.startswith("be ") or not usual.phrase.startswith("be ")


def with_object(verb: str, thing: str) -> str:
    """ "take the wreck in tow" for "take in tow"."""
    first, *more = verb.split(" ")
    if not more or more[-1] in ("of", "on", "for", "to"):
        return f"{verb} {thing}"
    return f"{first} {thing} {' '.join(more)}"


def sure_verbs(verbs: Sequence[str], of_actions: frozenset[str]) -> list[str]:
    """Those that are orders ("scout", "take a picture of"), not nouns ("observation", "picture of", "approval")."""
    nouns = {verb.removesuffix(" of") for verb in verbs if verb.endswith(" of") and " " not in verb[:-3]}
    return [verb for verb in verbs if verb in of_actions or not (_NOUN.search(verb.split(" ")[0]) or verb in nouns)]


#: "image of", "photograph of": what is made of its object.
_OF_A_NOUN = re.compile(r"[a-z]+ of")
_NOUN = re.compile(r"((?<!e)al|ance|ence|[ts]ion|ment|ure|ess|shot|photo|official|permission)$")
