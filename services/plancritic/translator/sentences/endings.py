"""Phrases and clauses that mean the plan's end: "by the time we sign off", "when all is said and done".

A clause that says of us, of everything or of the plan that it is over is the end, whatever its verb; one about a thing
of the domain ("once the scouting is over") is not, so that the domain's words are asked for. No domain is known here.
"""

from __future__ import annotations

import re

from plancritic.english.lists import words
from plancritic.mentions.text import affirmed, plain, stem

_LINK = r"""(?:(?:right\ |just\ |only\ |or\ )?(?:once|when|whenever|after|before|until|till|at|by
    |by\ the\ time(?:\ that)?
    |as\ soon\ as|upon|in|on|prior\ to|at\ the\ time(?:\ that)?|come|by\ when|the\ (?:moment|minute|instant)))"""
_RUN = r"""(?:(?:the|this|our|its|your|my|his|her|their|that)\ )?(?:(?:whole|entire)\ )?
    (?:plan|mission|job|operations?|run|work|thing|day|task|exercise|program(?:me)?|schedule|shift|session|play|business
    |proceedings|project|campaign|undertaking|endeavou?r|effort)"""
_CLOSE = r"(?:end|close|conclusion|completion|finish|ending|termination)"
#: What is said of something that has come to its end.
_OVER = r"""(?:(?:runs?|ran)\ out|(?:comes?|came|draws?|drew)\ to\ (?:an\ end|a\ close|its\ (?:end|close))
    |expires?d?|terminates?d?|over(?:\ and\ done(?:\ with)?)?|said\ and\ done|done\ and\ dusted|done(?:\ with)?
    |finish(?:ed|es)?
    |completed?|completes|end(?:s|ed)?|executed|been\ executed|run\ its\ course|through|close[sd]|concluded?s?
    |wrapped\ up|wound\ up|up|accomplished|behind\ (?:us|you|me|them)|at\ an\ end|out\ of\ the\ way|taken\ care\ of
    |dealt\ with|settled|sorted|carried\ out|in\ the\ (?:bag|can)|ticked\ off|put\ to\ bed)"""
_BE = r"(?:(?:is|has|have|are|was|were|had|will\ be|will\ have|gets?|got|comes?|came|stands?)\ )"
_FULLY = r"(?:(?:all|been|fully|finally|completely|entirely|well\ and\ truly|come|safely)\ )*"
_WE = r"(?:we|you|they|i|everybody|everyone|y'?all|us\ all)(?:'(?:re|ve|m|s|ll))?"
#: Verbs of stopping work, which take no object of the domain.
_STOPS = r"""(?:(?:wrap|pack|wind|tie|sew|button|shut|close|clear|finish|tidy)(?:s|ped|ed|d|es)?
        \ (?:it\ |this\ |that\ |things\ |everything\ |all\ )?(?:up|off)
    |wound\ (?:things\ |it\ |this\ )?(?:up|down)|(?:shut|wind|power|close|stand)(?:s|ed|d)?\ (?:things\ |it\ )?down
    |stood\ down|(?:sign|clock|knock|log|break|check|punch|leave|ring)(?:s|ed|ked|ged)?\ (?:off|out)|left\ off
    |call(?:s|ed)?\ it\ (?:a\ day|a\ night|quits)|(?:go|goes|went|gone|head|heads|headed)\ (?:home|to\ bed)
    |turn(?:s|ed)?\ in|hang(?:s)?\ up|hung\ up|disband(?:s|ed)?|adjourn(?:s|ed)?|disperse[sd]?|shut\ up\ shop
    |down\ tools|(?:are\ |'re\ |am\ |is\ )?(?:out\ of\ here|off\ home|off\ duty))"""
