"""The domain refiner: a generated domain is repaired by search in feedback space ([FS])."""
