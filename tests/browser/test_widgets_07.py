"""The decision trainer in a real browser: by mouse and by keyboard."""

from playwright.sync_api import Page, expect

from tcp.widgets.panel import aloud
from tests.browser.driver import Lab, Watch, open_notebook, run_all, use_theme


def test_the_trainer_by_mouse_and_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    notebook = open_notebook(page, lab, "07_play_or_fold.ipynb")
    use_theme(page, "Dark")
    run_all(page)
    trainer = notebook.get_by_role("group", name="Play-or-fold trainer")
    said = trainer.get_by_role("status")
    number_of_cells = notebook.locator(".jp-CodeCell").count()

    # The first hand of the notebook's seed, Q-8-4, is a Play. A mistake gets its price.
    trainer.get_by_role("button", name="Fold (F)").click()
    expect(said).to_contain_text(
        aloud("8♦ Q♣ 4♣ is a Play: playing brings −0.9108 Antes on average")
    )
    expect(trainer).to_contain_text("Cost: 0.0892 Antes.")
    expect(trainer).to_contain_text("Hands 1, mistakes 1.")
    expect(trainer.get_by_role("button", name="Play (P)")).to_be_disabled()

    # D deals on; F folds Q-5-4 rightly, which shows the next hand without a word about it.
    page.keyboard.press("d")
    expect(said).to_contain_text(aloud("Hand 2: 5♦ Q♠ 4♥"))
    expect(trainer.get_by_role("img", name="queen of spades")).to_be_visible()
    for _ in range(3):
        page.keyboard.down("f")  # the second and third are what a key held down sends
    page.keyboard.up("f")
    expect(said).to_contain_text("Right. Hand 3: ")
    page.wait_for_timeout(300)
    expect(trainer).to_contain_text("Hands 2, mistakes 1.")
    expect(trainer).to_contain_text("Streak without a mistake: 1")
    expect(trainer).not_to_contain_text("on average")

    # The second click of a double click would fall on a hand that nobody has seen.
    trainer.get_by_role("button", name="Play (P)").dblclick()
    expect(said).to_contain_text("Hand 4: ")
    page.wait_for_timeout(300)
    expect(trainer).to_contain_text("Hands 3, mistakes 1.")

    page.keyboard.press("r")
    expect(said).to_contain_text("The score starts again.")
    expect(trainer).to_contain_text("Hands 0, mistakes 0.")

    assert notebook.locator(".jp-CodeCell").count() == number_of_cells
    assert watch.errors == []
