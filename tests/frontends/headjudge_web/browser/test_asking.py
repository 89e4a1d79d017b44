"""A player asks on the page."""

import re

MOURNER = "Does [[Candle Mourner]] give me flame when one of my tokens falls?"
HEARTHCALL = "Can a dim card be played with hearthcall?"
TWO_NAMES = "Can [[Orla]] attack while my [[counter engine]] is on the field?"
RICH = {
    "kind": "answer",
    "answer": "**Yes.** Pay {1}{E} and *stoke*; see 601.9b, not 100.1.\n\n- `one` <img src=x onerror=alert(1)>\n- Orla, Ash Regent is */* here\n\n"
    "1. first\n2. second\n\n> quoted\n\n<script>document.title='gone'</script>",
    "confidence": "high",
    "source": "commander",
    "cr_version": "20090601",
    "citations": [
        {"label": "601.9b", "url": "{rules}/601.9b", "quote": "A card played by hearthcall has left the hearth before its cost is paid"},
        {"label": "Prior call", "url": None, "quote": "<b>It stays.</b>"},
    ],
    "cards": [{"name": "Orla, Ash Regent", "url": "https://example.org/practice/orla-ash-regent"}],
}


def rich(url):
    """A verdict with all that Markdown has, and with what it must not have."""
    cited = [{**citation, "url": citation["url"] and citation["url"].replace("{rules}", f"{url}/rules")} for citation in RICH["citations"]]
    return {**RICH, "citations": cited}


def test_a_question_gets_a_verdict_with_its_citations(tab):
    """The verdict says how sure it is, of which day its rules are, and what it rests on."""
    tab.shoot("home")

    tab.ask(MOURNER)

    exchange = tab.verdict()
    assert "Low confidence" in exchange.inner_text()
    assert "Rules of 1 June 2009" in exchange.inner_text()
    assert exchange.locator("a.pill", has_text="201.3a").get_attribute("href").startswith("/rules/201.3a?quote=")
    assert tab.page.locator("#news").inner_text() == "The answer is here. Low confidence."
    tab.shoot("verdict")


def test_a_citation_opens_its_rule_with_the_quote_marked(tab):
    """The pill opens a panel; the same link opens a page of its own; Esc gives the focus back."""
    tab.ask(MOURNER)
    pill = tab.verdict().locator("a.pill", has_text="201.3a")

    pill.click()
    tab.page.locator("#panel-body mark").first.wait_for()
    marked = tab.page.locator("#panel-body mark").first.inner_text()
    tab.shoot("panel")
    tab.page.keyboard.press("Escape")

    assert marked in tab.verdict().locator(".verdict").inner_text()
    assert not tab.page.locator("#panel").is_visible()
    assert pill.evaluate("pill => pill === document.activeElement")
    tab.open(pill.get_attribute("href"))
    assert tab.page.locator("mark").first.inner_text() == marked


def test_a_rule_that_a_source_speaks_of_opens_in_the_panel(tab):
    """One reads on from rule to rule without leaving the verdict."""
    tab.ask(MOURNER)
    tab.verdict().locator("a.pill", has_text="201.3a").click()

    tab.page.locator("#panel-body").get_by_role("link", name="502.2e").click()

    tab.page.locator("#panel-body .current", has_text="502.2e").wait_for()
    assert tab.page.locator("#panel-title").inner_text() == "Rule 502.2"
    assert tab.page.get_attribute("#panel-link", "href") == "/rules/502.2e"
    assert tab.page.url == f"{tab.url}/"


def test_a_ruling_is_opened_where_its_quote_stands(tab):
    """The panel of a ruling picks out that ruling on the card's page."""
    tab.ask(MOURNER)

    tab.verdict().locator("a.pill", has_text="Ruling").click()

    ruling = tab.page.locator("#panel-body .ruling.current")
    ruling.locator("mark").wait_for()
    tab.shoot("panel-ruling")


