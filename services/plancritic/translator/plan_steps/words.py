"""The words that say what is asked of steps, as patterns over a line's text (`step_references`).

Steps are "@" and times "#".
"""

from __future__ import annotations

import re

from plancritic.english.lists import words


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\S)(?:{text})(?!\S)")


TAIL = _pattern(
    r"(?:,|-|and|but|\() ?(?:not|never) (?:the )?(?:other way (?:a)?round|vice versa|the reverse|afterwards|later)"
    r"|(?:instead of|rather than) (?:the other way (?:a)?round|(?:after|before)(?: (?:it|that|@))?|the reverse|"
    r"vice versa)"
)
CORRECTED = _pattern(r"(?P<kept>before|after),? (?:and |but )?not (?:before|after)(?: ,)?")
_NOT_YET = r"(?:not|no|never) (?:before|until after|until|till|earlier than|sooner than|prior to|ahead of)"
#: Words with one side before the other: the left one first, the right one first, the right one first however denied.
ORDERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "right",
        _pattern(
            rf"{_NOT_YET}|(?:only )?(?:after|once|when|as soon as)(?! that\b| which\b)|later than|following|follows?|"
            r"subsequent to|(?:up)?on (?:the )?completion of|provided(?: that)?|(?:depends?|conditional|contingent) on|"
            r"(?:requires?|needs?|presupposes?)(?= @)|only if|"
            r"preceded by|less (?:urgent|important|pressing) than|behind|waits? (?:for|on)|waiting for"
        ),
    ),
    ("held", _pattern(r"until(?: after)?|till|unless(?: and until)?")),
    (
        "left",
        _pattern(
            r"(?:before|ahead of|prior to|earlier than|sooner than|in advance of|in front of|precedes?|preceding|"
            r"(?:not|no) (?:after|later than)|(?:takes? precedence|has priority|have priority|goes ahead) over|"
            r"more (?:urgent|important|pressing) than|by the time|"
            r"(?:a )?(?:prerequisite|precondition|condition) (?:for|of))"
        ),
    ),
    (
        "then",
        _pattern(
            r"(?:(?:and|only|just|but) )*(?:then(?: only)?|followed by|afterwards?|after that|after which|thereafter|"
            r"subsequently|next|later)"
        ),
    ),
)
SWAP = _pattern(
    r"order .*wrong|wrong .*order|"
    r"swap(?:ped|ping)?|exchanged?|interchanged?|(?:switch|switched|switching)(?: round| around)?(?! on| off)|"
    r"(?:trade|change|swap|switch) (?:places|positions|round|around)|reversed?|invert(?:ed)?|flip(?:ped)?|"
    r"(?:the )?other way (?:a)?round|vice versa|wrong (?:way (?:a)?round|order)|(?:reverse|opposite|inverse) order|"
    r"change the order"
)
FIRST = _pattern(r"(?:at )?first(?: of all)?|firstly|earliest|to begin with|at the (?:very )?(?:start|beginning|front)")
LAST = _pattern(r"(?:at )?(?:the )?(?:very )?(?:last|xend|end)(?: of all)?|lastly|finally")
LISTED = _pattern(
    r"in (?:this|that|the|the following) (?:order|sequence)|(?:order|sequence)(?: (?:is|should be))? ?:?(?= @)"
)
BETWEEN = _pattern(r"between|in between")
OMIT = _pattern(
    r"leav(?:e|es|ing) (?:[^,.]+ )?(?:out|off|aside|away|undone)|left (?:out|off|aside|away|undone)|"
    r"skip(?:s|ped|ping)?|omit(?:s|ted|ting)?|drop(?:s|ped|ping)?|remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|without|"
    r"cut(?:ting)?(?: out)?|scrap(?:s|ped|ping)?|rid of|avoid(?:s|ed|ing)?|cancel(?:s|led|ed|ling|ing)?|"
    r"eliminat(?:e|es|ed|ing)|forgo|forget(?: about)?|ditch|strike|struck|axe|abandon|exclude|dispense with|"
    r"do away with|tak(?:e|en|ing) (?:[^,.]+ )?out|throw (?:[^,.]+ )?out|kick (?:[^,.]+ )?out|cross (?:[^,.]+ )?out|"
    r"refrain|leav(?:e|es|ing) (?:[^,.]+ )?for (?:another|some other|later|next|the next)|"
    r"superfluous|unnecessary|needless|redundant|pointless|useless|unwanted|waste of [a-z]+|spare (?:me|us|yourself)"
)
DONE = _pattern(
    r"done|happen(?:s|ing)?|take(?:s)? place|taking place|perform(?:ed)?|execut(?:e|ed)|carr(?:y|ied) out|occur(?:s)?|"
    r"run|do|doing|have|see|want|needs?|needed|required|part of (?:it|the plan)|in the plan|be|necessary|included?"
)
KEEP = _pattern(
    r"keep(?:s)?|kept|stay(?:s)?|remain(?:s)?|insist(?: on)?|include(?:d)?|indispensable|essential|in any case|"
    r"(?:is|are) a must|at all costs|retain|do|make sure|must (?:be done|happen|take place|be executed|be carried out)|"
    r"(?:should|has to|have to|needs to) (?:be done|happen|take place|be executed|be carried out)"
)
NOT_NEEDED = _pattern(r"nobody|no one|no longer|no use|not (?:needed|need|necessary|required|useful)")
NOT = words("not no never without nobody none nothing neither nor")
#: A sentence that denies the one before it: "Step 5 before step 6? No way."
DENIAL = re.compile(
    r"(?:(?:please|oh|well|certainly|absolutely|definitely|surely|of course|rather|better|just) )*(?:no|not|never|nope|"
    r"no way|not at all|no thanks?|no thank you|do not|not so|forget it|not like that|"
    r"under no circumstances|in no case|on no account)(?: (?:please|ever|at all|thanks|thank you|no|never))*"
)
#: What somebody calls so is not to be.
BAD = words(
    "risky dangerous unsafe hazardous bad mistake foolish stupid nonsense unacceptable wrong worried afraid uneasy"
)
NOT_THIS = _pattern(r"(?:instead of|rather than) [^,]+ ,")
OVER = words("over finished complete completed ended concluded accomplished finish finishes end ends")
BEGUN = words("begin begins begun start starts started starting beginning launch launched")
ELLIPTICAL = words("is are has have was does do")
OPENERS = words(", and but so ; : then please -")
TOGETHER = _pattern(r"together|at the same time|simultaneously|in parallel|at once|alongside|side by side|concurrently")
CONDITIONS = _pattern(
    r"(?<!only )if(?! possible| you (?:can|could|please)| need be)|except|half|twice|instead of|replaced? (?:by|with)"
)
NOT_EARLIER = re.compile(
    r"(?:(?:not|no) (?:before|earlier than|sooner than|until|till|prior to)|only (?:after|from)|after|from|"
    r"(?<!no )(?<!not )later than|"
    r"until|till|past|beyond|at the earliest at)(?: the)?(?: first)? #$"
)
LATER_THAN = re.compile(r"(?<!only )(?<!not )(?<!no )(?:after|later than|past|beyond)(?: the)?(?: first)? #$")
BEFORE_TIME = re.compile(
    r"(?:within|by|before|(?:no|not) later than|inside|under|in(?: less than| under| at most| no more than)?|"
    r"at(?: the latest)?|less than|at most|no more than|not after|prior to|ahead of)(?: the)?(?: first| next)? #$"
)
LEAST_TIME = re.compile(r"(?:at least|more than|no less than|not less than|a minimum of) #$")
