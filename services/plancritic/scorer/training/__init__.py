"""Making data for the scorer, training it and exporting it: the only place of this service that needs torch.

`data` (with `questions`, `words` and `dataset`) needs no torch; `network`, `train` and `export` do.
"""
