"""The file in which settings show what they change: some of its lines are longer than a phone is wide."""

PATH = "habit.py"
TEXT = '''\
"""Days on which a habit is due."""

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass
class Habit:
    name: str
    every: int = 7  # days

    def due(self, last: date) -> date:
        return last + timedelta(days=self.every)


if __name__ == "__main__":
    walk = Habit("A long walk")
    print(walk.name, f"{walk.due(date.today()):%A}")
'''
HEAD = 13  # lines, where there is no room for all
