"""The server of the built site: what it sends, how, and what it never sends."""

import gzip
import http.client
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.site import serve

ROOT = Path(__file__).resolve().parents[1]
TEXT = "<h1>Deal</h1>" * 200


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A site of a few files, with something beside it that is nobody's business."""
    (tmp_path / "secret.txt").write_text("the dealer's cards", "utf-8")
    site = tmp_path / "site"
    for name in ("index.html", "lab/index.html", "build/8068.e565cfb.js", "files/00.ipynb"):
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEXT, "utf-8")
    for name in ("py.wasm", "py.mjs", "tcp.whl", "std.zip", "all.json", "odd.bin"):
        (site / name).write_bytes(b"\0" + name.encode() * 50)
    (site / ".hidden").write_text("draft", "utf-8")
    return site


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    """The port of a server that runs."""
    with serve.server(folder, "127.0.0.1", 0) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running.server_port
        running.shutdown()
        thread.join()


def ask(
    port: int, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Ask for a path as it stands; nothing tidies it up on the way."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/py.wasm", "application/wasm"),  # or the browser compiles it only once all is there
        ("/py.mjs", "text/javascript; charset=utf-8"),  # or the browser refuses it
        ("/build/8068.e565cfb.js?_=1", "text/javascript; charset=utf-8"),
        ("/tcp.whl", "application/zip"),
        ("/files/00.ipynb", "application/json"),
        ("/all.json", "application/json"),
        ("/odd.bin", "application/octet-stream"),
    ],
)
def test_a_file_comes_as_what_it_is(folder: Path, port: int, path: str, kind: str) -> None:
    status, headers, body = ask(port, path)
    assert status == 200
    assert headers["content-type"] == kind
    assert headers["x-content-type-options"] == "nosniff"
    file = "index.html" if path == "/" else path.split("?")[0].lstrip("/")
    assert body == (folder / file).read_bytes()
    assert int(headers["content-length"]) == len(body)


def test_text_is_sent_compressed_to_those_who_ask(folder: Path, port: int) -> None:
    _, headers, body = ask(port, "/", Accept_Encoding="br, gzip")
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(body).decode() == TEXT
    assert len(body) < len(TEXT) / 10
    _, headers, body = ask(port, "/tcp.whl", Accept_Encoding="gzip")
    assert "content-encoding" not in headers
    assert body == (folder / "tcp.whl").read_bytes()


def test_a_changed_file_is_compressed_again(folder: Path, port: int) -> None:
    ask(port, "/", Accept_Encoding="gzip")
    (folder / "index.html").write_text("new", "utf-8")
    os.utime(folder / "index.html", ns=(1, 1))
    _, _, body = ask(port, "/", Accept_Encoding="gzip")
    assert gzip.decompress(body) == b"new"


def test_a_name_with_a_digest_is_kept_and_others_are_asked_for(port: int) -> None:
    assert "immutable" in ask(port, "/build/8068.e565cfb.js")[1]["cache-control"]
    for path in ("/", "/files/00.ipynb", "/py.wasm", "/all.json"):
        assert ask(port, path)[1]["cache-control"] == "no-cache"


def test_what_the_browser_has_is_not_sent_again(folder: Path, port: int) -> None:
    tag = ask(port, "/py.wasm")[1]["etag"]
    status, _, body = ask(port, "/py.wasm", If_None_Match=tag)
    assert (status, body) == (304, b"")
    # In the other form it is another thing.
    assert ask(port, "/py.wasm", If_None_Match=tag, Accept_Encoding="gzip")[0] == 200
    (folder / "py.wasm").write_bytes(b"another Python")
    assert ask(port, "/py.wasm", If_None_Match=tag)[0] == 200


def test_a_folder_without_its_stroke_is_moved(port: int) -> None:
    status, headers, _ = ask(port, "/lab?path=00.ipynb")
    assert (status, headers["location"]) == (301, "/lab/?path=00.ipynb")
    assert ask(port, "//lab")[1]["location"] == "/lab/"  # not to a machine called lab
    assert ask(port, "/lab/")[0] == 200


