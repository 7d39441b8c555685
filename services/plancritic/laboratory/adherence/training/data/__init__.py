"""The data sets: plans, recorded and worded requests, their labels and what is counted of them."""
