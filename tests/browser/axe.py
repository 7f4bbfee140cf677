"""axe-core looks at a page for what keeps people out; it is fetched from npm once, and checked."""

import base64
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

import course

VERSION = "4.14.1"
INTEGRITY = (
    "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
)
FOLDER = course.ROOT / ".axe-core"  # git ignores it

# Which findings, and where: as axe says it, with the beginning of the element.
# JupyterLab's body has no height and hides what is outside it. To axe nothing would be seen there,
# and no contrast measured: so the body gets one, and a run that measures none is a finding.
RUN = """async (nodes) => {
    if (!document.body.clientHeight) document.body.style.height = "100vh";
    const context = nodes.length ? {include: nodes} : document;
    const {violations, inapplicable} = await axe.run(context);
    const found = violations
        .filter(({impact}) => impact === "serious" || impact === "critical")
        .flatMap(({id, impact, help, nodes}) => nodes.map((node) =>
            `${impact}: ${help} (${id}): ${node.html.slice(0, 200)} ${node.any.map((one) =>
                one.message).join("; ")}`));
    const blind = inapplicable.some(({id}) => id === "color-contrast");
    return blind ? [...found, "axe measured no contrast: it takes everything for hidden"] : found;
}"""

# The controls inside an element that a visitor may use now. Of radio buttons, Tab reaches one.
CONTROLS = """const controls = (root) => [...root.querySelectorAll(
    "button, input, select, textarea, a[href], [role=slider], [contenteditable=true]")]
    .filter((one) => !one.disabled && one.checkVisibility({visibilityProperty: true}));"""
NAMES = f"""(root) => {{
    {CONTROLS}
    axe.setup(document.body);
    const {{accessibleTextVirtual}} = axe.commons.text;
    const named = controls(root).map((one) =>
        [accessibleTextVirtual(axe.utils.getNodeFromTree(one)), one.outerHTML.slice(0, 200)]);
    axe.teardown();
    return named;
}}"""


@cache
def source() -> str:
    """The script, from the folder that git ignores or from npm; the test fails without it."""
    archive = FOLDER / f"axe-core-{VERSION}.tgz"
    if not archive.exists():
        npm = shutil.which("npm")
        if npm is None:
            pytest.fail(
                "axe-core comes from npm, which isn't here. Install Node.js with npm (on Debian "
                "and Ubuntu: apt install npm), and start the browser tests again.",
                pytrace=False,
            )
        with tempfile.TemporaryDirectory(prefix="axe-core-") as folder:
            pack = [npm, "pack", f"axe-core@{VERSION}", "--silent", f"--pack-destination={folder}"]
            done = subprocess.run(
                pack,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=300,
                check=False,
            )
            fetched = Path(folder, archive.name)
            if done.returncode != 0 or not fetched.exists():
                pytest.fail(f"npm can't fetch axe-core {VERSION}:\n{done.stderr}", pytrace=False)
            course.write_whole(archive, fetched.read_bytes())  # another process may do the same
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != INTEGRITY:
        archive.unlink()
        pytest.fail(f"axe-core {VERSION} from npm isn't what was pinned: {digest}", pytrace=False)
    with tarfile.open(archive) as tar:
        member = tar.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode("utf-8")


def _page(where: Page | Locator) -> Page:
    """The page that is meant, with the script in it."""
    page: Page = where if isinstance(where, Page) else where.page
    if page.evaluate("() => window.axe === undefined"):
        page.evaluate(source())
    return page


def axe(where: Page | Locator) -> list[str]:
    """Serious and critical findings, in the whole page or in the elements of a locator."""
    page = _page(where)
    if isinstance(where, Page):
        return list(page.evaluate(RUN, []))
    assert where.count(), f"nothing to look at: {where}"
    return list(where.evaluate_all(RUN))


def names(element: Locator) -> list[tuple[str, str]]:
    """The accessible name of every control inside an element, and the beginning of its HTML."""
    _page(element)
    return [(name, html) for name, html in element.evaluate(NAMES)]


def not_reached_by_keyboard(panel: Locator) -> list[str]:
    """The controls of a panel at which Tab doesn't stop on its way through the panel."""
    page = panel.page
    mark = f"""(root) => {{
        {CONTROLS}
        const groups = new Set();
        const wanted = controls(root).filter((one) => {{
            if (one.type !== "radio") return true;
            return !groups.has(one.name) && groups.add(one.name);
        }});
        root.tcpWanted = wanted;
        root.focus();
        return wanted.length;
    }}"""
    reach = """(root) => {
        const here = document.activeElement;
        if (!root.contains(here)) return false;
        root.tcpWanted = root.tcpWanted.filter((one) =>
            one !== here && !(one.type === "radio" && one.name === here.name));
        return true;
    }"""
    for _ in range(panel.evaluate(mark) + 10):
        page.keyboard.press("Tab")
        if not panel.evaluate(reach):
            break
    missed = panel.evaluate("(root) => root.tcpWanted.map((one) => one.outerHTML.slice(0, 200))")
    return list(missed)
