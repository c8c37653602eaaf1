"""What the columns of the tables of sensitivity mean."""

MAD_COLUMNS = {
    "Axis": "what alone differs between two configurations",
    "Difference": "mean absolute difference of their success",
    "By luck": "what the luck of rollouts alone would give",
    "Beyond luck": "the rest, in points",
    "p": "chance of as much by luck",
    "90th percentile": "nine in ten differences are smaller",
    "90th by luck": "the same, of luck alone",
    "Pairs": "of configurations that were compared",
}
DEVIATION_COLUMNS = {
    "Deviation": "how it is measured",
    "Fixed": "within one configuration that is run again",
    "Varied": "over the configurations of a task",
    "Ratio": "fixed over varied",
    "Interval": "of the ratio",
    "Ratio by luck": "what luck alone would give",
    "p": "chance of so low a ratio by luck",
    "Tasks": "over which it is averaged",
}
LEVEL_COLUMNS = {
    "App": "between apps",
    "Task": "between tasks of an app",
    "Configuration": "between configurations of a task",
    "Rollout": "between attempts at a configuration",
}
