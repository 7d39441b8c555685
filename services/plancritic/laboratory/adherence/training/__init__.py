"""Making data for the scorer, training it and exporting it: the only place here that needs torch.

`data` (with `questions`, `words` and `dataset`) needs no torch; `network`, `train` and `export` do.
"""
