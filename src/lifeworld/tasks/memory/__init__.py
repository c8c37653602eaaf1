"""Tasks whose answer is a pattern of the year behind: nobody ever wrote it down, the rows only add up to it."""
