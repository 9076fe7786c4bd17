import os.path as p, sys
from . import base
from ..pkg.mod import (x as y, z)

LIMIT = 3


@dataclass
class Shape(Base):
    """A shape with a side."""

    side: int = 1

    @property
    def area(self) -> int:
        if self.side and LIMIT:
            return 1
        return 0

    async def grow(self, by: int, *args, deep=False, **kw):
        return [i for i in args if i]


def _hidden(a):
    def inner():
        pass
    return inner
