"""Where a run stands: its first checkpoint, those that follow, and where they are stored."""
