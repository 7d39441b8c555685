"""Suites in, tables out: how many pieces of feedback end in a plan that truly does what was asked.

A client of the bus like any other: `event.feedback.submitted` out, the events of each run in. Whether a plan adheres
is never the system's own opinion: VAL judges it against the suite's ground truth, in this process.
"""
