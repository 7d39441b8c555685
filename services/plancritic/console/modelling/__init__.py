"""The pages of domain models from descriptions: candidates, what the filter kept, interpretations to choose from."""
