"""The symbolic repairer: edits of schemas that settle feedback, weighed by how plausible they are."""
