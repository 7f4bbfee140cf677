"""What a front end would receive from widgets: every message, and their whole state."""

from __future__ import annotations

import json
import re
from typing import Any

import comm
import comm.base_comm
import pytest
from ipywidgets.embed import dependency_state

from tcp.widgets.panel import Panel


class Wire(list[str]):
    """Every message that a front end would have received."""

    def text(self, since: int = 0) -> str:
        """All of them from one on; the random names of models are numbered as they come."""
        names: dict[str, str] = {}

        def number(found: re.Match[str]) -> str:
            return names.setdefault(found[0], f"model {len(names)}")

        return re.sub(r"[0-9a-f]{32}", number, "\n".join(self[since:]))

    def listen(self, monkeypatch: pytest.MonkeyPatch) -> Wire:
        """Hear what widgets send from now on, as long as the test runs."""
        sent = self

        class Spy(comm.base_comm.BaseComm):
            def publish_msg(self, msg_type: str, data: Any = None, *args: Any, **more: Any) -> None:
                message = {"type": msg_type, "data": data, "args": args, "more": more}
                sent.append(json.dumps(message, default=repr, ensure_ascii=False))

        monkeypatch.setattr(comm, "create_comm", lambda *args, **keys: Spy(*args, **keys))
        return self


def state(widget: Panel) -> str:
    """What a saved notebook or an exported page would carry."""
    return json.dumps(dependency_state([widget.root]), default=repr, ensure_ascii=False)


def bundle(widget: Panel) -> str:
    """What a cell's output would carry."""
    return json.dumps(widget._repr_mimebundle_(), default=repr, ensure_ascii=False)
