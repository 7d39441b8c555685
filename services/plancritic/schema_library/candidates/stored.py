"""The former place of `library_key`; `building/kept_answers.py` and `handlers.py` still import it from here."""

from plancritic.schema_library.candidates.prompt import library_key

__all__ = ["library_key"]