_ENDS_HERE = r"(?=\W*\Z|\s*[,.;:!?])"
_IDLE = r"""(?:(?:there(?:'s|\ is|\ are|\ was|\ remains)?|we(?:'ve|\ have|\ will\ have))\ (?:got\ )?
        (?:nothing|no(?:\ more|\ further)?\ (?:work|jobs?|tasks?))\ (?:more\ |else\ |left\ |remaining\ )*
        (?:to\ do|to\ be\ done|left|more|else|remaining)
    |(?:nothing|no(?:\ more)?\ (?:work|jobs?|tasks?))(?:'s|\ is|\ remains|\ are)?
        \ (?:left(?:\ to\ do|\ to\ be\ done)?|to\ do|to\ be\ done)
    |nothing\ remains(?:\ to\ do|\ to\ be\ done)?)"""
_AT = "of|at|in|on|by|for|from|to|between|near|around"
_NOT_OF = rf"(?!\s+(?:{_AT})\b)"
#: "We are through with A" says that of A.
_NOT_WITH = r"(?![\w'])(?!\s+with\b(?!.*\w{2}ing\b))"
_ENDS = re.compile(
    rf"""
    \b{_LINK}\s+
      (?:(?:{_RUN}|everything|(?:that's\ |that\ is\ )?all|it(?:\ all)?|that|we|you|they)(?:'(?:s|re|ve))?\s+
            {_BE}?{_FULLY}{_OVER}{_NOT_WITH}
        |(?:the\ )?(?:very\ )?{_CLOSE}\s+of\s+(?:{_RUN}|it(?:\ all)?|everything|things)
        |{_RUN}\s+{_CLOSE}
        |finished\b|done\b
        |{_IDLE}{_NOT_OF}
        |{_WE}\s+(?:(?:have|has|will|finally|all|both)\ )*
            (?:{_STOPS}|(?:close|complete|stop|cease|quit)(?:s|d|ped)?{_ENDS_HERE})
        |time\ (?:is\ up|runs\ out)|(?:knock(?:ing)?[\ -]off|quitting|closing|finishing)[\ -]time
        |the\ (?:very\ )?(?:end|finish)\ (?:comes|arrives))
    |\bafter\s+(?:the|this|our|your)\ (?:(?:whole|entire)\ )?(?:plan|mission|run|operation|exercise)\b
        (?!\s+(?:has|have|is|was|are|were|starts?|begins?|of|to|from|by|for|at|in|on|gets?|comes?|'s)\b)
    |\bwith\s+(?:(?:everything|it\ all|all(?:\ (?:that|this|of\ (?:it|that|this)))?)\s+{_FULLY}{_OVER}(?![\w'])
        |(?:nothing|no\ more\ work|no\ work)\s+(?:left|more|else)(?:\ to\ do|\ to\ be\ done)?{_NOT_OF})
    |\b(?:all|everything)\ (?:is\ )?(?:said\ and\ done|done\ and\ dusted)\b
    |\b(?:the\ )?(?:end|close|completion)\ of\ {_RUN}\b
    |\b(?:end|final|terminal|closing|finishing)\ (?:state|condition|configuration|situation|status|requirement)s?\b
    |\bplan\ end\b|\bthe\ very\ end\b
    |\bwhen\ (?:you|we)\ (?:finish|are\ done|are\ finished|close|wrap\ up|end|conclude)\b
    |\bbefore\ (?:you|we)\ (?:finish|end|close|conclude)\b
    |\b(?:conclude|end|finish|close|terminate|complete|wind\ up|wrap\ up|finish\ up)(?:s|d|ed|es|ing)?\ {_RUN}\b
    """,
    re.VERBOSE,
)
#: What people call what is done by a plan, and its end.
_OURS = words(
    "plan mission operation operations exercise run work works job jobs task tasks thing things lot rest day shift "
    "session programme program campaign business show party fun game music curtain circus dance paperwork chores duty "
    "duties order orders activity activities item items effort undertaking deed deeds"
)
#: The same of what is no thing of the domain: "when the party is over", "with the last job done".
_ENDS_OF_ANY = re.compile(
    rf"""
    \b(?:(?:{_LINK}|with)\s+(?P<what>(?:all\ )?(?:the|our|this|that|my|your|all)\ (?:(?!(?:{_AT})\ )\w+\ ){{1,3}}?)
            (?:{_BE}(?:{_FULLY})(?:{_OVER})
                |(?:all\ |safely\ |finally\ )?(?:over|done|finished|completed?|wrapped\ up
                |behind\ (?:us|you|me|them)|out\ of\ the\ way|said\ and\ done|taken\ care\ of))(?![\w'])
        |(?:after|following)\s+(?P<last>the\ (?:very\ )?(?:last|final)\ (?:job|task|thing|item|activity|order))\b
                {_NOT_OF})
    """,
    re.VERBOSE,
)
#: "I do not want to find any debris afterwards": where nothing else comes first, after the plan.
_AFTER_ALL = re.compile(r"\b(?:afterwards?|after that|after it all|after everything)(?=\W*\Z)")
#: "Before we finish the scout shall have been at B": by then it has been, and need not be there still.
_BY_THEN = re.compile(r"(?:before|by|by\ the\ time(?:\ that)?|prior\ to|until|till)\b.*", re.VERBOSE | re.DOTALL)
_HAS_BEEN = re.compile(
    r"\b(?:have|has|having|had|'ve)(?: (?:also|each|all|both|certainly|already|actually|once|at least once))* "
    r"(?:been (?:at|to|in|through|past|on|by|near|inside|over to|round to|there)\b|visited|called (?:at|in|on|by)\b|"
    r"passed\b|dropped (?:in|by)\b|stopped (?:at|by|off)\b|gone (?:to|through|past)\b|paid)"
)
_AT_LAST = re.compile(
    r"\b(?:in|at|by) the (?:very )?end(?=\W*$|[,.;!?]| (?:the|it|our|we|you|i|they|both|all|every)\b)"
    r"|\b(?:at|by) the (?:very )?end of the (?:plan|mission|day|run|operation|whole thing|job)\b"
)
_PARTED = re.compile(r",|\b(?:and|but|first|then|before|after|once|until|till|when|while|only|whenever)\b")
_SLIPPED = re.compile(r"\b(at|by|in|until|till) then (?=(?:very )?(?:end|finish|close)\b)")


