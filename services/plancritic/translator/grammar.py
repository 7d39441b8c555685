"""The words of English that say how facts are meant: negation, order, time, quantity. No domain is known here."""

from __future__ import annotations

import re
from enum import StrEnum

from plancritic.translator.text import stems


class Cue(StrEnum):
    """What a word or phrase does to the facts around it."""

    NOT = "not"
    EXCEPT = "except"
    AWAY = "away"
    ONLY = "only"
    BEFORE = "before"
    AFTER = "after"
    UNTIL = "until"
    WHILE = "while"
    YET = "yet"
    FIRST = "first"
    THEN = "then"
    BEAT = "beat"
    WAIT = "wait"
    FOR = "for"
    SEQUENCE = "sequence"
    END = "end"
    ALWAYS = "always"
    EVER = "ever"
    SOMETIME = "sometime"
    AT_MOST_ONCE = "at most once"
    WHENEVER = "whenever"
    MOVE = "move"
    SET_OUT = "set out"
    STAY = "stay"
    GONE = "gone"
    THERE = "there"
    UNDO = "undo"
    IT = "it"
    THEM = "them"
    JOIN = "join"
    FILLER = "filler"
    REPLY = "reply"


_PHRASES: dict[Cue, tuple[str, ...]] = {
    Cue.NOT: (
        "not", "no", "none", "never", "without", "neither", "nobody", "no one", "nothing", "not a single",
        "not one", "not any", "not a", "avoid", "refrain from", "forbid", "forbidden", "prohibit", "prohibited", "ban",
        "banned", "prevent", "rule out", "no longer", "not any longer", "any longer not", "not any more", "fail to",
        "forget", "omit", "neglect", "off limits", "out of bounds", "no go", "no way", "instead of", "under no circumstances",
        "at no time", "at no point", "in no case", "on no account", "nowhere", "out of the question", "unacceptable",
        "reject", "nix", "zero", "hands off", "must stop", "do away with", "not ever", "never ever", "not even one", "no entry",
        "taboo", "barred", "not allowed", "not permitted", "not acceptable", "veto",
    ),
    Cue.EXCEPT: ("except", "except for", "but", "other than", "apart from", "besides", "excluding", "save", "save for",
                 "aside from", "with the exception of", "bar", "different from", "elsewhere than", "but not", "else than"),
    Cue.AWAY: ("away from", "elsewhere", "outside", "absent from", "clear of", "keep off", "keep out of", "keep clear of", "steer clear of",
               "stay clear of", "stay off", "stay out of", "out of", "missing from", "shy of", "keep away from", "stay away from"),
    Cue.ONLY: ("only", "solely", "exclusively", "just"),
    Cue.BEFORE: ("before", "ahead of", "prior to", "earlier than", "sooner than", "precede", "in advance of", "by the time",
                 "come before", "go before", "ere", "preceding", "take precedence over", "faster than", "quicker than", "lead"),
    Cue.AFTER: ("after", "later than", "following", "once", "as soon as", "only once", "only after", "only when",
                "only if", "subsequent to", "not before", "not until", "no sooner than", "no earlier than", "provided that", "provided",
                "depend on", "follow", "conditional on", "behind", "not earlier than", "not sooner than", "as of when", "contingent on", "not till"),
    Cue.UNTIL: ("until", "till", "til", "until such time as", "unless", "until after", "unless and until", "up until",
                "up to the moment", "except when", "pending"),
    Cue.WHILE: ("when", "while", "if", "as long as", "so long as", "with", "whilst", "where"),
    Cue.YET: ("yet", "already", "so far", "beforehand"),
    Cue.FIRST: ("first", "at first", "firstly", "to begin with", "in first place", "first of all", "one", "earlier", "start with", "number one"),
    Cue.THEN: ("then", "next", "afterward", "after that", "only then", "later", "second", "secondly", "two", "last",
               "thereafter", "subsequently", "after", "and then", "in turn", "follow by", "number two"),
    Cue.BEAT: ("beat", "overtake", "outrun", "outpace", "get ahead of", "be ahead of", "pre empt", "jump ahead of"),
    Cue.WAIT: ("wait", "await", "hold", "hold back", "hold off", "delay", "postpone", "hold position"),
    Cue.FOR: ("for", "on"),
    Cue.SEQUENCE: ("sequence", "order", "in that order", "sequence of arrival", "arrival sequence", "arrival order", "priority"),
    Cue.END: (
        "xend", "end", "finish", "at the end", "in the end", "end up", "finish up", "wind up", "wind down", "conclude", "final", "finally",
        "terminate", "terminal", "termination", "at the finish", "by the finish", "at the close", "by the close", "close out",
        "endex", "at last", "ultimately", "ending", "wrap up", "by the end", "complete", "completion",
        "when finish", "when do", "when all is do", "eventually end", "final state", "end state", "end with", "finish with", "end up in", "end up at",
        "leave at", "last place", "at the conclusion", "closing", "come to rest", "resting place", "back at", "back in", "last position",
    ),
    Cue.ALWAYS: ("always", "throughout", "at all times", "all the time", "the whole time", "whole time", "entire plan", "for the duration",
                 "at any time", "at any stage", "at any moment", "at any point", "whole plan", "entire time", "permanently", "the entire run",
                 "from start to finish", "from beginning to end", "all along", "at every moment", "at all", "constantly", "continuously", "the whole run", "whatsoever", "for good", "any time"),
    Cue.EVER: ("ever", "even once", "once"),
    Cue.SOMETIME: ("sometime", "some time", "at some time", "at some point", "at some stage", "one or more times", "at least once", "in the course of",
                   "during the run", "during the plan", "somewhere along the way", "some moment", "a moment", "at any time of your choosing",
                   "at one point", "at least one time", "along the way", "during", "one of", "eventually", "on the way", "in passing", "some stage", "some point", "whenever it suit"),
    Cue.AT_MOST_ONCE: ("at most once", "at most one time", "no more than once", "not more than once", "only once", "just once", "once only",
                       "at most one visit", "not twice", "never twice", "one visit no more", "a single time", "once and only once", "not more than one time", "no more than one time", "once at most", "no more than one visit"),
    Cue.WHENEVER: ("whenever", "every time", "each time", "any time that"),
    Cue.MOVE: ("move", "first move", "go anywhere", "budge", "stir", "sail", "keep still", "stand still", "stay still", "be still", "still", "stay put", "sit tight",
               "stationary", "motionless", "stay where it be", "make a move", "stay where they be", "immobile", "movement", "motion", "go nowhere", "go anywhere at all",
               "sailing order", "set in motion", "start moving", "get going", "send out", "start up", "hold still", "hold position", "an inch", "moor", "at anchor", "anchor", "travel", "under way", "get under way"),
    Cue.SET_OUT: ("leave", "depart", "set off", "set out", "set sail", "cast off", "go away from", "departure", "release",
                  "let go", "move off", "head out", "go out", "start out", "quit", "exit", "take off", "abandon", "clear out of", "sail off", "pull out of", "move away from", "sail out"),
    Cue.STAY: ("stay", "remain", "keep", "leave", "still there", "in place", "untouched", "intact", "alone", "undisturbed",
               "spare", "survive", "be there", "left in", "persist", "let be", "preserve", "retain", "leave in", "behind", "where it be", "where they be", "as it be",
               "as they be", "in position", "still be there", "left over", "still in", "be still there", "in the water", "unmoved", "unremoved", "safe", "be present", "in situ", "conserve", "maintain", "around", "unremoved", "unaffected"),
    Cue.GONE: ("remove", "removal", "clear", "clean", "take out", "out", "go", "away", "lift", "eliminate", "eradicate", "touch", "disturb", "dispose",
               "extract", "haul", "pull", "sweep", "rid", "disappear", "vanish", "tamper with", "move", "get out", "take", "out of", "dredge", "destroy", "dealt with", "deal with", "free of", "pull out", "fish out",
               "clearance", "clearing", "cleanup", "scoop", "handle", "interfere with", "shift", "collect", "pick up", "cleaned up", "clean up", "clear away", "clear up", "clear out", "tidy", "purge", "free from", "absent"),
    Cue.THERE: ("there", "that place", "that spot", "that way", "their way", "alongside", "that point", "that direction"),
    Cue.UNDO: ("remove", "lift", "drop", "end", "cancel", "revoke", "take off", "take away", "withdraw", "rescind", "be rid of", "get rid of", "undo", "suspend", "waive", "relax", "shed"),
    Cue.IT: ("it", "that", "this"),
    Cue.THEM: ("them", "they", "the two of them", "both of them", "the two", "those", "these"),
    Cue.JOIN: ("and", "but", "while", "so", "with", "whereas", "also", "plus", "in addition", "apart from that", "though", "although", "moreover", "because", "since",
               "besides that", "as well", "too", "additionally", "furthermore", "then", "yet", "otherwise", "on top of that", "at the same time"),
    Cue.FILLER: ("no matter", "no doubt", "no problem", "it does not matter", "does not matter", "do not matter", "do not mind", "not only", "why not", "whether or not",
                 "when it come to", "do not care", "no later than", "if possible", "as well as", "as long as it take", "how long it take", "long it take", "regardless", "no stragglers", "not least", "one hundred percent",
                 "like", "would like", "with anything", "the first leg", "make sure", "see to it", "no exception", "without exception", "without fail", "without delay", "be sure", "if you can", "can not stress enough", "if you could", "where possible", "in this plan", "with care", "be happy if", "be glad if", "be great if", "be good if", "prefer if", "appreciate it if", "be nice if", "would you mind", "do you mind", "if need be", "not sure why", "no hurry", "no rush"),
}  # fmt: skip


