"""A person uses a device in their own browser, with a task beside it, and its verdict at the end.

There are two servers on the loopback: that of the world serves screens only, that of the panel shows the task and its
verdict. They have different origins, so that no page of the world can read a goal or a verdict.
"""