def test_a_middle_click_opens_the_page_of_a_citation(tab):
    """Where a player wants a tab of its own, the link is a link."""
    tab.ask(MOURNER)

    with tab.page.context.expect_page() as opened:
        tab.verdict().locator("a.pill", has_text="201.3a").click(button="middle")

    opened.value.wait_for_url("**/rules/201.3a?**")
    assert not tab.page.locator("#panel").is_visible()


def test_a_follow_up_belongs_to_the_same_session(tab):
    """Each question carries the session's id; a new session has another."""
    for number, question in enumerate((MOURNER, "And if it was snuffed?")):
        tab.ask(question)
        tab.page.locator(".exchange").nth(number).locator(".verdict, .notice").wait_for()
    tab.shoot("follow-up")

    tab.page.click("#fresh")
    tab.ask(HEARTHCALL)
    tab.verdict()

    first, second, third = (asked["session_id"] for asked in tab.asked)
    assert first == second != third
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", first)
    assert tab.page.locator(".exchange").count() == 1


def test_two_ambiguous_names_are_chosen_at_once(tab):
    """Both names are in one form, and both choices go back as pins with the same question."""
    tab.ask(TWO_NAMES)
    groups = tab.page.locator(".choices fieldset")
    groups.nth(1).wait_for()
    tab.shoot("choices")

    groups.nth(0).get_by_label("Orla, Ash Regent").check()
    groups.nth(1).get_by_label("Patient Gardener").check()
    tab.page.click(".choices .send")

    tab.verdict()
    chosen = [{"span": "Orla", "name": "Orla, Ash Regent"}, {"span": "counter engine", "name": "Patient Gardener"}]
    assert (tab.asked[1]["question"], tab.asked[1]["pins"]) == (TWO_NAMES, chosen)
    assert tab.page.locator(".exchange").count() == 1


def test_choices_take_the_focus_from_nobody_who_writes(tab, stages):
    """They have it where the box is empty; otherwise what is typed goes on into the box."""
    orla = {"kind": "ambiguous", "spans": [{"query": "Orla", "choices": ["Orla, Ash Regent", "Orla, the Lamplighter"], "truncated": False}]}
    standin = stages(orla)
    tab.replying(orla)
    tab.ask("Orla?")
    tab.page.locator(".choices").wait_for()
    at_rest = tab.page.evaluate("document.activeElement.type")
    tab.replying_again()
    tab.page.route("**/web/judge/stream", lambda route: route.continue_(url=standin.url))

    tab.ask("And Orla?")
    tab.page.locator(".stages").wait_for()
    tab.page.keyboard.type("What")
    standin.go.set()
    tab.page.locator(".choices").nth(1).wait_for()
    tab.page.keyboard.type(" now?")

    assert at_rest == "radio"
    assert tab.page.input_value("#question") == "What now?"


def test_a_truncated_choice_says_what_to_do(tab):
    """Where there are more cards than are listed, the form says how to name another."""
    tab.replying({"kind": "ambiguous", "spans": [{"query": "Orla", "choices": ["A", "B", "C", "D", "E"], "truncated": True}]})

    tab.ask("Orla?")

    tab.told("There are more. If yours is not here, ask again with its full name in [[double brackets]].")


def test_a_reload_keeps_the_session(tab):
    """The exchanges and the id are there again; a choice can still be made."""
    tab.ask(MOURNER)
    tab.verdict()
    tab.ask(TWO_NAMES)
    tab.page.locator(".choices").wait_for()

    tab.page.reload()

    assert "Low confidence" in tab.verdict().inner_text()
    assert tab.page.locator(".choices fieldset").count() == 2
    tab.ask(HEARTHCALL)
    tab.verdict(2)
    assert len({asked["session_id"] for asked in tab.asked}) == 1


def test_the_stages_are_told_while_a_question_is_judged(tab, stages):
    """The page says what is being done, and a screen reader is told; a second question waits its turn."""
    standin = stages(rich(tab.url))
    tab.page.route("**/web/judge/stream", lambda route: route.continue_(url=standin.url))

    tab.ask(HEARTHCALL)
    tab.page.locator(".stages .now", has_text="Checking quotes 3 of 4").wait_for()
    tab.shoot("stages")
    told = tab.page.locator("#news").inner_text()
    tab.ask("And another?")
    kept, refused = tab.page.input_value("#question"), tab.page.locator("#ask-fault").inner_text()
    standin.go.set()

    tab.verdict()
    assert told == "Checking quotes"
    assert (kept, refused) == ("And another?", "One question at a time: the verdict on the last one is not here yet.")
    assert tab.page.locator("#ask-fault").inner_text() == ""


