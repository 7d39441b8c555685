"""How good an encoder and its threshold are, measured on domains that it was not tuned on (needs no torch)."""