def mark_end(text: str, domain_words: frozenset[str]) -> str:
    """Return the statement with every phrase that means the plan's end written as one word.

    `domain_words` are the stems of the words that name things of the domain or tell of its facts.
    """
    text = _SLIPPED.sub(r"\1 the ", text)
    last = _AFTER_ALL.search(text)
    if last is not None and _PARTED.search(text[: last.start()]) is None:
        text = f"{text[: last.start()]} xend {text[last.end() :]}"

    def ended(match: re.Match[str]) -> str:
        said = re.findall(r"\w+", match["what"] or match["last"])
        known = any(any(c.isdigit() for c in word) or stem(word) in domain_words for word in said)
        # "Once the storm is over" is an event that no plan knows, and not its end.
        return match.group() if known or _OURS.isdisjoint(said) else " xend "

    visited = _HAS_BEEN.search(text) is not None
    if visited:
        text = _AT_LAST.sub(" at some point ", text)

    def over(match: re.Match[str]) -> str:
        return " at some point " if visited and _BY_THEN.match(match.group().strip()) else " xend "

    return _ENDS_OF_ANY.sub(ended, _ENDS.sub(over, text))


def marked(statement: str, domain_words: frozenset[str]) -> str:
    """Return the statement with the plan's end marked; the capitals, which tell the name A from the article, stay."""
    statement = re.sub(r"[-=]+>|\u2192", " arrow ", statement)
    text = affirmed(plain(statement))
    ended = mark_end(text.lower(), domain_words)
    pending = text.split()
    written: list[str] = []
    for word in ended.split():
        while word != "xend" and pending and pending[0].lower() != word:
            pending.pop(0)
        written.append(pending.pop(0) if word != "xend" and pending else word)
    return " ".join(written)
