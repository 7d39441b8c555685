"""Pages on which a generated domain is refined: known plans, and questions answered by a click."""
