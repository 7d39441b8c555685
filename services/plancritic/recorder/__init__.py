"""Recorded streams: export events to a file, replay their inputs on services of today, compare the outcomes.

A client of the bus like any other, with no process of its own: the event stream is the recording. It reads every event,
and publishes `event.feedback.submitted` and `event.question.answered` in namespaces of its own.
"""
