"""The networks, and the operators of PDDL3 that they compute, exported to ONNX."""
