"""All topics of conversation."""

from lifeworld.life.talk import read
from lifeworld.life.words import talk_friends, talk_groups, talk_home, talk_scenes

TOPICS = read((talk_home.SCRIPT, talk_friends.SCRIPT, talk_groups.SCRIPT, talk_scenes.SCRIPT))