def cue_phrases() -> dict[tuple[str, ...], set[Cue]]:
    """All cue phrases by their stems; one phrase may be several cues."""
    found: dict[tuple[str, ...], set[Cue]] = {}
    for cue, phrases in _PHRASES.items():
        for phrase in phrases:
            found.setdefault(stems(phrase), set()).add(cue)
    return found


#: Words that may stand inside a phrase without changing it.
LIGHT = frozenset(
    stem
    for word in [
        "the",
        "a",
        "an",
        "any",
        "all",
        "our",
        "your",
        "their",
        "its",
        "his",
        "my",
        "of",
        "be",
        "is",
        "will",
        "would",
        "shall",
        "should",
        "must",
        "may",
        "can",
        "could",
        "have",
        "has",
        "to",
        "do",
        "please",
        "also",
        "really",
        "quite",
        "very",
        "ever",
        "still",
        "again",
        "fully",
        "entirely",
        "completely",
        "totally",
        "just",
        "been",
        "being",
        "whole",
        "both",
        "lie",
        "which",
        "that",
        "whatever",
    ]
    for stem in stems(word)
)

_OVER = r"(?:over|done|finished|finishes|complete|completed|completes|ends|ended|end|finish|executed|been executed|run its course|through|closes|closed|concluded|concludes|wrapped up|up|accomplished)"
_RUN = r"(?:the |this |our |its |your )?(?:whole |entire )?(?:plan|mission|job|operation|operations|run|work|thing|day|task|exercise|programme|program|schedule)"
_ENDS = re.compile(
    rf"\b(?:once|when|whenever|after|before|until|till|at|by|by the time|as soon as|upon|in|on|prior to|at the time|come)\s+"
    rf"(?:(?:{_RUN}|everything|all|it|that|we|you|they|the imaging)\s+(?:is |has |have |are |'s |was |will be )?(?:all |been |fully )?{_OVER}"
    rf"|(?:the )?(?:very )?(?:end|close|conclusion|completion|finish|ending)\s+of\s+{_RUN}"
    rf"|{_RUN}\s+(?:end|close|completion|finish|conclusion|termination)"
    rf"|(?:the )?(?:plan|mission) end|(?:plan|mission) completion|(?:finished|done)\b)"
    rf"|\b(?:the )?(?:end|close|completion) of {_RUN}\b|\bend of the day\b|\bat plan end\b"
    rf"|\b(?:the )?(?:very end)\b|\bwhen (?:you|we) (?:finish|are done|are finished|close|wrap up|end|conclude)\b|\bbefore (?:you|we) (?:finish|end|close|conclude)\b"
    rf"|\bprior to end of plan\b|\b(?:conclude|end|finish|close|terminate|complete|wind up|wrap up|finish up|completes|ends|concludes) (?:{_RUN})\b"
)


def mark_end(text: str) -> str:
    """The statement with every phrase that means the plan's end written as one word."""
    return _ENDS.sub(" xend ", text)
