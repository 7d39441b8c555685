"""Polite wishes put plainly: "it would be lovely if ..." asks for it, "if you don't mind" adds nothing.

What is called bad, feared or hated is asked not to be. A condition that decides nothing about a wish ("if the scout is
late, ...") is no politeness and stays as it is.
"""

from __future__ import annotations

import re

_DEGREE = (
    r"(?:(?:so|very|most|really|truly|quite|rather|ever so|ever|much|far|extremely|absolutely|also|certainly|all|both|"
    r"even|just|always|simply|the|a bit|a little|a lot|an?) )*"
)
_GOOD = (
    r"(?:lovely|great|nice|nicer|nicest|good|better|best|wonderful|fantastic|brilliant|perfect|ideal|splendid|superb|"
    r"marvellous|marvelous|excellent|terrific|amazing|awesome|super|grand|handy|helpful|useful|convenient|welcome|kind|"
    r"appreciated|desirable|preferable|preferred|advantageous|beneficial|sensible|wise|wiser|safer|safest|reassuring|"
    r"comforting|neat|cool|sweet|delightful|fitting|relief|help|favour|favor|boon|blessing|bonus|pleasure|dream|"
    r"service|kindness|advantage|improvement|weight off (?:my|our|everybody's|everyone's) minds?|"
    r"in (?:my|our|everybody's|everyone's) (?:best )?interests?|to (?:my|our) advantage|for the best|good idea)"
)
_GLAD = (
    r"(?:glad|gladder|happy|happier|grateful|pleased|obliged|delighted|thankful|relieved|thrilled|content|overjoyed|"
    r"reassured|indebted|appreciative|in your debt|comfortable|at ease|easier in my mind)"
)
_BAD = (
    r"(?:bad|terrible|awful|dreadful|horrible|unfortunate|regrettable|undesirable|unacceptable|unwelcome|unwise|"
    r"foolish|stupid|silly|wrong|dangerous|risky|unsafe|reckless|disastrous|catastrophic|inconvenient|annoying|worse|"
    r"worst|a disaster|a catastrophe|a nightmare|a mistake|an error|a pity|a shame|a problem|trouble|a folly)"
)
_SORRY = r"(?:unhappy|upset|sorry|sad|cross|annoyed|angry|furious|displeased|disappointed|worried|horrified|uneasy)"
_WOULD = r"(?:'d| would| will|'ll| might| could)(?: (?:really|certainly|also|all|greatly|still|of course|surely))*"
_WE = r"(?:i|we|you|everybody|everyone|(?:the|my|our) \w+|all of us)"
_IT = r"(?:it|that|this|which|things|life)"
#: What a thing does that somebody is glad of; "it would cost us a day if ..." is none.
_HELPS = r"(?:help|save|spare|please|suit|ease|simplify|delight|cheer|relieve|benefit|reassure|comfort|gladden)"
_MAKES = (
    r"(?:make (?:[\w']+ ){1,4}?(?:easier|happy|happier|simpler|safer|day|smoother|better)|"
    r"mean (?:a lot|much|the world)|"
    r"do (?:[\w']+ ){1,3}?(?:a )?(?:\w+ )?(?:favour|favor|good|service|kindness|world of good))"
)
#: Bounded: of long statements a free one takes seconds.
_REST = r"(?:[^,.;:!?]{0,60}?)"
_TO_WHOM = r"(?: (?:to|for|of) (?:me|us|you|everybody|everyone|all|(?:the|my|our) \w+))?"
_AFTER = r"(?: (?:indeed|too|about it|about that|enough|with (?:it|that)|for (?:me|us|everybody|everyone)))*"
_GLAD_OF = (
    rf"(?:{_IT}{_WOULD} be {_DEGREE}{_GOOD}{_TO_WHOM}"
    rf"|{_WE}{_WOULD} be {_DEGREE}{_GLAD}"
    rf"|(?:{_IT}|you){_WOULD} (?:{_HELPS}|{_MAKES})\b{_REST}"
    rf"|{_WE}{_WOULD} {_DEGREE}(?:appreciate|like|love|prefer|welcome|enjoy)(?: it| that)?"
    rf"|{_WE}{_WOULD} (?:consider|count|think|call|regard) it (?:as )?{_DEGREE}{_GOOD})"
)
_SORRY_OF = (
    rf"(?:{_IT}{_WOULD} be {_DEGREE}{_BAD}{_TO_WHOM}"
    rf"|{_IT}(?: would|'d| will) ?(?:not|n't) be {_DEGREE}{_GOOD}{_TO_WHOM}|{_IT} won't be {_DEGREE}{_GOOD}{_TO_WHOM}"
    rf"|{_WE}{_WOULD} be {_DEGREE}{_SORRY}"
    rf"|{_WE}(?: would|'d) ?(?:not|n't) be {_DEGREE}{_GLAD}"
    rf"|{_WE}{_WOULD} {_DEGREE}(?:hate|loathe|detest|dislike|regret|resent)(?: it)?)"
)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_SIGHT = r"(?: (?:seeing|to see|having|to have|the (?:idea|thought|prospect|sight) of|it when|that))?"
#: "I hate to see the scout at A", "I am against it going there", "it is dangerous to visit A".
_DISLIKED = (
    rf"(?<![\w']){_WE}(?: (?:do|really|truly|simply|just|also|always|absolutely|positively|strongly|rather))* "
    r"(?:hates?|dislikes?|dreads?|detests?|loathes?|despises?|resents?|opposes?|objects? to|protests? against|"
    rf"disapproves? of|takes? exception to){_SIGHT}\b"
    rf"|(?<![\w']){_WE}(?:'m|'re|'s| am| are| is) (?:(?:strictly|totally|strongly|dead|firmly|very much) )?"
    rf"(?:against|opposed to|averse to|not in favour of){_SIGHT}\b"
    rf"|\b(?:it|that|this)(?:'s| is) {_DEGREE}{_BAD} (?:(?:idea|thing|plan|move|choice) )?"
    r"(?:to|that|for\b(?= [^.;:!?,]+ to ))\b"
)
#: "If you don't mind", "if it isn't too much trouble": nothing is said of the wish.
_NOTHING = _pattern(
    r"(?:, ?)?\bif (?:"
    r"(?:it|that|this)(?:'s| is|isn't| isn't| is not|'s not)(?: not)? (?:too|that) (?:much|big|great)(?: of)?(?: an?)? "
    r"?(?:trouble|bother|to ask|ask|hassle|effort|inconvenience|imposition)?"
    r"|(?:it|that|this)(?:'s| is)(?: at all)? (?:no (?:trouble|bother|problem|great trouble)|possible|feasible|doable|"
    r"convenient|(?:ok|okay|all right|alright|fine)(?: with (?:you|everyone|everybody))?|not (?:a )?problem)"
    r"|(?:it )?at all possible|you (?:do not|don't|wouldn't|would not) mind(?: (?:me|my) (?:asking|saying so))?|"
    r"you (?:would|'d|will|could) be so (?:kind|good|nice)|you'd be so (?:kind|good|nice)|you please|"
    r"i (?:may|might)(?: (?:ask|say so|suggest(?: it)?|be so bold|make a suggestion))?|"
    r"you (?:can|could)(?: possibly)? (?:manage|help|arrange|do) (?:it|that|so)|you (?:can|could) manage|"
    r"there(?:'s| is) (?:a|any) (?:way|chance)|"
    r"(?:time|circumstances|conditions) (?:permits?|allows?)|you (?:get|have) (?:the|a) (?:chance|moment|minute))"
    r"(?=\s*(?:[,.;:!?-]|$|\band\b|\bthen\b)),?"
)
_JOINED = r"(?P<joined>(?:(?<=[\w']) )?,? ?(?:and|but|so),? )?"
_WISHED_IF = _pattern(rf"(?<![\w']){_JOINED}{_GLAD_OF}{_REST} ?,? if\b(?! (?:not|so)\b)")
_IF_WISHED = _pattern(rf"(?P<open>^|[.;:!?] +)if (?P<wish>[^.;:!?]+?),? (?:then )?{_GLAD_OF}{_AFTER}(?=[.;!?]|$)")
_FEARED_IF = _pattern(
    rf"(?<![\w']){_JOINED}{_SORRY_OF}{_REST} ?,? "
    r"(?:if\b(?! (?:not|so)\b)|to (?:see|have|find)\b|for\b(?= [^.;:!?,]+ to ))"
)
_DISLIKED_NOW = _pattern(_DISLIKED)
_IF_FEARED = _pattern(rf"(?P<open>^|[.;:!?] +)if (?P<wish>[^.;:!?]+?),? (?:then )?{_SORRY_OF}{_AFTER}(?=[.;!?]|$)")
#: "The last thing I want is the scout at A": it is not wanted at all.
_LEAST_WANTED = _pattern(
    r"\bthe (?:very )?last thing (?:that )?(?:i|we|anybody|anyone|you|one|you'd|i'd|we'd)(?: would)? (?:wants?|needs?|"
    r"wish(?:es)?(?: for)?|likes?)(?: (?:to (?:see|have|happen)))? is(?: (?:for|to (?:have|see)|that))?\b"
)
#: "My preference would be for the scout to end at B".
_PREFERENCE = _pattern(
    r"\b(?:my|our|the) (?:\w+ )?(?:preference|request|suggestion|desire|hope|proposal|ask|advice|recommendation|plea)"
    r"(?:'d| would| is| was|'s)(?: be)?(?: (?:that|for|to (?:have|see|let)))?\b[:,]?(?! not\b)"
)


def plainly_asked(sentence: str) -> str:
    """A sentence without its polite wrapping: what is wished for after "please", what is feared after "never"."""
    text = _NOTHING.sub(lambda match: "," if _between(match) else "", sentence).strip()
    if text != sentence:
        text = re.sub(r"^[,\s]+", "", text)
    # What is joined to something else by "and" is a request of its own.
    for pattern, word in ((_WISHED_IF, "please"), (_FEARED_IF, "never")):
        wished = pattern.sub(lambda match, word=word: f". {word}" if match["joined"] else word, text)  # type: ignore[misc]
        # "... if X and if Y": both are wished for.
        text = wished if wished == text else re.sub(r"\b(and|or|but) if\b", r"\1", wished, flags=re.IGNORECASE)
    text = _LEAST_WANTED.sub("never", _PREFERENCE.sub("please", text))
    text = _DISLIKED_NOW.sub("never", text)
    text = _IF_WISHED.sub(r"\g<open>please \g<wish>", text)
    return _IF_FEARED.sub(r"\g<open>never \g<wish>", text)


def _between(match: re.Match[str]) -> bool:
    """Whether words stand on both sides."""
    return bool(match.string[: match.start()].strip()) and re.match(r"\s*\w", match.string[match.end() :]) is not None
