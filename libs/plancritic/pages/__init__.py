"""Drawings as HTML: the page that `plancritic show` writes, and the parts of it that the console shows."""
