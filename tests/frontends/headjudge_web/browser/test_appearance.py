"""How the pages look and read: small and large, light and dark, with and without script, to a screen reader."""

import pytest

ORLA = "e1fd7c5c-7c06-5e81-87db-da2739baa38a"
MOURNER = "Does [[Candle Mourner]] give me flame when one of my tokens falls?"
TWO_NAMES = "Can [[Orla]] attack while my [[counter engine]] is on the field?"
RULE_PAGES = {
    "rules": "/rules",
    "rule": "/rules/601.9b?quote=hearth%20before%20its%20cost",
    "section": "/rules/601",
    "card": f"/rules/cards/{ORLA}",
    "search": "/rules?q=orla",
    "glossary": "/rules/glossary",
    "term": "/rules/glossary/hearthcall",
    "missing": "/rules/999.9",
    "nowhere": "/nope",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_no_objection_to_asking(open_tab, served, violations, scheme):
    """Every state of the page can be used by all, in both colour schemes."""
    tab = open_tab(served, color_scheme=scheme).open()
    found = {"home": violations(tab)}

    tab.ask(MOURNER)
    tab.verdict()
    found["verdict"] = violations(tab)
    tab.page.locator(".verdict .card-name").focus()
    tab.page.locator("#card-text").get_by_text("Afterglow 1").wait_for()
    found["card"] = violations(tab)
    tab.shoot(f"card-{scheme}")
    tab.page.locator("a.pill").first.click()
    tab.page.locator("#panel-body mark").first.wait_for()
    found["panel"] = violations(tab)
    tab.shoot(f"panel-{scheme}")
    tab.page.keyboard.press("Escape")
    tab.ask(TWO_NAMES)
    tab.page.locator(".choices").wait_for()
    found["choices"] = violations(tab)
    tab.ask("Can [[Zorblax the Unmade]] attack?")
    tab.page.locator(".notice").wait_for()
    tab.page.type("#question", "And [[or")
    tab.page.locator("#names [role=option]").first.wait_for()
    found["names"] = violations(tab)
    tab.shoot(f"names-{scheme}")
    tab.replying({"kind": "rate_limited", "message": "Too many."}, 429, **{"Retry-After": "250"})
    tab.ask("Once more?")
    tab.told("That was your share")
    found["rate limited"] = violations(tab)

    assert found == {state: [] for state in found}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_has_no_objection_to_the_rule_pages(open_tab, served, violations, scheme):
    """The rules can be read by all, in both colour schemes."""
    tab = open_tab(served, color_scheme=scheme)
    found = {}

    for name, path in RULE_PAGES.items():
        tab.open(path)
        tab.shoot(f"{name}-{scheme}")
        found[name] = violations(tab)

    assert found == {name: [] for name in RULE_PAGES}


def test_a_narrow_window_shows_everything(open_tab, served):
    """At 360 pixels nothing is cut off, on any page and in any state."""
    tab = open_tab(served, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    wider = {}

    for name, path in {"home": "/", **RULE_PAGES}.items():
        wider[name] = tab.open(path).overflow()
        tab.shoot(f"narrow-{name}")
    tab.open().ask(MOURNER)
    tab.verdict()
    wider["verdict"] = tab.overflow()
    tab.shoot("narrow-verdict")
    tab.page.locator(".verdict .card-name").tap()
    tab.page.locator("#card-text").get_by_text("Afterglow 1").wait_for()
    tab.shoot("narrow-card")
    tab.page.keyboard.press("Escape")
    tab.page.locator("a.pill").first.tap()
    tab.page.locator("#panel-body mark").first.wait_for()
    wider["panel"] = tab.overflow()
    tab.shoot("narrow-panel")
    tab.page.click("#panel-close")
    tab.ask(TWO_NAMES)
    tab.page.locator(".choices").wait_for()
    wider["choices"] = tab.overflow()
    tab.shoot("narrow-choices")

    assert wider == dict.fromkeys(wider, 0)


def test_the_colours_follow_the_system_until_they_are_chosen(open_tab, served):
    """A choice holds on every page and after a reload."""
    tab = open_tab(served, color_scheme="dark").open()
    background = "getComputedStyle(document.body).backgroundColor"
    dark = tab.page.evaluate(background)
    tab.shoot("dark")

    tab.page.get_by_role("button", name="Light colours").click()
    light = tab.page.evaluate(background)
    tab.page.reload()
    kept = tab.page.evaluate(background)
    elsewhere = tab.open("/rules").page.evaluate(background)

    assert dark == "rgb(21, 24, 27)"
    assert light == kept == elsewhere == "rgb(251, 250, 246)"


def test_the_rules_can_be_read_without_script(open_tab, served):
    """Search, links and pages need no script; the page on which players ask says that it does."""
    tab = open_tab(served, java_script_enabled=False).open("/rules")

    tab.page.fill("#q", "601.9")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url("**/rules/601.9")
    tab.page.click("text=700.1 →")
    tab.page.wait_for_url("**/rules/700.1")

    tab.open()
    assert "To ask, this page needs JavaScript." in tab.page.locator("noscript p").inner_text()


def test_a_forced_inline_script_does_not_run(tab):
    """The policy holds in the browser: what is written into the page by force is not executed."""
    tab.page.evaluate("document.body.append(Object.assign(document.createElement('script'), {textContent: 'document.title = `gone`'}))")

    assert tab.page.title() == "Headjudge: ask a rules question"
    assert any("Content Security Policy" in fault for fault in tab.faults)
    tab.faults.clear()
