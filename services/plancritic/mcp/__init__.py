"""A Model Context Protocol server over the client room: an assistant carries a person's words to plancritic and back.

It takes no jobs, answers no question for the person, and says nothing about readings, verdicts or plans by itself.
"""
