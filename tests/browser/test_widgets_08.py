"""The pay-table lab in a real browser: by mouse, by keyboard, as text, and with bad input."""

from playwright.sync_api import Page, expect

from tests.browser.driver import Lab, Watch, open_notebook, run_all, use_theme

# How far the border of a field stands out from the ground inside it, as WCAG reckons it.
BORDER_CONTRAST = """entry => {
  const light = (colour) => {
    const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05;
  };
  const style = getComputedStyle(entry);
  const both = [light(style.borderTopColor), light(style.backgroundColor)];
  return Math.max(...both) / Math.min(...both);
}"""


def test_a_house_is_changed_kept_and_compared(lab: Lab, page: Page, watch: Watch) -> None:
    notebook = open_notebook(page, lab, "08_house_edge.ipynb")
    use_theme(page, "Dark")
    run_all(page)
    house = notebook.get_by_role("group", name="Pay-table lab")
    said = house.get_by_role("status")
    number_of_cells = notebook.locator(".jp-CodeCell").count()

    needs = house.get_by_label("Dealer needs")
    needs.fill("J-high")  # letters typed into a field are no commands
    needs.press("Enter")
    expect(said).to_contain_text("the house loses 3.33 on the Ante")
    house.get_by_role("button", name="Keep to compare (K)").click()
    expect(said).to_contain_text("Kept my house")
    page.keyboard.press("r")
    expect(said).to_contain_text("pagat: Of 100 chips the house keeps 3.37")
    edges = house.get_by_role("row", name="Ante: house edge")
    expect(edges).to_contain_text("3.37 %")
    expect(edges).to_contain_text("-3.33 %")

    house.get_by_label("beaten hands get no Ante bonus").check()
    expect(said).to_contain_text("keeps 3.44 on the Ante")

    flush = house.get_by_label("Pair Plus, flush")
    flush.fill("four")
    flush.press("Enter")
    expect(house.locator(".tcp-error")).to_contain_text("Pair Plus, flush: 'four' is no ratio")
    expect(house.locator("[aria-invalid=true]")).to_have_count(1)
    expect(flush).to_have_attribute("aria-invalid", "true")
    for theme in ("Light", "Dark"):
        use_theme(page, theme)
        assert flush.evaluate(BORDER_CONTRAST) >= 3, theme
    house.get_by_role("button", name="Save").click()
    expect(said).to_contain_text("Pair Plus, flush: 'four' is no ratio")
    flush.fill("3.5")
    flush.press("Enter")
    expect(house.locator(".tcp-error")).to_have_count(0)
    expect(house.locator("[aria-invalid]")).to_have_count(0)
    expect(said).to_contain_text("keeps 4.80 on Pair Plus")

    text = house.get_by_label("Text")
    text.fill('name = "mine"\ndealer_qualifies = "K-high"\n[ante_bonus]\n')
    text.press("Tab")
    expect(said).to_contain_text("mine: Of 100 chips")
    expect(needs).to_have_value("K-high")

    assert notebook.locator(".jp-CodeCell").count() == number_of_cells
    assert watch.errors == []
