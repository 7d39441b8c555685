"""The network of [EA] IV-C in torch."""

from __future__ import annotations

import torch
from torch import nn

#: What each step brings to the LSTM, by the name a model card gives the network.
INPUTS = {
    "published": "published network, MiniLM encoder: LSTM over [step ; statement], two dense layers of 256",
    "products": "published network with products, MiniLM encoder: LSTM over [step ; step x statement], "
    "two dense layers of 256",
}


class AdherenceNetwork(nn.Module):  # type: ignore[misc]
    """LSTM over the steps with the statement beside each, two dense layers of 256 with ReLU, dropout 0.5 between them.

    Source: [EA] IV-C, where a step's input is [embedding(step) ; embedding(statement)] (`published`). With `products`
    the element-wise product of both stands in the statement's place: the network need not learn by itself to compare
    them, which takes it far more examples than we make. The sigmoid is left to the loss and to `adherence`.
    """

    def __init__(
        self, dimensions: int, inputs: str = "published", hidden: int = 512, dense: int = 256, dropout: float = 0.5
    ) -> None:
        super().__init__()
        if inputs not in INPUTS:
            raise ValueError(f"inputs {inputs!r} are not one of {sorted(INPUTS)}")
        self.dimensions = dimensions
        self.inputs = inputs
        #: Vectors of length one have components of this size on average: multiplied by it they have unit variance.
        self.scale = dimensions**0.5
        self.lstm = nn.LSTM(2 * dimensions, hidden, batch_first=True)
        self.first = nn.Linear(hidden, dense)
        self.second = nn.Linear(dense, dense)
        self.last = nn.Linear(dense, 1)
        self.dropout = nn.Dropout(dropout)

    def forward(self, steps: torch.Tensor, text: torch.Tensor) -> torch.Tensor:
        """Logits (batch,) of plans of one length: steps (batch, length, dimensions), text (batch, dimensions)."""
        steps, text = steps * self.scale, text * self.scale
        repeated = text[:, None, :].expand(-1, steps.shape[1], -1)
        beside = steps * repeated if self.inputs == "products" else repeated
        _, (state, _) = self.lstm(torch.cat([steps, beside], dim=2))
        x = self.dropout(torch.relu(self.first(state[-1])))
        x = self.dropout(torch.relu(self.second(x)))
        logits: torch.Tensor = self.last(x).squeeze(1)
        return logits

    def adherence(self, steps: torch.Tensor, text: torch.Tensor) -> torch.Tensor:
        """Probabilities (batch,) that the plans adhere to the texts, without dropout."""
        training = self.training
        self.eval()
        with torch.inference_mode():
            probabilities = torch.sigmoid(self(steps, text))
        self.train(training)
        return probabilities
