"""The irregular verbs: their past, their participle, and what else looks like another word."""

from __future__ import annotations

from functools import cache

#: Past and participle of each verb.
IRREGULAR = {
    verb: (past, participle)
    for verb, past, participle in (
        row.split()
        for row in (
            *("arise arose arisen", "awake awoke awoken", "be was been", "bear bore borne", "become became become"),
            *("begin began begun", "bind bound bound", "bite bit bitten", "blow blew blown", "break broke broken"),
            *("bring brought brought", "build built built", "buy bought bought", "catch caught caught"),
            *("choose chose chosen", "come came come", "cut cut cut", "dig dug dug", "do did done", "draw drew drawn"),
            *("drink drank drunk", "drive drove driven", "eat ate eaten", "fall fell fallen", "feed fed fed"),
            *("feel felt felt", "find found found", "fly flew flown", "forbid forbade forbidden"),
            *("forget forgot forgotten", "freeze froze frozen", "get got got", "give gave given", "go went gone"),
            *("grow grew grown", "hang hung hung", "have had had", "hear heard heard", "hide hid hidden"),
            *("hold held held", "keep kept kept", "know knew known", "leave left left", "let let let"),
            *("lie lay lain", "light lit lit", "lose lost lost", "make made made", "meet met met"),
            *("overcome overcame overcome", "overtake overtook overtaken", "pay paid paid", "put put put"),
            *("quit quit quit", "read read read", "ride rode ridden", "ring rang rung", "rise rose risen"),
            *("run ran run", "say said said", "see saw seen", "sell sold sold", "send sent sent", "set set set"),
            *("shake shook shaken", "shoot shot shot", "shrink shrank shrunk"),
            *("shut shut shut", "sing sang sung", "sink sank sunk", "sit sat sat", "sleep slept slept"),
            *("speak spoke spoken", "spend spent spent", "spring sprang sprung", "stand stood stood"),
            *("steal stole stolen", "stick stuck stuck", "strive strove striven", "swear swore sworn"),
            *("sweep swept swept", "swim swam swum", "swing swung swung", "take took taken", "teach taught taught"),
            *("tear tore torn", "tell told told", "think thought thought", "throw threw thrown"),
            *("tread trod trodden", "undertake undertook undertaken", "undo undid undone", "wake woke woken"),
            *("wear wore worn", "weave wove woven", "win won won", "withdraw withdrew withdrawn"),
            "write wrote written",
        )
    )
}
#: Forms of these verbs that are made differently from those of others.
_OTHER_FORMS = {
    **{"be": "is are am were being", "do": "does doing", "get": "gotten", "go": "goes going"},
    **{"have": "has having", "leave": "leaving", "lie": "lies lying", "put": "putting", "set": "setting"},
}


@cache
def verb_of_forms() -> dict[str, str]:
    """Return the verb of each form that is not the verb itself: "take" for "took"."""
    forms = {verb: (*each, *_OTHER_FORMS.get(verb, "").split()) for verb, each in IRREGULAR.items()}
    return {form: verb for verb, its in forms.items() for form in its if form != verb}
