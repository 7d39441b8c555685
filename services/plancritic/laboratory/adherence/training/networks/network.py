"""The grounding network: which facts a statement is about, what is asked of them, and whether the plan does it.

A statement's tokens are read beside the problem's facts (`FactTable`): every fact looks at the tokens that mention its
arguments and at those that tell what is asked of it, and says how likely the statement is about it and in which of its
requests. The likeliest of these pairs look at the tokens again and at each other, and say in which part (first or
second condition, to hold or not) and which operator of PDDL3 the request has. What became of their facts in the plan
(`Trace`) is then looked up exactly (`operators`): the conditions of a request are put together from its facts, and each
operator is met or not. A plan adheres if all that is asked of every such fact is done: a product over requests, so that
a conjunction that is half met is not met. Where a fact's part is not clear, the answer is drawn to one half.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from plancritic.adherence.facts import FEWEST, PLACES, STANDING
from plancritic.adherence.mentions import KINDS, TIMES
from plancritic.laboratory.adherence.training.networks.operators import satisfied
from plancritic.laboratory.adherence.training.networks.structure import HOLDS, OPERATORS, REQUESTS, ROLES

#: Pairs of a fact and a request that a statement is judged by.
PAIRS = FEWEST
#: Wave lengths by which places of tokens are told.
_WAVES = 16


class Texts(NamedTuple):
    """Statements: `tokens` (texts, length, dimensions), `passage` (texts, length) the sentence or item of a list that a
    token stands in, from 1, and 0 for padding,
    `mentions` (texts, objects + 1, length, KINDS), `counted` (texts, length, TIMES) which time a token speaks of,
    `bounds` (texts, TIMES) the times, -1 for none."""

    tokens: torch.Tensor
    passage: torch.Tensor
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
    standing: torch.Tensor
    present: torch.Tensor


class Plans(NamedTuple):
    """Plans: `truth` (plans, facts, states), `times` (plans, states), `passed` (plans, states) 1 for a state that
    the plan passes through and 0 for padding."""

    truth: torch.Tensor
    times: torch.Tensor
    passed: torch.Tensor


class Grounding(NamedTuple):
    """What texts are about: the likeliest pairs of a fact and a request that it has a part in.

    `facts` and `requests` (texts, PAIRS) say which, the likeliest first, and `relevance` (texts, PAIRS) how likely;
    `logits` (texts, facts, REQUESTS) are the relevance of every pair, `roles` (texts, PAIRS, ROLES) logits of the
    fact's part in the request, `operators` (texts, PAIRS, OPERATORS) logits of what the request asks; `beyond` (texts,)
    how likely the first pair is that is not among them.
    """

    facts: torch.Tensor
    requests: torch.Tensor
    relevance: torch.Tensor
    logits: torch.Tensor
    roles: torch.Tensor
    operators: torch.Tensor
    beyond: torch.Tensor


class _Read(NamedTuple):
    """Texts as facts look at them: `tokens` (texts, length, width), the `whole` of each (texts, width), `mentions`
    with those that were sought (texts, objects + 1, length, KINDS + 1), `blocked` (texts, length) below nought for
    padding."""

    tokens: torch.Tensor
    whole: torch.Tensor
    mentions: torch.Tensor
    blocked: torch.Tensor


def _positions(length: int, like: torch.Tensor) -> torch.Tensor:
    """Places of tokens as waves of different lengths (length, 2 * _WAVES) (Vaswani et al. 2017, section 3.5)."""
    place = torch.arange(length, dtype=like.dtype, device=like.device)[:, None]
    speed = torch.pow(2.0, -0.5 * torch.arange(_WAVES, dtype=like.dtype, device=like.device))[None, :]
    return torch.cat([torch.sin(place * speed), torch.cos(place * speed)], dim=1)


class _Layer(nn.Module):  # type: ignore[misc]
    """A transformer layer, normalised first (Xiong et al. 2020); `blocked` is added to its attention, (texts, heads or
    1, length or 1, length)."""

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
        scores = query @ key.transpose(2, 3) * (width // self.heads) ** -0.5 + blocked
        attended = (torch.softmax(scores, dim=3) @ value).transpose(1, 2).reshape(texts, length, width)
        x = x + self.dropout(self.outer(attended))
        widened: torch.Tensor = self.narrow(self.dropout(functional.gelu(self.wide(self.second(x)))))
        return x + self.dropout(widened)


class GroundingNetwork(nn.Module):  # type: ignore[misc]
    """See the module; `forward` gives logits of adherence for pairs of plan and text."""

    title = "grounding network: facts that a statement is about, judged by their traces"

    def __init__(
        self,
        dimensions: int,
        upper: nn.ModuleList | None = None,
        width: int = 128,
        heads: int = 4,
        dropout: float = 0.15,
    ) -> None:
        """`upper` are layers of the encoder that its tokens have not been through yet (`encoder_layers`)."""
        super().__init__()
        self.upper = upper if upper is not None else nn.ModuleList()
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
        self.static = nn.Sequential(
            nn.Linear(64 + 32 * PLACES + PLACES + STANDING, width), nn.GELU(), nn.Linear(width, width)
        )
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(width, 2 * width)
        self.mentioned = nn.Parameter(torch.zeros(PLACES, KINDS + 1, heads))
        kinds = PLACES * (KINDS + 1)
        self.fact = nn.Sequential(
            nn.Linear(3 * width + 2 * kinds + PLACES + STANDING, width),
            nn.GELU(),
            nn.Dropout(dropout),
            nn.Linear(width, width),
        )
        self.fact_norm = nn.LayerNorm(width)
        self.relevant = nn.Linear(width, REQUESTS)
        # What is likeliest looks at the text again, as a part of one request, and at each other.
        self.request = nn.Embedding(REQUESTS, width)
        self.again = nn.Linear(width, width)
        self.again_key_value = nn.Linear(width, 2 * width)
        self.again_mentioned = nn.Parameter(self.mentioned.detach().clone())
        self.part = nn.Linear(width, width)
        self.part_norm = nn.LayerNorm(width)
        self.among = _Layer(width, heads, dropout)
        self.role = nn.Linear(width, ROLES)
        self.operator = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, len(OPERATORS)))
        #: Divides the logits, fitted after training (temperature scaling, Guo et al. 2017).
        self.register_buffer("temperature", torch.ones(()))
        nn.init.constant_(self.relevant.bias, -4.0)
        with torch.no_grad():
            # A head for the mentions of each argument to begin with, and one for what is said of the fact.
            for place in range(PLACES):
                self.mentioned[place, :, place % heads] = 3.0
                self.again_mentioned[place, :, place % heads] = 3.0

    def ground(self, texts: Texts, facts: Facts, wanted: torch.Tensor | None = None) -> Grounding:
        """What each text is about; `wanted` (texts, facts, REQUESTS) 1 for pairs to be among the likeliest in any
        case."""
        read = self._read(texts, facts)
        meaning = self._meanings(read, facts)
        logits = self.relevant(meaning) + ((facts.present - 1.0) * 1e4)[:, None]
        ranked = logits if wanted is None else logits + 50.0 * wanted
        _, pairs = torch.topk(ranked.flatten(1), PAIRS + 1, dim=1)
        relevance = torch.sigmoid(torch.gather(logits.flatten(1), 1, pairs))
        pairs, relevance, beyond = pairs[:, :PAIRS], relevance[:, :PAIRS], relevance[:, PAIRS]
        chosen, requests = pairs // REQUESTS, pairs % REQUESTS
        taken = torch.gather(meaning, 1, chosen[:, :, None].expand(-1, -1, self.width)) + self.request(requests)
        taken = self._look_again(taken, relevance, read, facts.arguments[chosen])
        said = torch.cat([taken, read.whole[:, None, :].expand(-1, PAIRS, -1)], dim=2)
        return Grounding(chosen, requests, relevance, logits, self.role(taken), self.operator(said), beyond)

    def _read(self, texts: Texts, facts: Facts) -> _Read:
        inside = (texts.passage > 0.5).to(texts.tokens.dtype)
        blocked = (inside - 1.0) * 1e4
        tokens = self._read_on(texts.tokens, blocked)
        found = texts.mentions.amax(dim=1)
        x = self.token(tokens) + self.mark(torch.cat([texts.counted, found], dim=2))
        x = x + self.place(_positions(x.shape[1], x))
        across = blocked[:, None, None, :]
        near = (texts.passage[:, :, None] == texts.passage[:, None, :]).to(x.dtype)[:, None]
        # Half of the heads see their own passage alone: requests of other passages do not blur it.
        half = self.heads // 2
        apart = torch.cat(
            [(near - 1.0).expand(-1, half, -1, -1) * 1e4, across.expand(-1, self.heads - half, near.shape[2], -1)],
            dim=1,
        )
        for layer in self.layers:
            x = layer(x, apart)
        x = self.norm(x)
        weights = torch.softmax(self.pool(x).squeeze(2) + blocked, dim=1)
        whole = (weights[:, None, :] @ x).squeeze(1)
        sought = torch.einsum("od,tld->tol", self.seek(facts.objects), self.sought(tokens)) * 0.125 - 3.0
        sought = torch.sigmoid(sought) * inside[:, None, :]
        mentions = torch.cat([texts.mentions, sought[..., None]], dim=3)
        return _Read(x, whole, mentions, blocked)

    def _meanings(self, read: _Read, facts: Facts) -> torch.Tensor:
        """What each text says of each fact (texts, facts, width)."""
        static = self.static(
            torch.cat(
                [
                    self.sentence(facts.sentences)[facts.predicates],
                    self.object(facts.objects)[facts.arguments].flatten(1),
                    facts.alone,
                    facts.standing,
                ],
                dim=1,
            )
        )
        count, length = read.tokens.shape[:2]
        each = self.width // self.heads
        query = self.query(static).view(-1, self.heads, each)
        key, value = self.key_value(read.tokens).view(count, length, 2, self.heads, each).permute(2, 0, 1, 3, 4)
        scores = torch.einsum("fhe,tlhe->tfhl", query, key) * each**-0.5
        for place in range(PLACES):
            by_head = torch.einsum("tolk,kh->tohl", read.mentions, self.mentioned[place])
            scores = scores + by_head[:, facts.arguments[:, place]]
        attention = torch.softmax(scores + read.blocked[:, None, None, :], dim=3)
        attended = torch.einsum("tfhl,tlhe->tfhe", attention, value).flatten(2)
        strength = read.mentions.amax(dim=2)[:, facts.arguments].flatten(2)
        kinds = torch.arange(facts.sentences.shape[0], device=static.device)
        same = (facts.predicates[:, None] == kinds[None, :]).to(static.dtype)
        best = (strength[:, :, None, :] * same[None, :, :, None]).amax(dim=1)[:, facts.predicates]
        everywhere = static[None].expand(count, -1, -1)
        known = torch.cat([facts.alone, facts.standing], dim=1)[None].expand(count, -1, -1)
        meaning = self.fact(
            torch.cat([attended, attended * everywhere, everywhere, strength, best - strength, known], dim=2)
        )
        found: torch.Tensor = self.fact_norm(meaning)
        return found

    def _look_again(
        self,
        taken: torch.Tensor,
        relevance: torch.Tensor,
        read: _Read,
        arguments: torch.Tensor,
    ) -> torch.Tensor:
        """Meanings (texts, PAIRS, width) of facts with these arguments in requests, from the tokens and each other."""
        count, length = read.tokens.shape[:2]
        each = self.width // self.heads
        query = self.again(taken).view(count, PAIRS, self.heads, each)
        key, value = self.again_key_value(read.tokens).view(count, length, 2, self.heads, each).permute(2, 0, 1, 3, 4)
        scores = torch.einsum("tfhe,tlhe->tfhl", query, key) * each**-0.5
        rows = torch.arange(count, device=taken.device)[:, None]
        for place in range(PLACES):
            mentioned = read.mentions[rows, arguments[:, :, place]]
            scores = scores + torch.einsum("tflk,kh->tfhl", mentioned, self.again_mentioned[place])
        attention = torch.softmax(scores + read.blocked[:, None, None, :], dim=3)
        attended = torch.einsum("tfhl,tlhe->tfhe", attention, value).flatten(2)
        taken = taken + self.part(attended)
        likely = torch.log(relevance.detach().clamp(min=1e-3))
        found: torch.Tensor = self.part_norm(self.among(taken, likely[:, None, None, :]))
        return found

    def _read_on(self, tokens: torch.Tensor, blocked: torch.Tensor) -> torch.Tensor:
        if not self.training:
            for layer in self.upper:
                tokens = layer(tokens, blocked)
            return tokens
        # Half precision halves the time of training where the processor has it, and takes six times as long where it
        # has not; what is served is in full.
        with torch.autocast(tokens.device.type, torch.bfloat16, enabled=_has_half_precision()):
            for layer in self.upper:
                tokens = layer(tokens, blocked)
        return tokens.float()

    def judge(
        self,
        grounding: Grounding,
        bounds: torch.Tensor,
        plans: Plans,
        plan: torch.Tensor,
        text: torch.Tensor,
        given: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Logits of adherence for pairs (plan[i], text[i]), shape (pairs,).

        `given` (texts, PAIRS, 1 + ROLES), logits again, takes the place of the relevance and the roles that were found
        where conditions are put together; nothing is unclear then.
        """
        pairs = grounding.facts * REQUESTS + grounding.requests
        found = torch.cat([torch.gather(grounding.logits.flatten(1), 1, pairs)[..., None], grounding.roles], dim=2)
        truth = plans.truth[plan[:, None], grounding.facts[text]]
        first, second = conditions(truth, (found if given is None else given)[text], grounding.requests[text])
        met = satisfied(first, second, plans.times[plan], plans.passed[plan], bounds[text])
        relevance = grounding.relevance[text]
        as_asked = (met * torch.softmax(grounding.operators, dim=2)[text]).sum(dim=2)
        adheres = self._all(relevance, as_asked, grounding.requests[text])
        clear = self._all(grounding.relevance, _clarity(grounding.roles), grounding.requests)[text]
        understood = 1.0 - torch.exp(torch.log1p(-relevance.clamp(max=1.0 - 1e-6)).sum(dim=1))
        if given is None:
            # Nor does what is about more than was looked at.
            understood = understood * clear * (1.0 - grounding.beyond[text])
        # What is about no fact that is known, or about one that cannot be told how, says nothing of the plan.
        probability = (understood * adheres + (1.0 - understood) * 0.5).clamp(1e-4, 1.0 - 1e-4)
        return torch.log(probability) - torch.log1p(-probability)

    def _all(self, relevance: torch.Tensor, probability: torch.Tensor, requests: torch.Tensor) -> torch.Tensor:
        """The probability that all relevant facts are so (rows,), each with its own (rows, facts).

        In training a product, so that each of them learns. Facts of one request are in doubt about the same thing,
        what it asks: when judging, the one that fares worst stands for its request, and requests are multiplied.
        """
        missed = relevance * (1.0 - probability)
        if not self.training:
            missed = (missed[..., None] * _of_requests(requests, missed)).amax(dim=1)
        return torch.exp(torch.log1p(-missed.clamp(max=1.0 - 1e-6)).sum(dim=1))

    def forward(self, texts: Texts, facts: Facts, plans: Plans, plan: torch.Tensor, text: torch.Tensor) -> torch.Tensor:
        """Calibrated logits (pairs,) that plan `plan[i]` adheres to text `text[i]`."""
        logits = self.judge(self.ground(texts, facts), texts.bounds, plans, plan, text)
        calibrated: torch.Tensor = logits / self.temperature
        return calibrated


