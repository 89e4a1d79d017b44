"""Small things that a player counts on: room for the box, Back, Undo, and nothing said twice."""

import re

import pytest

MOURNER = "Does [[Candle Mourner]] give me flame when one of my tokens falls?"
HEARTHCALL = "Can a dim card be played with hearthcall?"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WIDTHS = {"wide": {}, "narrow": PHONE}
LONG = "x" * 900
ANSWER = {"kind": "answer", "answer": "No.", "confidence": "high", "source": "cr", "cr_version": "20090601", "citations": [], "cards": []}

TIDY = "new Promise((done) => (history.state ? addEventListener('popstate', () => done(), { once: true }) : done()))"
"""Waits until the page has taken back the step that it made for the panel."""


def _bannerless(tab):
    """The page as it is where another corpus is loaded: without the line that tells of the practice rulebook."""

    def serve(route):
        reply = route.fetch()
        route.fulfill(response=reply, body=re.sub(r'<p class="hint" id="practice">.*?</p>', "", reply.text()))

    tab.page.route(f"{tab.url}/", serve)
    return tab


@pytest.mark.parametrize("traits", WIDTHS.values(), ids=WIDTHS)
def test_the_box_stays_small_under_a_short_exchange(open_tab, served, traits):
    """What room is left goes to the exchanges, with the practice banner and without."""
    heights = []
    for tab in (open_tab(served, **traits).open(), _bannerless(open_tab(served, **traits)).open()):
        tab.ask("What is the best deck to buy?")
        tab.page.locator(".notice").wait_for()
        tab.shoot(f"short-{len(heights)}")
        heights.append(tab.page.locator(".ask").bounding_box()["height"])

    assert tab.page.locator("#practice").count() == 0
    assert max(heights) < 180


@pytest.mark.parametrize("traits", WIDTHS.values(), ids=WIDTHS)
def test_a_word_without_end_makes_nothing_wider(open_tab, served, traits):
    """In the box, in a question, in a verdict and in its quotes, such a word is broken."""
    tab = open_tab(served, **traits).open()
    citations = [{"label": "Prior call", "url": None, "quote": "y" * 900}]
    tab.replying({**ANSWER, "answer": LONG, "citations": citations})
    tab.page.fill("#question", LONG)
    typed = tab.overflow()

    tab.page.keyboard.press("Enter")
    tab.verdict()

    tab.shoot("endless")
    assert (typed, tab.overflow()) == (0, 0)


def test_the_search_of_the_rules_fits_a_narrow_window(open_tab, served):
    """Its button ends where the text ends."""
    tab = open_tab(served, **PHONE).open("/rules")

    box = tab.page.locator(".search .send").bounding_box()

    assert box["x"] + box["width"] <= 344


def test_back_closes_the_panel_and_stays(tab):
    """However many rules were read in it, one step back is the verdict again; the next one leaves."""
    tab.open("/rules").open()
    tab.ask(MOURNER)
    tab.verdict().locator("a.pill", has_text="201.3a").click()
    tab.page.locator("#panel-body").get_by_role("link", name="502.2e").click()
    tab.page.locator("#panel-body .current", has_text="502.2e").wait_for()

    tab.page.go_back()
    tab.page.locator("#panel").wait_for(state="hidden")
    stayed = tab.page.url
    tab.page.go_back()
    tab.page.wait_for_url("**/rules")

    assert stayed == f"{tab.url}/"


def test_a_panel_that_was_closed_leaves_no_step_behind(tab):
    """After Esc, and after the next panel's button, Back leaves the page at once."""
    tab.open("/rules").open()
    tab.ask(MOURNER)
    pill = tab.verdict().locator("a.pill", has_text="201.3a")
    for close in (lambda: tab.page.keyboard.press("Escape"), lambda: tab.page.click("#panel-close")):
        pill.click()
        tab.page.locator("#panel-body mark").first.wait_for()
        close()
        tab.page.evaluate(TIDY)

    tab.page.go_back()

    tab.page.wait_for_url("**/rules")


def test_a_reload_under_the_panel_leaves_no_step_behind(tab):
    """The panel is gone, and Back leaves the page at once."""
    tab.open("/rules").open()
    tab.ask(MOURNER)
    tab.verdict().locator("a.pill", has_text="201.3a").click()
    tab.page.locator("#panel-body mark").first.wait_for()

    tab.page.reload()
    tab.verdict()
    tab.page.evaluate(TIDY)
    tab.page.go_back()

    tab.page.wait_for_url("**/rules")


def test_a_page_that_is_opened_from_the_panel_is_a_page(tab):
    """The panel's own link leads there, and Back leads to the verdict."""
    tab.ask(MOURNER)
    tab.verdict().locator("a.pill", has_text="201.3a").click()
    tab.page.locator("#panel-body mark").first.wait_for()

    tab.page.click("#panel-link")
    tab.page.wait_for_url("**/rules/201.3a?**")
    tab.page.go_back()

    tab.verdict()
    assert tab.page.url == f"{tab.url}/"


