"""How good plans are: their ends beside the best that is known, and beside proved bounds."""
