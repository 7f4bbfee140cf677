"""The pay table in a real browser: its sliders by keyboard, its list, its field, its key."""

from playwright.sync_api import Page, expect

from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_the_pay_table_by_keyboard_and_by_typing(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "06_pair_plus.ipynb")
    run_all(page)
    house = panel.get_by_role("group", name="Pair Plus pay table")
    voice = house.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()

    # A slider hears its arrows, JupyterLab doesn't: the focus stays where it is.
    pair = house.get_by_role("slider", name="pair")
    pair.focus()
    page.keyboard.press("ArrowUp")
    expect(voice).to_have_text(
        "2-4-6-30-40: Your edge 14.62 %: for 100 chips staked you gain 14.62 on average."
    )
    page.keyboard.press("ArrowDown")
    expect(voice).to_contain_text("1-4-6-30-40: House edge 2.32 %")
    page.keyboard.press("Home")
    expect(voice).to_contain_text("0-4-6-30-40: House edge 19.26 %")
    page.keyboard.press("d")
    page.keyboard.press("d")
    expect(pair).to_be_focused()
    page.keyboard.press("r")
    expect(voice).to_contain_text("1-4-6-30-40: House edge 2.32 %")

    # The number beside a slider can be typed over.
    number = house.get_by_role("textbox", name="straight flush", exact=True)
    number.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    expect(voice).to_contain_text("1-4-6-30-50: House edge 0.14 %")
    for _ in range(2):  # what it is cut down to is another table at first, and none then
        number.click()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("999")
        page.keyboard.press("Enter")
        expect(number).to_have_text("200")
        expect(voice).to_contain_text("straight flush: 0–200.")

    house.get_by_label("pay the mini royal apart").check()
    expect(house.get_by_role("slider", name="mini royal")).to_be_enabled()
    house.get_by_label("Start from").select_option(label="live: 1-4-5-30-40-100")
    expect(voice).to_contain_text("1-4-5-30-40-100: House edge 4.49 %")

    typed = house.get_by_role("textbox", name="Type a table")
    typed.fill("1-4-6-26-55")
    typed.press("Enter")
    expect(voice).to_contain_text("A fair table")
    typed.fill("1-4-6")
    typed.press("Enter")
    expect(house.locator(".tcp-error")).to_contain_text("'1-4-6' is no pay table")
    expect(typed).to_have_attribute("aria-invalid", "true")
    refusal = voice.text_content()
    for again in ("\xa0", ""):  # the same once more is another text, and heard
        typed.fill("1-4-6")
        typed.press("Enter")
        expect(voice).to_have_js_property("textContent", (refusal or "") + again)
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
