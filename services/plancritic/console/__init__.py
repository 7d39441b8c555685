"""The operator's console: a person looks at a plan in a browser, says what is wrong with it, and sees the result.

A client like any other: it takes no jobs and keeps nothing that is not in the recording of events.
"""
