"""The page of `--explain` in a real browser: interaction, keyboard, print, and no errors.

It takes `pip install 'ckptopt[browser]'` and a Chromium: on PATH, in CKPTOPT_CHROMIUM, or
Playwright's own.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.inprocess import run_cli

sync_api = pytest.importorskip("playwright.sync_api", reason="needs ckptopt[browser]")

ROOT = Path(__file__).parent.parent
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
NEST = """
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 12 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %e = math.sin %a {note = "<script>window.broken = 1</script>"} : f64
    %s = scf.for %j = %c0 to %c1 step %c1 iter_args(%b = %e) -> (f64) {
      %t = math.exp %b : f64
      scf.yield %t : f64
    }
    scf.yield %s : f64
  } {enzyme.enable_checkpointing = true, enzyme.binomial_checkpointing,
     enzyme.checkpoint_period = 3 : i64}
  return %r : f64
}
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    found = os.environ.get("CKPTOPT_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_api.sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        except sync_api.Error as reason:
            pytest.skip(f"no Chromium could be started: {reason.message.splitlines()[0]}")
        yield started
        started.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("explain") / "page.html"
    done = run_cli(["-p", "loop-checkpoint", f"--explain={path}"], NEST)
    assert done.exit_code == 0, done.stderr
    return path.as_uri()


@pytest.fixture
def errors() -> list[str]:
    return []


@pytest.fixture
def page(browser: Any, address: str, errors: list[str]) -> Iterator[Any]:
    """The page, opened without a network. Nothing may be said on its console."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    opened = context.new_page()
    opened.on("console", lambda message: errors.append(message.text))
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("request", lambda request: _only_files(request.url, errors))
    opened.goto(address)
    yield opened
    context.close()
    assert errors == []


def _only_files(url: str, errors: list[str]) -> None:
    if not url.startswith("file:"):
        errors.append(f"asks for {url}")


def test_the_slider_moves_through_the_schedule(page: Any) -> None:
    loop = page.locator(".loop").first
    slider, action = loop.locator("input"), loop.locator("[data-show=action]")
    assert action.inner_text() == "save the state before step 0 in slot 0"
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert action.inner_text().startswith("advance steps 0 to ")
    assert slider.get_attribute("aria-valuetext").startswith("2 of ")
    assert loop.locator("[data-show=slots]").inner_text() == "0: step 0"
    page.keyboard.press("End")
    assert action.inner_text() == "discard slot 0"
    assert loop.locator("[data-show=left]").inner_text() == "0 of 12"
    assert loop.locator("[data-show=memory]").inner_text() == "0 bytes"
    cursors = loop.locator(".cursor").all()
    assert [cursor.is_visible() for cursor in cursors] == [True, True]
    before = [cursor.bounding_box() for cursor in cursors]
    page.keyboard.press("Home")
    after = [cursor.bounding_box() for cursor in cursors]
    assert after[0]["y"] < before[0]["y"]
    assert after[1]["x"] < before[1]["x"]


def test_a_click_in_a_picture_goes_there(page: Any) -> None:
    loop = page.locator(".loop").first
    last = int(loop.locator("input").get_attribute("max"))
    box = loop.locator("svg.memory").bounding_box()
    loop.locator("svg.memory").click(position={"x": box["width"] * 0.5, "y": 40})
    assert 0 < int(loop.locator("input").input_value()) < last
    loop.locator("svg.schedule").click(position={"x": 100, "y": 40})
    assert loop.locator("input").input_value() == "0"


def test_a_line_says_what_it_is_there_for(page: Any) -> None:
    reason = page.locator("#reason")
    assert reason.is_hidden()
    page.locator("#result .cell[data-role=save]").first.click()
    assert "Copies the state before a step" in reason.inner_text()
    assert "line 6: %r = scf.for" in reason.inner_text()
    assert page.locator("#line-6 .cell.same-line").count() == 1
    page.keyboard.press("Escape")
    assert reason.is_hidden()
    assert page.locator(".same-line").count() == 0
    page.locator("#line-7 code").click()
    assert "line 7: %e = math.sin" in reason.inner_text()
    assert page.locator("#result .cell.same-line").count() > 2


def test_listings_can_be_read_with_the_keyboard(page: Any) -> None:
    listing = page.locator("#result .code").first
    listing.focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    third = listing.locator(".current")
    assert third.count() == 1
    page.keyboard.press("End")
    assert "Returns derivatives" in page.locator("#reason").inner_text()
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    assert not listing.evaluate("code => code.contains(document.activeElement)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_follows_the_system_until_the_button_is_used(page: Any, scheme: str) -> None:
    def is_dark() -> bool:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(","))) < 200

    page.emulate_media(color_scheme=scheme)
    assert is_dark() is (scheme == "dark")
    button = page.locator("#theme")
    button.click()
    assert is_dark() is (scheme == "light")
    assert button.get_attribute("aria-label") == f"Use the {scheme} theme"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_contrast(page: Any, scheme: str) -> None:
    """At least 4.5 to 1, as WCAG asks of text, for all that is visible."""
    page.emulate_media(color_scheme=scheme)
    poor = page.evaluate(CONTRAST)
    assert poor == []


CONTRAST = """() => {
  const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const under = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return parse(getComputedStyle(document.body).backgroundColor);
  };
  const poor = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (["SCRIPT", "STYLE"].includes(element.tagName)) continue;
    const style = getComputedStyle(element);
    const front = light(parse(element.closest("svg") ? style.fill : style.color));
    const back = light(under(element));
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    if (ratio < 4.5) poor.add(`${element.tagName}.${element.className}: ${ratio.toFixed(2)}`);
  }
  return [...poor];
}"""


@pytest.mark.parametrize("width", [320, 390, 800, 1280])
def test_nothing_is_wider_than_the_screen(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_it_is_all_there_on_paper(page: Any) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("#theme").is_hidden()
    assert page.locator(".loop svg.schedule").first.is_visible()
    frame = page.locator(".frame").first
    assert frame.evaluate("frame => frame.scrollHeight <= frame.clientHeight")


def test_it_is_all_there_without_scripts(browser: Any, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    assert page.locator(".loop svg.schedule").first.is_visible()
    assert page.locator("#theme").is_hidden()
    assert page.locator("#result .role").first.is_visible()
    context.close()


def test_text_of_the_input_is_not_run(page: Any) -> None:
    assert page.evaluate("window.broken === undefined")
    assert "<script>window.broken = 1</script>" in page.locator("#line-7").inner_text()
