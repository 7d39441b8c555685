"""What the words of a person name: objects, amounts, parts of earlier statements."""