def test_head_tells_without_sending(port: int) -> None:
    status, headers, body = ask(port, "/", method="HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["content-length"]) == len(TEXT)
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(b"HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        everything = b"".join(iter(lambda: line.recv(4096), b""))
    assert everything.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    "path",
    [
        *("/../secret.txt", "/%2e%2e/secret.txt", "/lab/../../secret.txt", "/lab/%2e%2e%2f.."),
        *("/..%2fsecret.txt", "/..\\secret.txt", "/%5c..%5csecret.txt", "//../secret.txt"),
        *("/%00", "/index.html%00.txt", "/.hidden", "/lab/.%2e/.hidden", "/C:/secret.txt"),
        *("/link.txt", "/away/secret.txt", "/nothing", "/files/", "/" + "a" * 5000),
    ],
)
def test_nothing_else_is_served(folder: Path, port: int, path: str) -> None:
    if "link" in path or "away" in path:
        try:
            (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
            (folder / "away").symlink_to(folder.parent, target_is_directory=True)
        except OSError:
            pytest.skip("this system makes no links")
    status, _, body = ask(port, path)
    assert status == 404
    assert b"dealer's cards" not in body
    assert b"draft" not in body


def raw(port: int, request: bytes) -> bytes:
    """All that comes back for these bytes, until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(request)
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    return answer


@pytest.mark.parametrize("path", ["http://[bad/", "//[", "http://[::1"])
def test_an_address_that_cannot_be_read_is_a_bad_request(
    port: int, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    asked = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert raw(port, asked.encode()).startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 404 "))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("fault", ["a loop", "two links", "gone", "not to be read", "an odd fault"])
def test_a_file_that_cannot_be_read_is_not_found(
    folder: Path,
    port: int,
    fault: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    raised = {
        "gone": FileNotFoundError(),
        "not to be read": PermissionError(),
        "an odd fault": OSError(5, "Input/output error"),
    }
    name = "all.json"
    if fault in raised:
        monkeypatch.setattr(Path, "read_bytes", lambda _: (_ for _ in ()).throw(raised[fault]))
    else:
        name = "one.html"
        (folder / name).symlink_to("two.html" if fault == "two links" else name)
        (folder / "two.html").symlink_to(name)
    assert ask(port, f"/{name}")[0] == 404
    assert ask(port, f"/{name}", Accept_Encoding="gzip")[0] == 404
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("told", ["Content-Length: 39", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("path", ["/all.json", "/lab", "/nothing"])
def test_what_comes_along_with_a_request_is_no_request(port: int, path: str, told: str) -> None:
    body = "GET /index.html HTTP/1.1\r\nHost: x\r\n\r\n"
    answer = raw(port, f"GET {path} HTTP/1.1\r\nHost: x\r\n{told}\r\n\r\n{body}".encode())
    assert answer.count(b"HTTP/1.1 ") == 1


def test_only_reading_is_answered(port: int) -> None:
    for method in ("POST", "PUT", "DELETE"):
        assert ask(port, "/", method=method)[0] == 501


def test_a_browser_that_leaves_is_no_news(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", port)) as half:
            half.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
    assert ask(port, "/")[0] == 200
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert said.out.count("127.0.0.1") <= 1


def test_the_room_gets_addresses_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        (socket.AF_INET, 0, 0, "", ("192.168.1.7", 0)),
        (socket.AF_INET6, 0, 0, "", ("fe80::1",)),
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: found)
    addresses = serve.addresses("0.0.0.0", 8000)
    assert {"http://127.0.0.1:8000/", "http://192.168.1.7:8000/"} <= set(addresses)
    assert not any("fe80" in address for address in addresses)
    assert serve.addresses("10.0.0.5", 80) == ["http://10.0.0.5:80/"]
    assert serve.addresses("::1", 80) == ["http://[::1]:80/"]


def test_without_a_site_it_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve.main([str(tmp_path / "none")]) == 1
    said = capsys.readouterr().err
    assert "Build one: course.py site, " in said
    assert "for a room without a network: course.py site --small" in said


def test_a_taken_port_is_a_sentence(
    folder: Path, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve.main([str(folder), f"--port={port}"]) == 1
    assert serve.main([str(folder), "--port=99999"]) == 1
    assert serve.main([str(folder), "--ip=no.such.machine.invalid"]) == 1
    said = capsys.readouterr().err
    assert said.count("Choose others with --ip and --port.") == 3


def test_it_runs_by_itself(folder: Path) -> None:
    """With this Python's own library, from anywhere, and until it is stopped."""
    command = [sys.executable, "-I", str(ROOT / "docs/site/serve.py"), str(folder), "--port=0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("Open one of these addresses")
            port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
            assert ask(port, "/")[0] == 200
        finally:
            process.terminate()