def _has_half_precision() -> bool:
    """Return whether the processor computes with bfloat16 itself."""
    return bool(torch.cpu._is_avx512_bf16_supported())


def conditions(truth: torch.Tensor, given: torch.Tensor, requests: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Traces (pairs, facts, states) of the first and second condition of the request that each fact has its part in,
    `requests` (pairs, facts).

    A condition holds in a state where one of its facts is as it is to be, or all of them, by their roles; if a request
    is made of each of several facts, the condition of each is that fact alone. `given` (pairs, facts, 1 + ROLES) are
    decided here, not weighed: training tells roles apart by examples of their own.
    """
    relevant, roles = (given[..., 0] > 0.0).to(truth.dtype), given[..., 1:]
    of = _of_requests(requests, truth)
    decided = (roles > 0.0).to(truth.dtype)
    sides, (wanted, together, each) = decided[..., :HOLDS], decided[..., HOLDS:].split(1, dim=2)
    as_wanted = wanted * truth + (1.0 - wanted) * (1.0 - truth)
    traces = []
    for side in range(2):
        alone = sides[..., side : side + 1]
        members = (of * alone * relevant[..., None]).transpose(1, 2)
        some = (members @ as_wanted > 0.5).to(truth.dtype)
        every = (members @ (1.0 - as_wanted) < 0.5).to(truth.dtype)
        count = members.sum(dim=2, keepdim=True)
        all_at_once = (members @ together > 0.5 * count).to(truth.dtype)
        held = (all_at_once * every + (1.0 - all_at_once) * some) * (count > 0.5).to(truth.dtype)
        alone = alone * each
        traces.append(alone * as_wanted + (1.0 - alone) * (of @ held))
    return traces[0], traces[1]


def _of_requests(requests: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    """1 for the request that each is of (rows, facts, REQUESTS)."""
    return (requests[..., None] == torch.arange(REQUESTS, device=like.device)).to(like.dtype)


def _clarity(roles: torch.Tensor) -> torch.Tensor:
    """The probability that all of a fact's roles are decided rightly (texts, facts), as training lets it be seen."""
    return torch.sigmoid(roles.abs()).prod(dim=2)
