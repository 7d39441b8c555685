"""One feedback run, from submission to its end event, and the records of all runs."""