def test_back_puts_a_card_away_on_a_phone(open_tab, served):
    """There a card lies over the text, so Back is how one gets rid of it; a citation opens from it at once."""
    tab = open_tab(served, **PHONE).open("/rules").open()
    tab.ask(MOURNER)
    name, card = tab.verdict().locator(".verdict .card-name"), tab.page.locator("#card-text")

    name.tap()
    card.wait_for()
    tab.page.go_back()
    card.wait_for(state="hidden")
    tab.page.locator(".question").tap()
    name.tap()
    card.wait_for()
    tab.page.locator("a.pill").first.tap()
    tab.page.locator("#panel-body mark").first.wait_for()
    tab.page.go_back()
    tab.page.locator("#panel").wait_for(state="hidden")

    assert tab.page.url == f"{tab.url}/"


def test_a_quote_is_not_shown_twice(tab):
    """One that stands in the answer is cited by its label; another is shown, with pictures for its symbols."""
    quotes = ['It "stays" there.', "Pay {E} first."]
    citations = [{"label": label, "url": None, "quote": quote} for label, quote in zip("AB", quotes, strict=True)]
    tab.replying({**ANSWER, "answer": "**Rule A** says: “It ‘stays’ there.”", "citations": citations})

    tab.ask(HEARTHCALL)
    cited = tab.verdict().locator(".citation")

    assert [item.locator("blockquote").count() for item in cited.all()] == [0, 1]
    assert cited.nth(1).locator("blockquote img").get_attribute("alt") == "{E}"


def test_a_card_link_says_where_it_leads(tab):
    """Scryfall is called by its name, another place by its host."""
    cards = [{"name": "A", "url": "https://scryfall.com/card/1"}, {"name": "B", "url": "https://www.example.org/b"}, {"name": "C", "url": ""}]
    tab.replying({**ANSWER, "cards": cards})

    tab.ask(HEARTHCALL)

    assert tab.verdict().locator(".away").all_inner_texts() == ["on Scryfall", "on example.org"]


def test_a_name_that_no_card_begins_with_is_said_so(tab, violations):
    """The list is not just empty, and Enter still asks."""
    tab.page.focus("#question")
    tab.page.keyboard.type("What does [[zzzzq")
    tab.page.locator("#names", has_text="No card begins so.").wait_for()
    objections = violations(tab)

    tab.page.keyboard.press("Enter")
    tab.page.locator(".exchange .notice, .exchange .verdict, .exchange .choices").first.wait_for()

    assert objections == []


def test_a_single_choice_is_one_button(tab):
    """Where one card alone can be meant, one click says yes."""
    tab.replying({"kind": "ambiguous", "spans": [{"query": "Orlo", "choices": ["Orla, Ash Regent"], "truncated": False}]})
    tab.ask("Orlo?")

    with tab.page.expect_request("**/web/judge/stream"):
        tab.page.get_by_role("button", name="Did you mean Orla, Ash Regent?").click()

    assert tab.asked[1]["pins"] == [{"span": "Orlo", "name": "Orla, Ash Regent"}]
    assert tab.page.locator(".choices input").count() == 0


def test_a_new_session_can_be_undone(tab):
    """The exchanges, the id and what was half written are there again; once something was asked, it is too late."""
    tab.ask(MOURNER)
    tab.verdict()
    tab.page.fill("#question", "And if")

    tab.page.click("#fresh")
    gone = tab.page.locator(".exchange").count(), tab.page.input_value("#question")
    tab.page.click("#undo")
    tab.verdict()
    back = tab.page.input_value("#question")
    tab.ask(HEARTHCALL)
    tab.verdict(1)
    tab.page.click("#fresh")
    tab.ask(HEARTHCALL)
    tab.verdict()

    first, second, third = (asked["session_id"] for asked in tab.asked)
    assert (gone, back) == ((0, ""), "And if")
    assert first == second != third
    assert tab.page.locator("#undo").is_hidden()


def test_a_half_written_question_outlives_a_reload(tab):
    """It is in the box again; what was asked is not."""
    tab.ask(MOURNER)
    tab.verdict()
    asked = tab.page.reload() and tab.page.input_value("#question")
    tab.page.fill("#question", "And if my token")

    tab.page.reload()

    assert (asked, tab.page.input_value("#question")) == ("", "And if my token")


def test_an_address_can_fill_the_box(tab):
    """It is not asked by itself, and a reload keeps what was changed in it."""
    tab.open("/?q=Does%20it%20%3Cb%3Estay%3F")
    filled = tab.page.input_value("#question")
    tab.page.fill("#question", "Does it go?")

    tab.page.reload()

    assert (filled, tab.page.input_value("#question")) == ("Does it <b>stay?", "Does it go?")
    assert tab.asked == []


def test_the_button_looks_as_it_is_while_a_verdict_is_awaited(tab, stages):
    """It is told as not to be used; pressed all the same, it says why."""
    standin = stages(ANSWER)
    tab.page.route("**/web/judge/stream", lambda route: route.continue_(url=standin.url))
    tab.ask(HEARTHCALL)
    tab.page.locator(".stages").wait_for()
    awaited = tab.page.get_attribute("#send", "aria-disabled")

    tab.page.fill("#question", "And another?")
    tab.page.click("#send", force=True)
    told = tab.page.locator("#ask-fault").inner_text()
    standin.go.set()
    tab.verdict()

    assert (awaited, tab.page.get_attribute("#send", "aria-disabled")) == ("true", "false")
    assert told.startswith("One question at a time")
