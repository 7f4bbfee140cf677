"""The kernel that is installed: it hears everything, and what a reader does first, first."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from typing import Any, Literal

import pytest
import zmq
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import start_new_kernel

CELL = """
import ipywidgets
field, button, heard = ipywidgets.Text(), ipywidgets.Button(), []
button.on_click(lambda _: heard.append(field.value))
print([field.model_id, button.model_id])
"""
TIMES = 25
CONNECTIONS = 1000  # of these, ipykernel 7.3.0 left two or three unheard
WAIT = 5_000  # milliseconds; the machine may be busy


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


def subshell(kernel: BlockingKernelClient) -> dict[str, str]:
    """How JupyterLab heads the messages of widgets: to a subshell, where the kernel has them."""
    kernel.kernel_info()
    info = kernel.get_shell_msg(timeout=30)["content"]
    if "kernel subshells" not in info.get("supported_features", []):
        return {}
    kernel.control_channel.send(kernel.session.msg("create_subshell_request", {}))
    return {"subshell_id": kernel.get_control_msg(timeout=30)["content"]["subshell_id"]}


def test_a_click_comes_after_what_was_typed_before_it(kernel: BlockingKernelClient) -> None:
    field, button = printed(kernel, CELL)
    head = subshell(kernel)

    def send(comm: str, data: dict[str, Any]) -> None:
        message = kernel.session.msg("comm_msg", {"comm_id": comm, "data": data})
        message["header"].update(head)
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
        time.sleep(0.1)
    assert heard == [str(number) for number in range(TIMES)]


def test_no_request_lies_unheard(kernel: BlockingKernelClient) -> None:
    # As jupyter_server does: it asks on two channels, and drops the one that hasn't answered yet.
    # The reply to nobody can swallow the kernel's wake-up for the request that comes with it.
    info = kernel.get_connection_info()
    context = zmq.Context()

    def ask(port: Literal["shell_port", "control_port"]) -> zmq.Socket[bytes]:
        socket = context.socket(zmq.DEALER)
        socket.linger = 0
        socket.connect(f"tcp://127.0.0.1:{info[port]}")
        kernel.session.send(socket, kernel.session.msg("kernel_info_request", {}))
        return socket

    unheard = []
    for number in range(CONNECTIONS):
        dropped, control = ask("shell_port"), ask("control_port")
        assert control.poll(30_000)
        control.close()
        dropped.close()
        with ask("shell_port") as mine:
            if not mine.poll(WAIT):
                unheard.append(number)
    context.term()
    assert unheard == []
