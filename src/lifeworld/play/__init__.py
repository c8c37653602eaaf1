"""A person uses a device in their own browser, with a task and its live verdict beside it.

Two servers on this machine's loopback: the world's, which knows of nothing but screens, and the panel's, which shows
the task and judges. They are two origins, so that no page of the world can read a goal or a verdict.
"""
