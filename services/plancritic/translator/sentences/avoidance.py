"""Idioms that deny without a word of denial, put plainly: "give A a miss" is "avoid A".

Those that have a word of denial and deny nothing ("without doubt", "nothing better than") lose it. A repeated denial
("never at Star0, not even once") is said once: denials of one thing are counted.
"""

from __future__ import annotations

import re

_THE = r"(?:(?:an?|the|its|their|your|his|her|our|my|some|any) )?"
_WHAT = r"(?P<what>[^,.;:!?]+?)"
_ZONE = (
    r"(?:(?:strict|strictly|total|totally|absolute|absolutely|complete|permanent|declared|official|temporary) )?"
    r"(?:(?:exclusion|no[- ]?go|no[- ]?fly|no[- ]?entry|keep[- ]?out|stay[- ]?away|danger|forbidden|hands[- ]?off|"
    r"off[- ]?limits|out[- ]of[- ]bounds|banned|enemy|hostile|dead|black) "
    r"(?:zones?|areas?|places?|spots?|territory|regions?|grounds?|sectors?|waypoints?|locations?|points?|directions?|"
    r"stars?|targets?|waters?|land)|no[- ]man'?s[- ]land|no[- ]go)"
)
_TREATED = (
    r"(?:treat|treated|treating|declare|declared|declaring|consider|considered|regard|regarded|mark|marked|designate|"
    r"designated|view|viewed|see|seen|class|classed|classify|classified|count|counted|make|made|making)"
)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


