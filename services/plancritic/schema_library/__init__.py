"""The schema library: domain models from plain descriptions ([DK], "Planning in the Dark").

Many candidates for each action (by language models or recordings) are filtered by conformal prediction over sentence
embeddings, combined, decided exactly, proved and ranked.
"""
