"""How Voilà serves the table: one page, no code, one fresh kernel for each visitor."""

import os
from pathlib import Path
from typing import Any

from tornado.web import HTTPError, authenticated
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

SEATS = int(os.environ.get("TABLE_SEATS", "60"))
IDLE_SECONDS = int(os.environ.get("TABLE_IDLE_SECONDS", "1800"))


def refuse_when_full(handler: Any, notebook: Any, cwd: str) -> None:
    """Start no kernel more when all seats are taken, or the machine's memory would be too."""
    if len(handler.kernel_manager.list_kernel_ids()) >= SEATS:
        raise HTTPError(
            503,
            f"All seats ({SEATS}) are taken. A seat is free again when its visitor closes the page,"
            f" or {IDLE_SECONDS // 60} minutes after the last click. Try again in a moment.",
            reason="The table is full",
        )
    handler.xsrf_token  # noqa: B018  (sets the cookie with which the page gives its seat back)


class StartPage(TornadoVoilaTreeHandler):
    """The list of the pages, where several are served."""

    @authenticated
    async def get(self, path: str = "") -> None:
        """Send it."""
        await self.finish(Path(os.environ["PAGES_START"]).read_text("utf-8"))


def only_pages(application: Voila) -> list[Any]:
    """Of a folder, serve the list and the pages; Voilà would hand out its files as well."""
    kept = []
    for address, handler, *rest in all_handlers(application):
        if handler is TornadoVoilaTreeHandler and address == application.server_url:
            kept.append((address, StartPage, *rest))
        elif handler is TornadoVoilaHandler or not address.startswith(
            (f"{application.server_url}voila/tree", f"{application.server_url}voila/api/contents")
        ):
            kept.append((address, handler, *rest))
    return kept


if "PAGES_START" in os.environ:
    all_handlers = Voila.init_handlers
    Voila.init_handlers = only_pages

c = get_config()  # noqa: F821

c.Voila.ip = "127.0.0.1"
c.VoilaConfiguration.template = "table"
c.VoilaConfiguration.strip_sources = True
c.VoilaConfiguration.show_tracebacks = False
# A visitor's address chooses no template and no theme; the page itself reads ?theme=dark.
c.VoilaConfiguration.allow_template_override = "NO"
c.VoilaConfiguration.allow_theme_override = "NO"
c.VoilaConfiguration.file_denylist = [".*"]
c.VoilaConfiguration.prelaunch_hook = refuse_when_full
# What somebody else has installed into Lab stays out of the page.
c.VoilaConfiguration.extension_allowlist = [
    "@jupyter-widgets/jupyterlab-manager",
    "@voila-dashboards/widgets-manager8",
    "anywidget",
]
# Connected or not: the page says that its table was cleared, and opens a new one.
c.MappingKernelManager.cull_idle_timeout = IDLE_SECONDS
c.MappingKernelManager.cull_interval = min(60, IDLE_SECONDS)
c.MappingKernelManager.cull_connected = True
