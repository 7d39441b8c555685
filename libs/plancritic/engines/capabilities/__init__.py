"""What each engine can plan with, found by a conformance run, compared with what a task needs."""
