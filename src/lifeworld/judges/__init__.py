"""A model's opinion of a trajectory.

`transcript.py` says what a judge is shown, `opinion.py` what it must answer, `judge.py` how it is asked, and
`model.py` which models can be one.
"""
