"""Serve a built site to this machine or to a room, with nothing but Python.

    python docs/site/serve.py build/site --ip 0.0.0.0 --port 8000

Only files of the folder are served, and only read. Text is sent compressed.
"""

import argparse
import contextlib
import gzip
import re
import socket
import sys
import threading
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urlsplit

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gif": "image/gif",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".ipynb": "application/json",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
PACKED = {".gif", ".jpg", ".png", ".whl", ".woff", ".woff2", ".zip"}  # nothing left to squeeze
HASHED = re.compile(r"[./-][0-9a-f]{7,64}[./]")  # such a name belongs to one content for ever
FOR_EVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"  # keep it, but ask whether it is still the same


class Site:
    """A folder to serve; what was compressed once is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._packed: dict[tuple[Path, str], bytes] = {}
        self._lock = threading.Lock()

    def file(self, path: str) -> Path | None:
        """The file behind an address's path, or None where nothing is to be seen.

        Nothing outside the folder is, however the path is written, and no hidden file.
        """
        parts = [part for part in unquote(path).split("/") if part]
        if any(part.startswith(".") or re.search(r"[\\:\0]", part) for part in parts):
            return None
        try:
            found = self.folder.joinpath(*parts).resolve()
            if found.is_dir():
                found /= "index.html"
            inside = found.resolve().is_relative_to(self.folder)
            return found if inside and found.is_file() else None
        except (OSError, RuntimeError):  # a name that is too long, a link that leads to itself
            return None

    def content(self, file: Path, tag: str, packed: bool) -> bytes:
        """What a file holds, compressed on request."""
        if not packed:
            return file.read_bytes()
        with self._lock:  # twenty browsers ask at once; the work is done once
            if (file, tag) not in self._packed:
                self._packed[file, tag] = gzip.compress(file.read_bytes(), 6, mtime=0)
            return self._packed[file, tag]


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD."""

    protocol_version = "HTTP/1.1"  # one connection for many files
    server_version = "course"
    sys_version = ""
    timeout = 60  # a connection that asks nothing is closed
    shown: ClassVar[set[str]] = set()

    def __init__(self, site: Site, *arguments: object) -> None:
        self.site = site
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Send a file."""
        self.answer(with_body=True)

    def do_HEAD(self) -> None:
        """Send what a file is like."""
        self.answer(with_body=False)

    def answer(self, with_body: bool) -> None:
        """Send a file, or say that there is none."""
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            self.close_connection = True  # what is sent along isn't read, and is no next request
        try:
            address = urlsplit(self.path)
        except ValueError:
            return self.send_error(HTTPStatus.BAD_REQUEST)
        file = self.site.file(address.path)
        if file is None:
            return self.send_error(HTTPStatus.NOT_FOUND)
        if file.name == "index.html" and not address.path.endswith(("/", "/index.html")):
            return self.move(address.path, address.query)
        return self.send(file, with_body)

    def move(self, path: str, query: str) -> None:
        """Send the browser on: a folder's address ends with a stroke, or its links would fail."""
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", f"/{path.strip('/')}/{'?' if query else ''}{query}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def send(self, file: Path, with_body: bool) -> None:
        """Send a file, unless the browser has it already."""
        kind = file.suffix.lower()
        packed = kind not in PACKED and "gzip" in self.headers.get("Accept-Encoding", "")
        try:
            found = file.stat()
            tag = f'"{found.st_mtime_ns:x}-{found.st_size:x}{"-gzip" if packed else ""}"'
            known = tag in self.headers.get("If-None-Match", "")
            body = b"" if known else self.site.content(file, tag, packed)
        except OSError:  # it has gone since, or nobody may read it
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.send_response(HTTPStatus.NOT_MODIFIED if known else HTTPStatus.OK)
        self.send_header("ETag", tag)
        self.send_header("Vary", "Accept-Encoding")
        inside = "/" + file.relative_to(self.site.folder).as_posix()
        self.send_header("Cache-Control", FOR_EVER if HASHED.search(inside) else ASK_FIRST)
        if not known:
            self.send_header("Content-Type", TYPES.get(kind, "application/octet-stream"))
            self.send_header("Content-Length", str(len(body)))
            self.send_header("X-Content-Type-Options", "nosniff")
            if packed:
                self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say once who came; a line for each of hundreds of files would hide that."""
        if self.client_address[0] not in self.shown:
            self.shown.add(self.client_address[0])
            print(f"A browser at {self.client_address[0]} opened the site.", flush=True)


class Server(ThreadingHTTPServer):
    """A thread for each connection; a whole room may knock at once."""

    request_queue_size = 256
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that leaves in the middle of a file is no news."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def addresses(ip: str, port: int) -> list[str]:
    """The addresses to open: for everybody in the network where all of them may come."""
    if ip not in {"0.0.0.0", "::", ""}:
        return [f"http://{f'[{ip}]' if ':' in ip else ip}:{port}/"]
    found = {"127.0.0.1"}
    # Nothing is sent; this only says which way one would go. Without any network it fails.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        found.add(probe.getsockname()[0])
    with contextlib.suppress(OSError):  # the machine's name isn't known to itself
        found |= {str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), port)}
    usable = sorted(one for one in found if ":" not in one)
    return [f"http://{one}:{port}/" for one in usable]


class Server6(Server):
    """The same at an address of IPv6."""

    address_family = socket.AF_INET6


def server(folder: Path, ip: str, port: int) -> Server:
    """A server that listens already; port 0 takes any free one."""
    kind = Server6 if ":" in ip else Server
    return kind((ip, port), partial(Handler, Site(folder)))


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, serve until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="course.py serve-site", description="Serve the site.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ip", default="127.0.0.1", help="0.0.0.0 for everybody in the network")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    options = parser.parse_args(arguments)
    if not (options.folder / "index.html").is_file():
        print(
            f"There is no site in {options.folder}. Build one: course.py site, "
            "or for a room without a network: course.py site --small",
            file=sys.stderr,
        )
        return 1
    try:
        running = server(options.folder, options.ip, options.port)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        print(
            f"Nothing can be served at {options.ip}, port {options.port} ({why}). "
            "Choose others with --ip and --port.",
            file=sys.stderr,
        )
        return 1
    with running:
        print("Open one of these addresses; 127.0.0.1 is this machine only. Ctrl-C ends it.")
        print("\n".join(addresses(options.ip, running.server_port)), flush=True)
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            print("\nStopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
