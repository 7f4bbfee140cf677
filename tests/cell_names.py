"""Which names a cell binds, and which it reads from other cells: cells may be run in any order.

A name that a cell reads must come from one cell only. Otherwise the order in which two cells were
run last would decide what the third one shows, and nothing would say so. And it must come as a
whole: a cell that fills a list line by line, and is stopped, leaves half of it to the others. An
assert, which fails once a learner changes the rules, mustn't keep a name from being made.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

FILLS = {
    "add",
    "append",
    "clear",
    "extend",
    "insert",
    "pop",
    "remove",
    "setdefault",
    "sort",
    "update",
}
"""Methods that change what they are called on."""


class Names:
    """The names of one cell.

    Attributes:
        bound: what it binds.
        read: what it reads before it binds it, or in a function, which may be called later.
        changed: what it changes in place.
        guarded: what it binds only after an assert has held.
    """

    def __init__(self, source: str) -> None:
        self.bound: set[str] = set()
        self.read: set[str] = set()
        self.changed: set[str] = set()
        self._local: list[set[str]] = []
        self._later = self._asserted = False
        self.guarded: set[str] = set()
        for statement in ast.parse(source).body:
            bound = set(self.bound)
            self._see(statement)
            self.guarded |= (self.bound - bound) if self._asserted else set()
            self._asserted |= isinstance(statement, ast.Assert)

    def _bind(self, name: str) -> None:
        (self._local[-1] if self._local else self.bound).add(name)

    def _read(self, name: str) -> None:
        own = any(name in names for names in self._local)
        if not own and (self._later or name not in self.bound):
            self.read.add(name)

    def _see(self, *nodes: ast.AST) -> None:
        """Look at these in the order in which they run."""
        for node in nodes:
            if not self._local:
                self.changed |= _changed(node)
            match node:
                case ast.Name(name, ast.Load()):
                    self._read(name)
                case ast.Name(name) | ast.alias(asname=str(name)) | ast.alias(name):
                    self._bind(name.partition(".")[0])
                case ast.Assign(targets, value):
                    self._see(value, *targets)
                case ast.AugAssign(target, _, value):
                    self._see(value, *_loaded(target), target)
                case ast.For(target, source, body, other):
                    self._see(source, target, *body, *other)
                case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                    self._local.append(set())
                    self._see(*node.generators)
                    parts = ast.iter_child_nodes(node)
                    self._see(*(part for part in parts if not isinstance(part, ast.comprehension)))
                    self._local.pop()
                case ast.comprehension(target, source, conditions):
                    self._see(source, target, *conditions)
                case ast.Lambda(arguments, body):
                    self._inside(arguments, body)
                case ast.FunctionDef(name, arguments, body):
                    self._bind(name)
                    later, self._later = self._later, True
                    self._inside(arguments, *body)
                    self._later = later
                case _:
                    self._see(*ast.iter_child_nodes(node))

    def _inside(self, arguments: ast.arguments, *body: ast.AST) -> None:
        self._see(*arguments.defaults, *filter(None, arguments.kw_defaults))
        names = {each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg)}
        for each in (each for node in body for each in ast.walk(node)):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                names.add(each.id)
        self._local.append(names)
        self._see(*body)
        self._local.pop()


def _loaded(target: ast.AST) -> list[ast.AST]:
    return [ast.Name(target.id, ast.Load())] if isinstance(target, ast.Name) else []


def _changed(node: ast.AST) -> set[str]:
    match node:
        case ast.Call(ast.Attribute(whole, method)) if method in FILLS:
            changed = [whole]
        case ast.Assign(targets):
            changed = [each for each in targets if isinstance(each, ast.Subscript)]
        case ast.AugAssign(whole):
            changed = [whole]
        case _:
            changed = []
    return {
        next(each.id for each in ast.walk(one) if isinstance(each, ast.Name)) for one in changed
    }


def ambiguous(cells: Mapping[int, str]) -> list[str]:
    r"""A sentence for each name that a cell reads and that doesn't come whole, from one cell.

    >>> ambiguous({1: "n = 3", 2: "n + 1", 3: "for n in range(5): pass"})
    ['cell 2 reads n, which cells 1 and 3 bind: its result depends on which of them ran last']
    >>> ambiguous({1: "rows = []\nfor n in range(5): rows.append(n)", 2: "len(rows)"})
    ['cell 2 reads rows, which cell 1 fills bit by bit: stopped on the way, it leaves half of it']
    """
    names = {number: Names(source) for number, source in cells.items()}
    found = []
    for number, cell in names.items():
        for name in sorted(cell.read):
            binders = [str(each) for each in names if name in names[each].bound]
            if len(binders) > 1:
                listed = f"{', '.join(binders[:-1])} and {binders[-1]}"
                found.append(
                    f"cell {number} reads {name}, which cells {listed} bind: its result depends on "
                    "which of them ran last"
                )
            fillers = [each for each in names if name in names[each].changed]
            found += [
                f"cell {number} reads {name}, which cell {each} fills bit by bit: stopped on the "
                "way, it leaves half of it"
                for each in fillers
            ]
            found += [
                f"cell {number} reads {name}, which cell {each} binds only after an assert"
                for each in names
                if each != number and name in names[each].guarded
            ]
    return found
