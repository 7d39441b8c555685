"""The networks in torch: that of [EA] IV-C, and one that compares each step with the statement before the LSTM."""

from __future__ import annotations

import torch
from torch import nn


class Standard(nn.Module):  # type: ignore[misc]
    """Centres each component of vectors and gives it unit variance, by the vectors that `fit` saw; never trained."""

    def __init__(self, dimensions: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(dimensions))
        #: One over the deviation; at first that of vectors of length one.
        self.register_buffer("factor", torch.full((dimensions,), dimensions**0.5))

    def fit(self, vectors: torch.Tensor) -> None:
        """Take mean and deviation from vectors (count, dimensions)."""
        self.mean.copy_(vectors.mean(dim=0))
        self.factor.copy_(1.0 / (vectors.std(dim=0, correction=0) + 1e-6))

    def forward(self, vectors: torch.Tensor) -> torch.Tensor:
        """The same shape."""
        standardised: torch.Tensor = (vectors - self.mean) * self.factor
        return standardised


class PublishedNetwork(nn.Module):  # type: ignore[misc]
    """LSTM of 512 over [embedding(step) ; embedding(statement)], two dense layers of 256 with ReLU and dropout 0.5.

    Source: [EA] IV-C; the dropout stands between the dense layers. The sigmoid is left to the loss. The inputs are
    standardised, of which [EA] says nothing.
    """

    title = "published network, MiniLM encoder: LSTM over [step ; statement], standardised, two dense layers"

    def fit(self, steps: torch.Tensor, texts: torch.Tensor) -> None:
        """Take what inputs are standardised by from the vectors seen in training."""
        self.standard_steps.fit(steps)
        self.standard_texts.fit(texts)

    def __init__(self, dimensions: int, hidden: int = 512, dense: int = 256, dropout: float = 0.5) -> None:
        super().__init__()
        self.dimensions = dimensions
        self.standard_steps = Standard(dimensions)
        self.standard_texts = Standard(dimensions)
        self.lstm = nn.LSTM(2 * dimensions, hidden, batch_first=True)
        self.first = nn.Linear(hidden, dense)
        self.second = nn.Linear(dense, dense)
        self.last = nn.Linear(dense, 1)
        self.dropout = nn.Dropout(dropout)

    def forward(self, steps: torch.Tensor, text: torch.Tensor) -> torch.Tensor:
        """Logits (batch,) of plans of one length: steps (batch, length, dimensions), text (batch, dimensions)."""
        steps, text = self.standard_steps(steps), self.standard_texts(text)
        repeated = text[:, None, :].expand(-1, steps.shape[1], -1)
        _, (state, _) = self.lstm(torch.cat([steps, repeated], dim=2))
        return _decide(self, state[-1])


class Whitening(nn.Module):  # type: ignore[misc]
    """Centres vectors and gives their main directions unit variance, by the vectors that `fit` saw; never trained.

    Sentences of one domain are much alike ("the scout moves from A to B"): what tells them apart is a small part of
    their vectors, which training otherwise takes long to find.
    """

    def __init__(self, dimensions: int, kept: int, damping: float) -> None:
        """`damping` is added to each direction's deviation, as a share of the largest: noise stays small."""
        super().__init__()
        self.damping = damping
        self.register_buffer("mean", torch.zeros(dimensions))
        self.register_buffer("directions", torch.eye(dimensions, kept) * dimensions**0.5)

    def fit(self, vectors: torch.Tensor) -> None:
        """Take mean and directions from vectors (count, dimensions); directions that hardly vary are damped."""
        mean = vectors.mean(dim=0)
        _, sizes, directions = torch.linalg.svd(vectors - mean, full_matrices=False)
        deviations = sizes / len(vectors) ** 0.5
        found = min(self.directions.shape[1], len(deviations))
        self.mean.copy_(mean)
        self.directions.zero_()
        self.directions[:, :found] = (directions[:found].T) / (deviations[:found] + self.damping * deviations[0] + 1e-6)

    def forward(self, vectors: torch.Tensor) -> torch.Tensor:
        """(..., dimensions) to (..., kept)."""
        whitened: torch.Tensor = (vectors - self.mean) @ self.directions
        return whitened


class MatchingNetwork(nn.Module):  # type: ignore[misc]
    """Each step is compared with the statement, an LSTM reads the comparisons, and the plan is judged by all of them.

    Comparison: step and statement are each whitened and projected to `shared` numbers; their product and sum go
    through a dense layer with ReLU. Judged are the LSTM's last state and its maximum over the steps, the maximum and
    the mean of the comparisons, and the projected statement. The dense layers are [EA] IV-C's; the published network
    has to learn the comparison inside the LSTM, and learns our examples by heart before. Of the statement only
    its main directions are kept: the others tell wordings apart rather than meanings, and are learnt by heart.
    """

    title = "matching network, MiniLM encoder: LSTM over comparisons of step and statement, two dense layers"

    def fit(self, steps: torch.Tensor, texts: torch.Tensor) -> None:
        """Take what inputs are whitened by from the vectors seen in training."""
        self.whiten_steps.fit(steps)
        self.whiten_texts.fit(texts)

    def __init__(
        self, dimensions: int, hidden: int = 192, shared: int = 256, dense: int = 256, dropout: float = 0.4
    ) -> None:
        super().__init__()
        self.dimensions = dimensions
        self.whiten_steps = Whitening(dimensions, min(128, dimensions), damping=0.02)
        self.whiten_texts = Whitening(dimensions, min(64, dimensions), damping=0.1)
        self.step = nn.Linear(min(128, dimensions), shared)
        self.text = nn.Linear(min(64, dimensions), shared)
        self.compare = nn.Linear(2 * shared, hidden)
        self.lstm = nn.LSTM(hidden, hidden, batch_first=True)
        self.first = nn.Linear(4 * hidden + shared, dense)
        self.second = nn.Linear(dense, dense)
        self.last = nn.Linear(dense, 1)
        self.dropout = nn.Dropout(dropout)
        self.thin = nn.Dropout(0.1)

    def forward(self, steps: torch.Tensor, text: torch.Tensor) -> torch.Tensor:
        """Logits (batch,) of plans of one length: steps (batch, length, dimensions), text (batch, dimensions)."""
        step = self.step(self.thin(self.whiten_steps(steps)))
        wanted = self.text(self.thin(self.whiten_texts(text)))
        beside = wanted[:, None, :]
        compared = self.thin(torch.relu(self.compare(torch.cat([step * beside, step + beside], dim=2))))
        states, _ = self.lstm(compared)
        pooled = [states[:, -1], states.amax(dim=1), compared.amax(dim=1), compared.mean(dim=1), wanted]
        return _decide(self, torch.cat(pooled, dim=1))


Network = PublishedNetwork | MatchingNetwork

#: By the name that `plancritic train scorer --network` takes.
NETWORKS: dict[str, type[PublishedNetwork] | type[MatchingNetwork]] = {
    "published": PublishedNetwork,
    "matching": MatchingNetwork,
}


def adherence(network: Network, steps: torch.Tensor, text: torch.Tensor) -> torch.Tensor:
    """Probabilities (batch,) that the plans adhere to the texts, without dropout."""
    training = network.training
    network.eval()
    with torch.inference_mode():
        probabilities: torch.Tensor = torch.sigmoid(network(steps, text))
    network.train(training)
    return probabilities


def _decide(network: Network, x: torch.Tensor) -> torch.Tensor:
    x = network.dropout(torch.relu(network.first(x)))
    x = network.dropout(torch.relu(network.second(x)))
    logits: torch.Tensor = network.last(x).squeeze(1)
    return logits
