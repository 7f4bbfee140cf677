"""Every notebook runs in JupyterLab in a real browser, without an error and without a network."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driver import Lab, Watch, open_notebook, outputs, run_all
from tests.refresh_notebooks import all_notebooks

LESSONS = [path.name for path in all_notebooks() if path.parent.name == "notebooks"]


@pytest.mark.parametrize("name", LESSONS)
def test_notebook_runs(name: str, lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, name)
    run_all(page)

    shown = outputs(page)
    assert shown, "no cell showed anything"
    failed = [
        output
        for output in shown
        if output["output_type"] == "error" and "raises-exception" not in output["tags"]
    ]
    assert failed == []
    assert [output["text"] for output in shown if output.get("name") == "stderr"] == []

    # Every widget that a cell shows is there.
    views = [o for o in shown if "application/vnd.jupyter.widget-view+json" in o.get("data", {})]
    widgets = panel.locator(".jp-OutputArea-output .jupyter-widgets")
    for index in range(len(views)):
        expect(widgets.nth(index)).to_be_attached()
    for trouble in ("Error displaying widget", "Model not found", "Loading widget..."):
        expect(panel.get_by_text(trouble)).to_have_count(0)

    assert watch.errors == []
    assert watch.outside == []