def test_a_verdict_that_comes_after_a_new_session_was_begun_is_let_go(tab, stages):
    """It is not shown, and the new session's question is still the one that is judged."""
    old, new = stages(rich(tab.url)), stages(rich(tab.url))
    tab.page.route("**/web/judge/stream", lambda route: route.continue_(url=(old if len(tab.asked) == 1 else new).url))
    tab.ask(MOURNER)
    tab.page.locator(".stages .now", has_text="Checking quotes 3 of 4").wait_for()
    tab.page.click("#fresh")
    tab.ask(HEARTHCALL)
    tab.page.locator(".stages .now", has_text="Checking quotes 3 of 4").wait_for()

    with tab.page.expect_event("requestfailed"):
        old.go.set()
    tab.ask("And another?")
    refused = tab.page.locator("#ask-fault").inner_text()
    new.go.set()

    assert "hearthcall" in tab.verdict().inner_text()
    assert refused == "One question at a time: the verdict on the last one is not here yet."
    assert len(tab.asked) == 2


def test_a_button_that_asks_again_waits_its_turn_too(tab, stages):
    """While another question is judged, one is told why nothing happens."""
    standin = stages(rich(tab.url))
    tab.replying({"kind": "busy", "message": "Every judge is busy; ask again in a moment."}, 429)
    tab.ask(MOURNER)
    tab.page.get_by_role("button", name="Ask again").wait_for()
    tab.replying_again()
    tab.page.route("**/web/judge/stream", lambda route: route.continue_(url=standin.url))
    tab.ask(HEARTHCALL)
    tab.page.locator(".stages").wait_for()

    tab.page.get_by_role("button", name="Ask again").click()

    assert tab.page.locator("#ask-fault").inner_text() == "One question at a time: the verdict on the last one is not here yet."
    assert len(tab.asked) == 2


def test_a_verdict_is_shown_as_light_markdown_and_never_as_html(tab):
    """Bold, italics, lists, code, quotes and symbols are shown; tags stay text; only cited rules are links."""
    tab.replying(rich(tab.url))

    tab.ask(HEARTHCALL)
    verdict = tab.verdict().locator(".verdict")

    tab.shoot("rich-verdict")
    assert verdict.locator("strong").inner_text() == "Yes."
    assert verdict.locator("em").all_inner_texts() == ["stoke"]
    assert verdict.locator("ul li").count() == verdict.locator("ol li").count() == 2
    assert verdict.locator("img").evaluate_all("all => all.map(one => one.alt)") == ["{1}", "{E}"]
    assert verdict.locator("a").all_inner_texts() == ["601.9b"]
    assert "<script>document.title='gone'</script>" in verdict.inner_text()
    assert "High confidence" in tab.verdict().inner_text()
    assert "Commander, rules of 1 June 2009" in tab.verdict().inner_text()
    assert tab.page.title() == "Headjudge: ask a rules question"


def test_a_card_is_known_in_a_verdict_whatever_signs_its_name_has(tab):
    """Hyphens, brackets and question marks are letters of a name like others."""
    names = ["Toad-of-the-Well", "Who? (Me)", "+1 Moth / Queen"]
    cards = [{"name": name, "url": ""} for name in names]
    tab.replying({**rich(tab.url), "answer": f"These three: {', '.join(names)}.", "cards": cards})

    tab.ask(HEARTHCALL)

    assert tab.verdict().locator(".verdict .card-name").all_inner_texts() == names


