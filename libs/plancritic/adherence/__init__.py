"""What training and serving of the adherence scorer share: model card, inputs, facts, traces and the file of data."""
