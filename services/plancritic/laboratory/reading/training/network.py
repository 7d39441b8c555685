"""The reader network: reads a text beside the items of its problem and writes a reading symbol by symbol.

The encoder's layers see tokens and items in one table, with what is known of how they are related added to their
attention (Wang et al. 2020, RAT-SQL). The decoder writes the symbols of `plancritic.reading.grammar`, points to items
(Vinyals et al. 2015) and is told what the grammar expects next (Yin and Neubig 2017).
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional

from plancritic.reading.grammar import MOST_SYMBOLS, SIGNS, Expected
from plancritic.reading.inputs import KINDS, MARKS
from plancritic.reading.relations import RELATIONS, Relation


class TextTensors(NamedTuple):
    """What `plancritic.reading.inputs.text_arrays` returns, as tensors."""

    tokens: torch.Tensor
    called: torch.Tensor
    besides: torch.Tensor
    kinds: torch.Tensor
    marks: torch.Tensor
    relations: torch.Tensor
    present: torch.Tensor


class Memory(NamedTuple):
    """What the encoder says of texts: `seen` (layers, 2, texts, rows, width) keys and values for the decoder,
    `blocked` (texts, rows) below nought for padding, `pointers` and `items` (texts, items, width) what is pointed to
    and what stands for an item once it is written."""

    seen: torch.Tensor
    blocked: torch.Tensor
    pointers: torch.Tensor
    items: torch.Tensor


class ReaderNetwork(nn.Module):  # type: ignore[misc]
    """See the module."""

    def __init__(
        self,
        dimensions: int,
        upper: nn.ModuleList | None = None,
        width: int = 192,
        heads: int = 6,
        layers: tuple[int, int] = (4, 3),
        dropout: float = 0.2,
    ) -> None:
        """`upper` are layers of the sentence encoder that its tokens have not been through yet; `layers` how many the
        encoder and the decoder have."""
        super().__init__()
        self.upper = upper if upper is not None else nn.ModuleList()
        self.dimensions, self.width, self.heads = dimensions, width, heads
        self.token = nn.Linear(dimensions, width)
        self.called = nn.Linear(dimensions, width)
        self.besides = nn.Linear(dimensions, width)
        self.kind = nn.Embedding(KINDS, width)
        self.mark = nn.Linear(len(MARKS), width)
        self.related = nn.Embedding(2 * RELATIONS, heads)
        self.encoder = nn.ModuleList([_EncoderLayer(width, heads, dropout) for _ in range(layers[0])])
        self.norm = nn.LayerNorm(width)
        self.sign = nn.Embedding(SIGNS + 1, width)
        self.written = nn.Linear(width, width)
        self.expected = nn.Embedding(len(Expected), width)
        self.place = nn.Embedding(MOST_SYMBOLS + 1, width)
        self.decoder = nn.ModuleList([_DecoderLayer(width, heads, dropout) for _ in range(layers[1])])
        self.last = nn.LayerNorm(width)
        self.signs = nn.Linear(width, SIGNS)
        self.pointing = nn.Linear(width, width)
        self.pointed = nn.Linear(width, width)
        self.dropout = nn.Dropout(dropout)
        #: Divides the logits, fitted after training (temperature scaling, Guo et al. 2017).
        self.register_buffer("temperature", torch.ones(()))
        for embedding in (self.kind, self.sign, self.expected, self.place):
            nn.init.normal_(embedding.weight, std=0.1)
        nn.init.zeros_(self.related.weight)
        with torch.no_grad():
            # A head each for names, groups, verbs and times to begin with.
            for head, relation in enumerate((Relation.NAMED, Relation.NAMED_SET, Relation.TOLD, Relation.TIMED)):
                self.related.weight[[relation, relation + RELATIONS], head % heads] = 3.0

    def remember(self, texts: TextTensors) -> Memory:
        """Encode texts."""
        length = texts.tokens.shape[1]
        blocked = (texts.present - 1.0) * 1e4
        tokens = texts.tokens
        for layer in self.upper:
            tokens = layer(tokens, blocked[:, :length])
        rows = torch.cat([self.token(tokens), self.called(texts.called) + self.besides(texts.besides)], dim=1)
        rows = self.dropout(rows + self.kind(texts.kinds) + self.mark(texts.marks))
        attending = self.related(texts.relations).permute(0, 3, 1, 2) + blocked[:, None, None, :]
        for layer in self.encoder:
            rows = layer(rows, attending)
        rows = self.norm(rows)
        seen = torch.stack([layer.remembered(rows) for layer in self.decoder])
        items = rows[:, length:]
        return Memory(seen, blocked, self.pointed(items), self.written(items))

    def write(
        self,
        memory: Memory,
        symbols: torch.Tensor,
        expected: torch.Tensor,
        past: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (sequences, symbols, SIGNS + items) of what comes after each symbol, and the past with them.

        `symbols` (sequences, symbols) come after those of the `past` (layers, 2, sequences, earlier, width), START
        before all; `expected` (sequences, symbols) is what the grammar expects after each. The memory is of one text
        for each sequence, or of one for all.
        """
        count, length = symbols.shape
        earlier = past.shape[3]
        item = (symbols - SIGNS).clamp(min=0)
        items = memory.items.expand(count, -1, -1)
        pointed = torch.gather(items, 1, item[:, :, None].expand(-1, -1, self.width))
        is_item = (symbols >= SIGNS).to(items.dtype)[:, :, None]
        sign = self.sign((symbols + 1).clamp(max=SIGNS))
        places = torch.arange(length, device=symbols.device) + earlier
        x = is_item * pointed + (1.0 - is_item) * sign + self.expected(expected) + self.place(places)[None]
        x = self.dropout(x)
        before = torch.arange(length + earlier, device=symbols.device)[None, :] <= places[:, None]
        hidden = (before.to(x.dtype) - 1.0)[None, None] * 1e4
        shown = memory.blocked[:, None, None, :]
        kept = []
        for number, layer in enumerate(self.decoder):
            x, known = layer(x, past[number], hidden, memory.seen[number], shown)
            kept.append(known)
        x = self.last(x)
        pointers = self.pointing(x) @ memory.pointers.transpose(1, 2) * self.width**-0.5
        return torch.cat([self.signs(x), pointers], dim=2), torch.stack(kept)

    def nothing_written(self, count: int) -> torch.Tensor:
        """Return the past of sequences that have not begun."""
        return torch.zeros(len(self.decoder), 2, count, 0, self.width, device=self.place.weight.device)


