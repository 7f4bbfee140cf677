"""The kernel that is installed: what a reader does first, it hears first."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from queue import Empty
from typing import Any

import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import start_new_kernel

CELL = """
import ipywidgets
field, button, heard = ipywidgets.Text(), ipywidgets.Button(), []
button.on_click(lambda _: heard.append(field.value))
print([field.model_id, button.model_id])
"""
TIMES = 25


@pytest.fixture(scope="module")
def kernel() -> Iterator[BlockingKernelClient]:
    manager, client = start_new_kernel(kernel_name="python3")
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def printed(kernel: BlockingKernelClient, code: str) -> Any:
    """What a cell prints, read as Python."""
    texts: list[str] = []

    def keep(message: dict[str, Any]) -> None:
        if message["msg_type"] == "stream" and message["content"]["name"] == "stdout":
            texts.append(message["content"]["text"])

    kernel.execute_interactive(code, output_hook=keep, timeout=60)
    return ast.literal_eval("".join(texts))


def test_a_click_comes_after_what_was_typed_before_it(kernel: BlockingKernelClient) -> None:
    # As JupyterLab does: the messages of all widgets go through one subshell of the kernel.
    field, button = printed(kernel, CELL)
    request = kernel.session.msg("create_subshell_request", {})
    kernel.control_channel.send(request)
    subshell = kernel.get_control_msg(timeout=30)["content"]["subshell_id"]

    def send(comm: str, data: dict[str, Any]) -> None:
        message = kernel.session.msg("comm_msg", {"comm_id": comm, "data": data})
        message["header"]["subshell_id"] = subshell
        kernel.shell_channel.send(message)

    for number in range(TIMES):
        send(field, {"method": "custom", "content": {"event": "submit"}})
        send(field, {"method": "update", "state": {"value": str(number)}, "buffer_paths": []})
        send(button, {"method": "custom", "content": {"event": "click"}})
    heard: list[str] = []
    for _ in range(50):
        heard = printed(kernel, "print(heard)")
        if len(heard) == TIMES:
            break
        with pytest.raises(Empty):
            kernel.get_control_msg(timeout=0.1)  # a moment
    assert heard == [str(number) for number in range(TIMES)]
