"""What each statement means: candidates tested on a bank of plans, a posterior over them, and when to ask."""