class _Attention(nn.Module):  # type: ignore[misc]
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.outer = nn.Linear(width, width), nn.Linear(width, width)
        self.key, self.value = nn.Linear(width, width), nn.Linear(width, width)

    def known(self, rows: torch.Tensor) -> torch.Tensor:
        return torch.stack([self.key(rows), self.value(rows)])

    def forward(self, x: torch.Tensor, known: torch.Tensor, added: torch.Tensor) -> torch.Tensor:
        count, length, width = x.shape
        query = self.query(x).view(count, length, self.heads, -1).transpose(1, 2)
        key, value = (each.view(each.shape[0], each.shape[1], self.heads, -1).transpose(1, 2) for each in known)
        scores = query @ key.transpose(2, 3) * (width // self.heads) ** -0.5 + added
        attended = (torch.softmax(scores, dim=3) @ value).transpose(1, 2).reshape(count, length, width)
        found: torch.Tensor = self.outer(attended)
        return found


class _Wide(nn.Module):  # type: ignore[misc]
    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.wide, self.narrow = nn.Linear(width, 3 * width), nn.Linear(3 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = self.narrow(self.dropout(functional.gelu(self.wide(x))))
        return found


class _EncoderLayer(nn.Module):  # type: ignore[misc]
    """A transformer layer, normalised first (Xiong et al. 2020)."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention, self.wide = _Attention(width, heads), _Wide(width, dropout)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor, added: torch.Tensor) -> torch.Tensor:
        normal = self.first(x)
        x = x + self.dropout(self.attention(normal, self.attention.known(normal), added))
        found: torch.Tensor = x + self.dropout(self.wide(self.second(x)))
        return found


class _DecoderLayer(nn.Module):  # type: ignore[misc]
    """A transformer layer that sees what is written and what the encoder says."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.first, self.second, self.third = nn.LayerNorm(width), nn.LayerNorm(width), nn.LayerNorm(width)
        self.own, self.across = _Attention(width, heads), _Attention(width, heads)
        self.wide = _Wide(width, dropout)
        self.dropout = nn.Dropout(dropout)

    def remembered(self, rows: torch.Tensor) -> torch.Tensor:
        return self.across.known(rows)

    def forward(
        self, x: torch.Tensor, past: torch.Tensor, hidden: torch.Tensor, seen: torch.Tensor, shown: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        normal = self.first(x)
        known = torch.cat([past, self.own.known(normal)], dim=2)
        x = x + self.dropout(self.own(normal, known, hidden))
        x = x + self.dropout(self.across(self.second(x), seen, shown))
        return x + self.dropout(self.wide(self.third(x))), known
