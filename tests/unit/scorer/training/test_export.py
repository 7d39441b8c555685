import numpy as np
import onnxruntime
import pytest

pytestmark = pytest.mark.train


@pytest.mark.parametrize("name", ["published", "matching"])
def test_the_exported_graph_equals_torch_for_plans_of_any_length_in_one_batch(name: str) -> None:
    import torch

    from plancritic.scorer.training.export import export, round_weights
    from plancritic.scorer.training.network import NETWORKS, adherence

    torch.manual_seed(1)
    network = NETWORKS[name](24)
    round_weights(network)
    session = onnxruntime.InferenceSession(export(network))
    for lengths in ([1], [3, 17, 40], [5] * 9):
        steps, text = torch.randn(len(lengths), max(lengths), 24), torch.randn(len(lengths), 24)
        feed = {"steps": steps.numpy(), "lengths": np.array(lengths, dtype=np.int32), "text": text.numpy()}

        (exported,) = session.run(["adherence"], feed)

        for row, length in enumerate(lengths):
            own = adherence(network, steps[row : row + 1, :length], text[row : row + 1])
            assert exported[row] == pytest.approx(own.item(), abs=1e-4)


def test_weights_that_would_lose_precision_are_not_exported() -> None:
    from plancritic.scorer.training.export import export
    from plancritic.scorer.training.network import PublishedNetwork

    with pytest.raises(ValueError, match="round_weights"):
        export(PublishedNetwork(8, hidden=4))
