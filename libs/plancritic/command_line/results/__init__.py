"""What came of a run, in words: the result, its verdicts, how the plan changed, and its times."""
