"""Words of a description in one line."""


def one_line(text: str) -> str:
    """Return a text in one line, so that it cannot begin a section of its own in a prompt, nor a line of PDDL."""
    return " ".join(text.split())
