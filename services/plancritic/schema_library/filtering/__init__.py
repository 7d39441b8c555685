"""The semantic filter: similarity of description and schema, and the conformal threshold."""
