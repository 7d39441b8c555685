"""The phases of a run, each a function from checkpoint to checkpoint."""
