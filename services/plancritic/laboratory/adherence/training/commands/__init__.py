"""`plancritic data ...` and `plancritic train ...`."""
