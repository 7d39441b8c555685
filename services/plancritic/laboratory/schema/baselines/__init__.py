"""What the schema library is compared with: a language model that plans by itself, and what it knew beforehand."""