#: What people say, and how it is said plainly; the first that fits a place of the text is taken.
_PLAINLY: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        _pattern(
            r"\bgiv(?:e|es|ing|en) (?P<what>(?:(?!\bgiv)[^,.;:!?])+?) (?:an?|the) "
            r"(?:(?:very|really|good|big|nice|complete|total) )*"
            r"(?:miss|skip|rest|pass|(?:wide|broad|generous) (?:berth|margin|clearance|body swerve)|cold shoulder|"
            r"body swerve|go-?by|heave-?ho)\b"
        ),
        r"avoid \g<what>",
    ),
    (
        _pattern(
            rf"\b(?:keep|keeps|keeping|kept|stay|stays|staying|maintain|maintains|remain|remains|hold|holds)"
            rf"(?: {_WHAT})?? (?:at )?(?:an?|the|its|their|your|his|her|our|some|every|all) "
            r"(?:(?:safe|good|healthy|respectful|proper|wide|fair|due|certain|considerable) )*"
            r"distances? (?:from|to|of)\b"
        ),
        r"keep \g<what> away from",
    ),
    (
        # "A is to be treated as an exclusion zone", "treat A as a no-go area", "A is a danger zone".
        _pattern(rf"\b(is|are|be|remains?|stays?) (?:to be )?{_TREATED}(?: (?:as|to be|like))? {_THE}{_ZONE}\b"),
        r"\1 off limits",
    ),
    (
        _pattern(rf"\b{_TREATED} {_WHAT}(?: (?:as|to be|like|into))? (?:an?|the) {_ZONE}\b"),
        r"\g<what> is off limits",
    ),
    (
        _pattern(rf"\b(is|are|be|as|remains?|stays?|becomes?)(?: (?:now|currently|still|to be))? {_THE}{_ZONE}\b"),
        r"\1 off limits",
    ),
    (
        _pattern(r"\b(is|are|be) (?:no place|no spot|not (?:a|the) place|the wrong place) (?:for|to)\b"),
        r"\1 off limits to",
    ),
    (
        _pattern(
            r"\b(?:turn|turns|turning) (?:your|its|their|his|her|our|the) backs? (?:on|to)\b"
            r"|\b(?:abstain|abstains|abstaining|desist|desists|desisting|shy away|shies away|back away|recoil|retreat|"
            r"keep well back|steer away|stand clear|hold aloof|stay aloof|keep aloof|hold off) from\b"
            r"|\b(?:ha(?:ve|s) nothing to do with|dispense with|pass(?:es)? (?:on|up)|"
            r"give(?:s)? up(?: on)?|miss(?:es)? out(?: on)?|opt(?:s)? out of|drop(?:s)? out of|fight(?:s)? shy of)"
            r"(?= (?!(?:the )?(?:opportunity|left|right)|it\b|to\b|through\b|via\b|from\b|by\b|at\b))"
            r"|\b(?:make|makes|take|takes|do|does) (?:an?|the|some) (?:\w+ )?(?:detour|bypass|loop|curve|bend|bow|arc) "
            r"(?:round|around|past|about)\b"
        ),
        "avoid",
    ),
    (
        _pattern(
            r"\b(?:cross|crosses|strike|strikes|take|takes|cut|cuts|scratch|wipe|knock|drop|scrub|write|remove|"
            rf"delete|axe) {_WHAT} "
            r"(?:off|from|out of) (?:(?:the|our|your|its|their|my|any|every) )(?:\w+ )?"
            r"(?:lists?|routes?|maps?|itinerar(?:y|ies)|menu|plans?|schedules?|programmes?|charts?|agenda|tour)\b"
        ),
        r"avoid \g<what>",
    ),
    (
        _pattern(
            r"\b(?:pass|passes|passing) (?P<what>(?!by\b)[^,.;:!?]+?) by\b"
            r"(?=\s*(?:[,.;:!?]|$|with\b|altogether|entirely|completely))"
            r"|\b(?:miss|misses|cut|cuts|leave|leaves) (?P<out>(?!out\b)[^,.;:!?]{1,40}?) out of (?:it|this|things)\b"
        ),
        r"avoid \g<what>\g<out>",
    ),
    (
        _pattern(
            r"\b(?:scrap|cancel|scratch|axe|bin|ditch|shelve|call off|drop|forgo|scrub|nix) "
            r"(?P<what>(?:the|any|all|every|your|its|our|that|this) (?:\w+ ){0,2}?"
            r"(?:visits?|trips?|stops?|calls?|passes|excursions?|legs?|slews?|turns?|looks?|glances?))\b"
        ),
        r"avoid \g<what>",
    ),
    (
        _pattern(
            r"\b(?:stop|stops|quit|quits|cease|ceases|discontinue) "
            r"(?=(?:going|coming|visiting|passing|travelling|heading|looking|pointing|turning|facing|using|calling)\b)"
        ),
        "never ",
    ),
    (
        _pattern(
            r"\b(leave|leaves|leaving) (?P<what>(?!out\b)(?:(?!\band\b)[^,.;:!?]){1,40}?) out\b"
            r"(?! (?:of|at|in|on|there)\b)"
        ),
        r"\1 out \g<what>",
    ),
    (_pattern(r"(?<=\w )(\w+)-free\b(?=\s*(?:[,.;:!?]|$|at |in |until |all |the ))"), r"free of \1"),
    # Names are written with capitals: what is left alone of a thing that lies about is not taken away (`deeds`).
    (
        re.compile(
            r"\b(?:[Ll]eav(?:e|es|ing)|[Ll]et) (?P<what>(?:(?:way)?point |location |the )?[A-Z][A-Za-z]*\d*) "
            r"(?:well )?(?:alone|be|in peace|unvisited|to itself)(?=\s*(?:[,.;:!?]|$|with\b|please\b|all\b|at all\b))"
        ),
        r"avoid \g<what>",
    ),
    (
        re.compile(
            r"\b(?:[Kk]eep|[Ll]eave|[Hh]old)s? (?P<one>(?:(?:way)?point |location )?[A-Z][A-Za-z]*\d*)(?: \w+ly)? "
            r"(?:empty|vacant|deserted|unvisited|unoccupied)\b"
            r"|(?P<other>(?:\b[Ww]aypoint |\b[Pp]oint |\b[Ll]ocation )?\b[A-Z][A-Za-z]*\d*) "
            r"(?:(?:must|should|shall|is to|has to|ought to) )?(?:be|is|stays?|remains?)(?: left)?(?: \w+ly)? "
            r"(?:empty|vacant|deserted|unvisited|unoccupied)\b"
        ),
        r"nobody at \g<one>\g<other>",
    ),
    (_pattern(rf"\bbarred(?P<what> {_WHAT})??(?: from)\b".replace("(?P<what>[^", "(?:[^")), r"banned\g<what> from"),
    (_pattern(r"(?:^|(?<=[,.;:!?] )|(?<=please )|(?<=to ))bar (?P<what>[^,.;:!?]+?) from\b"), r"ban \g<what> from"),
    (
        _pattern(
            rf"\bspare {_WHAT} (?:an?|the|any|its|that|this) (?:\w+ )?"
            r"(?:visit|trip|stop|call|look|slew|detour|journey)\b"
        ),
        r"\g<what> avoid",
    ),
    (_pattern(r"\bspare (?:me|us|them|yourself|yourselves|everyone|everybody|everything) (?=[\w])"), "avoid "),
    # What to do about something to beware of is not said.
    (_pattern(r"\b(?:watch|look) out for\b"), "beware of"),
    (_pattern(r"\b(?:empty|devoid|void|vacant|bare|cleared) of\b"), "free of"),
    (_pattern(r"(?:^|(?<=[,.;:!?] ))(?:away|down|to hell|enough) (?:with|of) (?=[\w])"), "avoid "),
    (_pattern(r"\b(?:miss|misses|missing) (?=(?:the |way|[A-Z]\b|[A-Z]\w*\d))"), "avoid "),
)
_NO_BUSINESS = _pattern(
    r"\b(?:has|have|had|with|got|has got|have got) no (?:business|place|right|permission|"
    r"licence|license|clearance)(?: (?:to (?:be|go|come|look|point|visit)|being|going|coming))?"
    r"(?= (?:at|in|near|on|to|into|anywhere|\w+ing)\b)"
)
#: Denials that deny nothing, and what is left of them.
_EMPHASIS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        _pattern(
            r",? ?\b(?:without|beyond) (?:(?:an?|any|the slightest|further|more|much) )?"
            r"(?:doubt|question|fail|hesitation|ado|argument|discussion|fuss|dispute|compromise|reservations?)\b"
            r"|(?:,| -) no (?:questions?(?: asked)?|doubt|arguments?|discussion|excuses|"
            r"ifs,? (?:and|or)?,? ?(?:no )?buts|buts|compromise|two ways|mistake)(?: about it)?(?=\s*(?:[,.;:!?]|$))"
        ),
        "",
    ),
    (_pattern(r"\bthere(?:'s| is) no (?:doubt|question)(?: at all)?(?: that| but that|:)(?= )"), "please"),
    (
        _pattern(
            r"\b(?:i|we) (?:can't|cannot|can not|can hardly|can barely) wait (?:for|to (?:see|have)|until)\b"
            r"|\b(?:i|we)(?:'d| would)? (?:want|wish for|like|love|need|ask for|desire) nothing "
            r"(?:more|better|else|rather)(?: \w+)? than(?: (?:for|to (?:see|have)))?\b"
            r"|\bnothing (?:would|could|will) [\w ]{1,30}? (?:more|better|happier) than(?: (?:for|to (?:see|have)))?\b"
        ),
        "please",
    ),
    (
        _pattern(
            r"\bnothing (?:should|must|may|can|shall|will|is to|ought to) (?:keep|stop|prevent|hinder|hold|deter|bar) "
            rf"{_WHAT} (?:back )?from\b(?P<doing> \w+ing\b)?"
        ),
        r"please \g<what>\g<doing>",
    ),
)
#: A denial that is only repeated: ", not even once", ", not for a moment".
_REPEATED = _pattern(
    r"(?<=\w)(?:,| -)? (?:and )?(?:not even\b(?P<rest>[^,.;:!?]*)"
    r"|(?:not (?:once|ever|at all|at any (?:time|point|stage|price|cost)|under any circumstances|in any case|"
    r"for (?:a|one|any)(?: single)? (?:moment|second|minute|instant|day|hour|while)|by any means)|never ever|never|"
    r"no exceptions?|under no circumstances|on no account|at no (?:time|point|stage|moment)|no way)"
    r"(?: (?:at all|whatsoever|ever|please|of any kind))*)(?=\s*(?:[,.;:!?]|$))"
)
_DENIES = _pattern(
    r"\b(?:not|never|no|nobody|none|nothing|nowhere|neither|nor|avoid|without|cannot|forbid|forbidden)\b|n't\b"
    r"|\boff limits\b|\baway from\b|\bclear of\b|\bout of\b"
)
_VERBS = _pattern(r"\b(?:must|should|shall|may|can|is|are|be|go|goes|visit|visits|let|have|end|ends|do|does|to)\b")


def plainly_denied(sentence: str) -> str:
    """Return a sentence with idioms of avoidance as plain words, and with each denial said once."""
    text = sentence
    for pattern, plainly in (*_EMPHASIS, *_PLAINLY):
        text = pattern.sub(plainly, text)
    match = _NO_BUSINESS.search(text)
    # "Never send it there, it has no business there": the second denial would undo the first.
    if match is not None and _DENIES.search(text[: match.start()]) is None:
        text = f"{text[: match.start()]}must never be{text[match.end() :]}"
    return re.sub(r" {2,}", " ", _REPEATED.sub(_unless_new, text))


def _unless_new(match: re.Match[str]) -> str:
    """Nothing for a denial that repeats one before it; what says more than that stays."""
    before = match.string[: match.start()]
    repeats = _DENIES.search(before) is not None and _VERBS.search(match["rest"] or "") is None
    if repeats and re.search(r"\bwithout\b", before, re.IGNORECASE) is not None:
        # "Never without it, not for a minute": what must hold all the time.
        return " at any time"
    return "" if repeats else match[0]
