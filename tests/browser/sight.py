"""What eyes and ears need of a widget: focus and names, nothing cut off, rest on request."""

import contextlib
from collections.abc import Iterator

from playwright.sync_api import Locator, Page

from tests.browser.axe import CONTROLS

# What may show that a control has the focus: on itself or on what it stands in.
UNSEEN = f"""(root) => {{
    {CONTROLS}
    const look = (one) => {{
        const shown = [];
        for (let node = one; node && node !== root.parentElement; node = node.parentElement) {{
            const style = getComputedStyle(node);
            const outline = style.outlineStyle === "none" ? "" : style.outline;
            shown.push([outline, style.boxShadow, style.borderColor, style.backgroundColor]);
            if (node === root) break;
        }}
        return JSON.stringify(shown);
    }};
    const unseen = [];
    const before = controls(root).map((one) => [one, look(one)]);
    for (const [one, plain] of before) {{
        one.focus({{focusVisible: true, preventScroll: true}});
        const own = look(one);
        document.activeElement.blur();
        if (own === plain) unseen.push(one.outerHTML.slice(0, 200));
    }}
    return unseen;
}}"""

# Reaches out of the widget, or hides a part of its own text, without a way to scroll to it.
CUT_OFF = """(root) => {
    const edge = root.getBoundingClientRect().right + 1;
    const scrolls = (node) => {
        for (; node && node !== root.parentElement; node = node.parentElement)
            if (["auto", "scroll"].includes(getComputedStyle(node).overflowX)) return true;
        return false;
    };
    const found = [];
    for (const one of root.querySelectorAll("*")) {
        if (!one.checkVisibility({visibilityProperty: true}) || scrolls(one)) continue;
        const box = one.getBoundingClientRect();
        if (box.width <= 1) continue;  // what only screen readers have
        const style = getComputedStyle(one);
        const hides = style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
        const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (box.right > edge || (hides && text))
            found.push(`${Math.round(box.right - edge)}: ${one.outerHTML.slice(0, 200)}`);
    }
    return found;
}"""

# What is typed into and has no label that can be seen, nor a name of its own.
UNLABELLED = """(root) => [...root.querySelectorAll("input, textarea")]
    .filter((one) => !["radio", "checkbox"].includes(one.type)
        && one.checkVisibility({visibilityProperty: true}) && !one.ariaLabel
        && ![...one.labels].some((label) => label.textContent.trim() && label.checkVisibility()))
    .map((one) => one.outerHTML.slice(0, 200))"""

MOVING = """(roots) => roots.flatMap((root) => [root, ...root.querySelectorAll("*")])
    .filter((one) => {
        const style = getComputedStyle(one);
        const seconds = style.transitionDuration.split(",").map(parseFloat);
        return style.animationName !== "none" || seconds.some((time) => time > 0);
    }).map((one) => one.outerHTML.slice(0, 200))"""


@contextlib.contextmanager
def enlarged(page: Page, times: int = 2) -> Iterator[None]:
    """The page as at 200 %: half as many CSS pixels each way on the same screen."""
    usual = page.viewport_size
    assert usual is not None
    page.set_viewport_size({"width": usual["width"] // times, "height": usual["height"] // times})
    yield
    page.set_viewport_size(usual)


@contextlib.contextmanager
def at_rest(page: Page) -> Iterator[None]:
    """A reader whose system asks for less motion."""
    page.emulate_media(reduced_motion="reduce")
    yield
    page.emulate_media(reduced_motion="no-preference")


def focus_unseen(panel: Locator) -> list[str]:
    """The controls of a panel which look the same with and without the focus of the keyboard."""
    return list(panel.evaluate(UNSEEN))


def cut_off(panel: Locator) -> list[str]:
    """What of a panel can't be seen at the page's size, with how far it reaches out."""
    return list(panel.evaluate(CUT_OFF))


def unlabelled(panel: Locator) -> list[str]:
    """The fields of a panel that only a placeholder explains."""
    return list(panel.evaluate(UNLABELLED))


def moving(what: Locator) -> list[str]:
    """The elements that move or fade."""
    return list(what.evaluate_all(MOVING))
