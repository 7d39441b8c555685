"""The grounding network: which facts a statement is about, and whether the plan does with them what is asked.

A statement's tokens are read beside the problem's facts (`FactTable`): every fact looks at the tokens that mention its
arguments and at those that tell what is asked of it, and says how likely the statement is about it. The likeliest
facts are then judged by what became of them in the plan (`Trace`): whether a fact ever held, held in the end, when,
and how that lies to the other facts and to the times that the statement names. Such readings are exact, by the
operators of PDDL3 (Gerevini and Long 2006, section 3) for either value of a fact; which of them is meant is learned.
A plan adheres if every fact that the statement is about is as asked: a product over facts, so that a conjunction that
is half met is not met.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from plancritic.scorer.facts import FEWEST, PLACES
from plancritic.scorer.mentions import KINDS, TIMES

#: Facts that a statement is judged by, and those of them whose order and company are looked at.
FACTS, PARTNERS = FEWEST, 6
#: Numbers by which a fact is put beside another, and that the one says to the other.
_BRIEF, _SAID = 32, 32
#: Requests that one text may make, one after the other, and what is told of a fact's part in them: in which it is
#: (one number each), whether in their first and in their second condition, whether it is to hold, whether a condition
#: of several facts wants them all at once, and whether the request is made of each of several facts alone.
REQUESTS = 3
ROLES = REQUESTS + 5
#: Wave lengths by which places of tokens are told.
_WAVES = 16
#: Times closer than this are equal: plans have three decimals.
_TOLERANCE = 1e-4
#: Windows of states in which a fact is looked at: all states; for each time those up to it, and those from it on;
#: those between one time and the next; as many as one time says from the other on ("for 3 hours from hour 2 on").
_WINDOWS = 1 + 2 * TIMES + (TIMES - 1) + 2
_OWN = 2 * _WINDOWS + TIMES + 2 + 3
#: Windows in which two facts are looked at together.
_JOINT = (0, 1, 1 + TIMES, 1 + 2 * TIMES, 3 * TIMES)
_PAIR = 4 * (len(_JOINT) + 2 + 2 + 2)
_REQUEST = 2 * _OWN + _PAIR


class Texts(NamedTuple):
    """Statements: `tokens` (texts, length, dimensions), `inside` (texts, length) 1 for a token and 0 for padding,
    `mentions` (texts, objects + 1, length, KINDS), `counted` (texts, length, TIMES) which time a token speaks of,
    `bounds` (texts, TIMES) the times, -1 for none."""

    tokens: torch.Tensor
    inside: torch.Tensor
    mentions: torch.Tensor
    counted: torch.Tensor
    bounds: torch.Tensor


class Facts(NamedTuple):
    """A problem's facts as in `FactTable`; `objects` (objects + 1, dimensions) and `sentences` (predicates,
    dimensions) are vectors of their phrases, the last object being none; `present` (facts,) 0 for padding."""

    objects: torch.Tensor
    sentences: torch.Tensor
    arguments: torch.Tensor
    predicates: torch.Tensor
    alone: torch.Tensor
    changes: torch.Tensor
    present: torch.Tensor


class Plans(NamedTuple):
    """Plans: `truth` (plans, facts, states), `times` (plans, states), `passed` (plans, states) 1 for a state that
    the plan passes through and 0 for padding."""

    truth: torch.Tensor
    times: torch.Tensor
    passed: torch.Tensor


class Grounding(NamedTuple):
    """What texts are about: `chosen` (texts, FACTS) rows of facts, the likeliest first, `relevance` (texts, FACTS) how
    likely, `meaning` (texts, FACTS, width) what is asked of them, `whole` (texts, width) the text as a whole,
    `logits` (texts, facts) relevance of every fact, `roles` (texts, FACTS, ROLES) logits of its part in requests."""

    chosen: torch.Tensor
    relevance: torch.Tensor
    meaning: torch.Tensor
    whole: torch.Tensor
    logits: torch.Tensor
    roles: torch.Tensor


def _positions(length: int, like: torch.Tensor) -> torch.Tensor:
    """Places of tokens as waves of different lengths (length, 2 * _WAVES) (Vaswani et al. 2017, section 3.5)."""
    place = torch.arange(length, dtype=like.dtype, device=like.device)[:, None]
    speed = torch.pow(2.0, -0.5 * torch.arange(_WAVES, dtype=like.dtype, device=like.device))[None, :]
    return torch.cat([torch.sin(place * speed), torch.cos(place * speed)], dim=1)


class _Layer(nn.Module):  # type: ignore[misc]
    """A transformer layer over tokens, normalised first (Xiong et al. 2020)."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.inner = nn.Linear(width, 3 * width)
        self.outer = nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor, blocked: torch.Tensor) -> torch.Tensor:
        texts, length, width = x.shape
        query, key, value = self.inner(self.first(x)).view(texts, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(2, 3) * (width // self.heads) ** -0.5 + blocked[:, None, None, :]
        attended = (torch.softmax(scores, dim=3) @ value).transpose(1, 2).reshape(texts, length, width)
        x = x + self.dropout(self.outer(attended))
        widened: torch.Tensor = self.narrow(self.dropout(functional.gelu(self.wide(self.second(x)))))
        return x + self.dropout(widened)


class GroundingNetwork(nn.Module):  # type: ignore[misc]
    """See the module; `forward` gives logits of adherence for pairs of plan and text."""

    title = "grounding network: facts that a statement is about, judged by their traces"

    def __init__(self, dimensions: int, width: int = 128, heads: int = 4, dropout: float = 0.1) -> None:
        super().__init__()
        self.dimensions, self.width, self.heads = dimensions, width, heads
        self.token = nn.Linear(dimensions, width)
        self.mark = nn.Linear(TIMES + KINDS, width)
        # What comes first in a sentence matters, and the encoder's last layer says little of places.
        self.place = nn.Linear(2 * _WAVES, width)
        self.layers = nn.ModuleList([_Layer(width, heads, dropout) for _ in range(3)])
        self.norm = nn.LayerNorm(width)
        self.pool = nn.Linear(width, 1)
        # An object without a name in the text may be called by a word that nobody wrote down.
        self.seek = nn.Linear(dimensions, 64)
        self.sought = nn.Linear(dimensions, 64)
        self.object = nn.Linear(dimensions, 32)
        self.sentence = nn.Linear(dimensions, 64)
        self.static = nn.Sequential(nn.Linear(64 + 32 * PLACES + PLACES + 1, width), nn.GELU(), nn.Linear(width, width))
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(width, 2 * width)
        self.mentioned = nn.Parameter(torch.zeros(PLACES, KINDS + 1, heads))
        kinds = PLACES * (KINDS + 1)
        self.fact = nn.Sequential(
            nn.Linear(3 * width + 2 * kinds + PLACES + 1, width),
            nn.GELU(),
            nn.Dropout(dropout),
            nn.Linear(width, width),
        )
        self.fact_norm = nn.LayerNorm(width)
        self.relevant = nn.Linear(width, 1)
        self.role = nn.Linear(width, ROLES)
        self.select_request = nn.Linear(width, _REQUEST)
        self.brief = nn.Linear(width, _BRIEF)
        # Which readings count is a product of what is asked and what is read, which dense layers learn but slowly.
        self.select = nn.Linear(width, _OWN)
        self.select_pair = nn.Linear(2 * _BRIEF, _PAIR)
        self.pair = nn.Sequential(nn.Linear(2 * _BRIEF + 2 * _PAIR + _OWN, 64), nn.GELU(), nn.Linear(64, _SAID + 2))
        self.decide = nn.Sequential(
            nn.Linear(width + 2 * _OWN + 2 * _REQUEST + 2 * (_SAID + 1) + 32, width),
            nn.GELU(),
            nn.Dropout(dropout),
            nn.Linear(width, 64),
            nn.GELU(),
            nn.Linear(64, 1),
        )
        self.overall = nn.Linear(width, 32)
        #: Divides the logits, fitted after training (temperature scaling, Guo et al. 2017).
        self.register_buffer("temperature", torch.ones(()))
        nn.init.constant_(self.relevant.bias, -4.0)
        with torch.no_grad():
            # A head for the mentions of each argument to begin with, and one for what is said of the fact.
            for place in range(PLACES):
                self.mentioned[place, :, place % heads] = 3.0

    def ground(self, texts: Texts, facts: Facts, wanted: torch.Tensor | None = None) -> Grounding:
        """What each text is about; `wanted` (texts, facts) 1 for facts to be among the chosen in any case."""
        blocked = (texts.inside - 1.0) * 1e4
        found = texts.mentions.amax(dim=1)
        x = self.token(texts.tokens) + self.mark(torch.cat([texts.counted, found], dim=2))
        x = x + self.place(_positions(x.shape[1], x))
        for layer in self.layers:
            x = layer(x, blocked)
        x = self.norm(x)
        weights = torch.softmax(self.pool(x).squeeze(2) + blocked, dim=1)
        whole = (weights[:, None, :] @ x).squeeze(1)

        sought = torch.einsum("od,tld->tol", self.seek(facts.objects), self.sought(texts.tokens)) * 0.125 - 3.0
        sought = torch.sigmoid(sought) * texts.inside[:, None, :]
        mentions = torch.cat([texts.mentions, sought[..., None]], dim=3)

        static = self.static(
            torch.cat(
                [
                    self.sentence(facts.sentences)[facts.predicates],
                    self.object(facts.objects)[facts.arguments].flatten(1),
                    facts.alone,
                    facts.changes[:, None],
                ],
                dim=1,
            )
        )
        count, length = x.shape[:2]
        each = self.width // self.heads
        query = self.query(static).view(-1, self.heads, each)
        key, value = self.key_value(x).view(count, length, 2, self.heads, each).permute(2, 0, 1, 3, 4)
        scores = torch.einsum("fhe,tlhe->tfhl", query, key) * each**-0.5
        for place in range(PLACES):
            by_head = torch.einsum("tolk,kh->tohl", mentions, self.mentioned[place])
            scores = scores + by_head[:, facts.arguments[:, place]]
        attention = torch.softmax(scores + blocked[:, None, None, :], dim=3)
        attended = torch.einsum("tfhl,tlhe->tfhe", attention, value).flatten(2)

        strength = mentions.amax(dim=2)[:, facts.arguments].flatten(2)
        kinds = torch.arange(facts.sentences.shape[0], device=x.device)
        same = (facts.predicates[:, None] == kinds[None, :]).to(x.dtype)
        best = (strength[:, :, None, :] * same[None, :, :, None]).amax(dim=1)[:, facts.predicates]
        everywhere = static[None].expand(count, -1, -1)
        known = torch.cat([facts.alone, facts.changes[:, None]], dim=1)[None].expand(count, -1, -1)
        meaning = self.fact(
            torch.cat([attended, attended * everywhere, everywhere, strength, best - strength, known], dim=2)
        )
        meaning = self.fact_norm(meaning)
        logits = self.relevant(meaning).squeeze(2) + (facts.present - 1.0) * 1e4
        ranked = logits if wanted is None else logits + 50.0 * wanted
        _, chosen = torch.topk(ranked, FACTS, dim=1)
        relevance = torch.sigmoid(torch.gather(logits, 1, chosen))
        taken = torch.gather(meaning, 1, chosen[:, :, None].expand(-1, -1, self.width))
        return Grounding(chosen, relevance, taken, whole, logits, self.role(taken))

    def judge(
        self,
        grounding: Grounding,
        bounds: torch.Tensor,
        plans: Plans,
        plan: torch.Tensor,
        text: torch.Tensor,
        told: torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """For pairs (plan[i], text[i]): logits of adherence (pairs,), and of each chosen fact being as asked.

        `told` (texts, FACTS, 1 + ROLES), logits again, takes the place of the relevance and the roles that were found
        where conditions are put together.
        """
        relevance, meaning = grounding.relevance[text], grounding.meaning[text]
        truth = plans.truth[plan[:, None], grounding.chosen[text]]
        own, pair = readings(truth, plans.times[plan], plans.passed[plan], bounds[text])
        brief = self.brief(meaning)
        facts = brief.shape[1]
        partners = pair.shape[2]
        both = torch.cat(
            [brief[:, :, None, :].expand(-1, -1, partners, -1), brief[:, None, :partners, :].expand(-1, facts, -1, -1)],
            dim=3,
        )
        chosen = (2.0 * pair - 1.0) * self.select_pair(both)
        beside = torch.cat([both, pair, chosen, own[:, None, :partners, :].expand(-1, facts, -1, -1)], dim=3)
        said = self.pair(beside)
        said = torch.cat(
            [said[..., :_SAID], said[..., _SAID:-1] + chosen.sum(dim=3, keepdim=True), said[..., -1:]], dim=3
        )
        other = 1.0 - torch.eye(facts, partners, dtype=said.dtype, device=said.device)[None]
        weight = relevance[:, None, :partners] * other
        share = torch.softmax(said[..., -1] + torch.log(weight + 1e-4), dim=2)
        message = (share[..., None] * said[..., :-1] * weight[..., None]).sum(dim=2)
        strongest = (torch.relu(said[..., :-1]) * weight[..., None]).amax(dim=2)
        whole = self.overall(grounding.whole[text])[:, None, :].expand(-1, facts, -1)
        if told is None:
            told = torch.cat([torch.gather(grounding.logits, 1, grounding.chosen)[..., None], grounding.roles], dim=2)
        request = of_requests(truth, told[text], plans.times[plan], plans.passed[plan], bounds[text])
        selected = (2.0 * own - 1.0) * self.select(meaning)
        selected_request = (2.0 * request - 1.0) * self.select_request(meaning)
        known = torch.cat([meaning, own, selected, request, selected_request, message, strongest, whole], dim=2)
        as_asked = self.decide(known).squeeze(2) + selected.sum(dim=2) + selected_request.sum(dim=2)
        missed = relevance * torch.sigmoid(-as_asked)
        adheres = torch.exp(torch.log1p(-missed.clamp(max=1 - 1e-6)).sum(dim=1))
        understood = 1.0 - torch.exp(torch.log1p(-relevance.clamp(max=1 - 1e-6)).sum(dim=1))
        # What is about no fact that is known says nothing of the plan.
        probability = (understood * adheres + (1.0 - understood) * 0.5).clamp(1e-6, 1.0 - 1e-6)
        return torch.log(probability) - torch.log1p(-probability), as_asked

    def forward(self, texts: Texts, facts: Facts, plans: Plans, plan: torch.Tensor, text: torch.Tensor) -> torch.Tensor:
        """Calibrated logits (pairs,) that plan `plan[i]` adheres to text `text[i]`."""
        logits, _ = self.judge(self.ground(texts, facts), texts.bounds, plans, plan, text)
        calibrated: torch.Tensor = logits / self.temperature
        return calibrated


def of_requests(
    truth: torch.Tensor,
    told: torch.Tensor,
    times: torch.Tensor,
    passed: torch.Tensor,
    bounds: torch.Tensor,
) -> torch.Tensor:
    """`readings` of the conditions of the request that each fact has its part in (pairs, facts, readings).

    A condition holds in a state where one of its facts is as it is to be, or all of them, by their roles. Roles are
    decided here, not weighed: training tells them apart by examples of their own.
    """
    relevant, roles = (told[..., 0] > 0.0).to(truth.dtype), told[..., 1:]
    of = (roles[..., :REQUESTS] >= roles[..., :REQUESTS].amax(dim=2, keepdim=True)).to(truth.dtype)
    decided = (roles[..., REQUESTS:] > 0.0).to(truth.dtype)
    sides, wanted, together = decided[..., :2], decided[..., 2:3], decided[..., 3:4]
    as_wanted = wanted * truth + (1.0 - wanted) * (1.0 - truth)
    members = (of[..., None, :] * sides[..., :, None] * relevant[:, :, None, None]).flatten(2).transpose(1, 2)
    some = (members @ as_wanted > 0.5).to(truth.dtype)
    every = (members @ (1.0 - as_wanted) < 0.5).to(truth.dtype)
    count = members.sum(dim=2, keepdim=True)
    all_at_once = (members @ together > 0.5 * count).to(truth.dtype)
    held = (all_at_once * every + (1.0 - all_at_once) * some) * (count > 0.5).to(truth.dtype) * passed[:, None, :]
    own, pair = readings(held, times, passed, bounds)
    conditions = torch.stack(
        [
            torch.cat([own[:, each], own[:, REQUESTS + each], pair[:, each, REQUESTS + each]], dim=1)
            for each in range(REQUESTS)
        ],
        dim=1,
    )
    return of @ conditions


def readings(
    truth: torch.Tensor, times: torch.Tensor, passed: torch.Tensor, bounds: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """What can be read off traces exactly: of each fact (pairs, facts, own), and of two (pairs, facts, partners, pair).

    `truth` (pairs, facts, states), `times` and `passed` (pairs, states), `bounds` (pairs, TIMES). Of a fact: for each
    window whether it held in some and in all of its states; whether it held at first and in the end; how often it
    came about. Of two, for either value of each: whether one or the other holds in all states of a window; whether
    each time the first holds the second follows within a bound; which comes first, which lasts longer; how often one
    or the other, and both, come about.
    """
    states = times.shape[1]
    known = (bounds >= 0).to(truth.dtype)
    last = passed - functional.pad(passed[:, 1:], (0, 1))
    end_of = functional.pad(times[:, 1:], (0, 1)) * (1.0 - last) * passed + last * 1e6
    by = [(times <= bounds[:, i : i + 1] + _TOLERANCE).to(truth.dtype) * passed for i in range(TIMES)]
    # Of several states at one time (what happens at 0 leaves a second one) all are looked at.
    since = [
        ((end_of > bounds[:, i : i + 1] + _TOLERANCE) | (times >= bounds[:, i : i + 1] - _TOLERANCE)).to(truth.dtype)
        * passed
        for i in range(TIMES)
    ]
    between = [since[i] * (times < bounds[:, i + 1 : i + 2] - _TOLERANCE).to(truth.dtype) for i in range(TIMES - 1)]
    over = (times < bounds[:, :1] + bounds[:, 1:2] - _TOLERANCE).to(truth.dtype)
    windows = torch.stack([passed, *by, *since, *between, since[1] * over, since[0] * over], dim=2)
    both_known = known[:, 1:2].expand(-1, 2)
    usable = torch.cat([torch.ones_like(known[:, :1]), known, known, known[:, 1:], both_known], dim=1)

    held = truth @ windows
    size = windows.sum(dim=1)[:, None, :]
    some = (held > 0.5).to(truth.dtype) * usable[:, None, :]
    every = (held > size - 0.5).to(truth.dtype) * usable[:, None, :]
    first = truth[:, :, :1]
    finish = (truth * last[:, None, :]).sum(dim=2, keepdim=True)
    before = functional.pad(truth[:, :, :-1], (1, 0))
    step = functional.pad(passed[:, 1:], (1, 0))[:, None, :]
    rises = first + ((1.0 - before) * truth * step).sum(dim=2, keepdim=True)
    falls = 1.0 - first + (before * (1.0 - truth) * step).sum(dim=2, keepdim=True)
    count = [(rises > 1.5).to(truth.dtype), (falls > 1.5).to(truth.dtype), rises.clamp(max=5.0) / 5.0]
    facts = truth.shape[1]
    own = torch.cat([some, every, known[:, None, :].expand(-1, facts, -1), first, finish, *count], dim=2)

    partners = min(PARTNERS, facts)
    inside = passed[:, None, :]
    yes = torch.cat([truth, 1.0 - truth], dim=1) * inside
    no = torch.cat([1.0 - truth, truth], dim=1) * inside
    of_partners = [*range(partners), *range(facts, facts + partners)]
    other, not_other = yes[:, of_partners], no[:, of_partners]
    columns = []
    for window in _JOINT:
        neither = (no * windows[:, None, :, window]) @ not_other.transpose(1, 2)
        columns.append((neither < 0.5).to(truth.dtype) * usable[:, window, None, None])
    place = torch.arange(states, dtype=truth.dtype, device=truth.device)
    later = (times[:, None, :] >= times[:, :, None]).to(truth.dtype)
    for i in range(2):
        soon = (times[:, None, :] - times[:, :, None] <= bounds[:, i, None, None] + _TOLERANCE).to(truth.dtype) * later
        follows = ((other @ soon.transpose(1, 2)) > 0.5).to(truth.dtype)
        missed = yes @ (1.0 - follows).transpose(1, 2)
        columns.append((missed < 0.5).to(truth.dtype) * known[:, i, None, None])
    begins = torch.where(yes > 0.5, place, 1e4).amin(dim=2)
    ends = torch.where(yes > 0.5, place, -1.0).amax(dim=2)
    columns.append((begins[:, None, of_partners] < begins[:, :, None]).to(truth.dtype))
    columns.append((ends[:, None, of_partners] >= ends[:, :, None]).to(truth.dtype))
    was_yes = functional.pad(yes[:, :, :-1], (1, 0)) * step
    was_no = functional.pad(no[:, :, :-1], (1, 0)) * step
    start = torch.zeros_like(passed)
    start[:, 0] = 1.0
    start = start[:, None, :]
    neither_before = was_no + start
    either = neither_before @ neither_before[:, of_partners].transpose(1, 2) - (neither_before * no) @ (
        neither_before[:, of_partners] * not_other
    ).transpose(1, 2)
    both = yes @ other.transpose(1, 2) - (yes * was_yes) @ (other * was_yes[:, of_partners]).transpose(1, 2)
    columns += [(either < 1.5).to(truth.dtype), (both < 1.5).to(truth.dtype)]
    table = torch.stack(columns, dim=3)
    # (2 facts, 2 partners) to four values for each fact and partner.
    quarters = [
        table[:, row : row + facts, column : column + partners] for row in (0, facts) for column in (0, partners)
    ]
    return own, torch.cat(quarters, dim=3)
