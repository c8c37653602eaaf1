"""The people whose devices we hold, each written by hand."""

from lifeworld.life.biographies import desmond, nora, wilma
from lifeworld.life.biography import Biography

BIOGRAPHIES: dict[str, Biography] = {bio.name: bio for bio in (nora.BIOGRAPHY, desmond.BIOGRAPHY, wilma.BIOGRAPHY)}