def test_a_verdict_of_nothing_but_signs_is_shown(tab):
    """However many signs of Markdown a verdict has, it is shown, and soon."""
    signs = ["**a ", "*a ", "_a", "a` ", "> ", "[[", "{", "1. ", "- ", "601.9", "*"]
    tab.replying({**rich(tab.url), "answer": "\n\n".join(sign * 2500 for sign in signs)})

    tab.ask(HEARTHCALL)

    assert tab.verdict().locator(".verdict > *").count() >= len(signs)


def test_a_card_is_shown_on_hover_by_focus_and_by_tap(open_tab, served):
    """The card's text stands beside its name, and goes with Esc, with the pointer, or with a tap elsewhere."""
    tab = open_tab(served, has_touch=True).open()
    tab.ask(MOURNER)
    name, card = tab.verdict().locator(".verdict .card-name"), tab.page.locator("#card-text")

    name.hover()
    card.get_by_text("Afterglow 1").wait_for()
    assert card.locator("img").evaluate_all("all => all.map(one => one.alt)") == ["{1}", "{E}"]
    tab.shoot("card")
    tab.page.mouse.move(0, 0)
    card.wait_for(state="hidden")
    name.focus()
    card.wait_for()
    assert name.get_attribute("aria-describedby") == "card-text"
    tab.page.keyboard.press("Escape")
    card.wait_for(state="hidden")
    name.tap()
    card.wait_for()
    tab.page.locator(".question").tap()
    card.wait_for(state="hidden")


def test_a_verdict_is_copied_as_text(open_tab, served):
    """What is copied has the question, the verdict, its citations with their links, and how sure it is."""
    tab = open_tab(served, permissions=["clipboard-read", "clipboard-write"]).open()
    tab.ask(MOURNER)

    tab.verdict().get_by_role("button", name="Copy as text").click()

    tab.page.get_by_role("button", name="Copied").wait_for()
    text = tab.page.evaluate("navigator.clipboard.readText()")
    assert text.startswith(f"Question: {MOURNER}\n\n")
    assert f"\n{tab.url}/rules/201.3a\n" in text
    assert text.endswith("Low confidence. Rules of 1 June 2009. Copied from Headjudge.")
    assert "**" not in text
    assert "says:" in text


def test_everything_can_be_done_with_the_keyboard(tab):
    """A card is named from the list, the question asked, a card looked at, a rule opened and closed, without a pointer."""
    keyboard, page = tab.page.keyboard, tab.page
    page.focus("#question")
    keyboard.type("Does [[candle")
    page.locator("#names [role=option]").wait_for()
    assert page.get_attribute("#question", "aria-activedescendant") == "name-0"
    keyboard.press("Enter")
    keyboard.type(" give me flame when one of my tokens falls?")
    assert page.input_value("#question") == MOURNER
    keyboard.press("Enter")
    tab.verdict()

    page.focus(".exchange .question")
    reached = []
    while "pill" not in reached:
        keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.className"))
        if reached[-1] == "card-name":
            page.locator("#card-text").get_by_text("Afterglow 1").wait_for()
    keyboard.press("Enter")
    page.locator("#panel-body mark").first.wait_for()
    keyboard.press("Escape")

    assert "card-name" in reached
    assert page.evaluate("document.activeElement.className") == "pill"


def test_shift_enter_begins_a_line_and_too_much_is_not_sent(tab):
    """Enter alone sends; a question over a thousand characters, or a blank one, is told about and not sent."""
    tab.page.focus("#question")
    tab.page.keyboard.press("Shift+Enter")
    blank = tab.page.input_value("#question")
    tab.page.keyboard.press("Enter")
    told = tab.page.locator("#ask-fault").inner_text()
    tab.ask("🕯" * 1001)

    assert (blank, told) == ("\n", "Write a question first.")
    assert tab.page.locator("#count").inner_text() == "1001 / 1000"
    assert tab.page.locator("#ask-fault").inner_text() == "1 character too many."
    assert tab.asked == []


def test_an_example_is_written_into_the_box(tab):
    """An example is a beginning: it can be changed before it is asked."""
    example = tab.page.locator(".example-question").nth(2)

    example.click()

    assert tab.page.input_value("#question") == HEARTHCALL
    assert tab.asked == []
