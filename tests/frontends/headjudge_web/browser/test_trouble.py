"""What the page says when there is no verdict, and what can be done then."""

HEARTHCALL = "Can a dim card be played with hearthcall?"


def test_a_name_that_is_no_card_is_told(tab):
    """The page says which name, and the question can be edited."""
    tab.ask("Can [[Zorblax the Unmade]] attack?")

    tab.told("“Zorblax the Unmade” matches nothing.")
    tab.shoot("not-found")
    tab.page.click("text=Edit the question")

    assert tab.page.input_value("#question") == "Can [[Zorblax the Unmade]] attack?"


def test_a_question_that_is_declined_can_be_put_in_other_words(tab):
    """The reason is shown, and the question can be edited."""
    tab.ask("What is the best deck to buy?")

    notice = tab.page.locator(".notice")
    notice.wait_for()

    tab.shoot("declined")
    assert "No verdict" in notice.inner_text()
    assert notice.get_by_role("button").all_inner_texts() == ["Edit the question"]


def test_a_busy_judge_can_be_asked_again(tab):
    """The button counts down to when it is of use, and then asks the same question."""
    tab.replying({"kind": "busy", "message": "Every judge is busy; ask again in a moment."}, 429, **{"Retry-After": "1"})
    tab.ask(HEARTHCALL)
    tab.told("Every judge is busy")
    tab.shoot("busy")
    tab.replying_again()

    tab.page.get_by_role("button", name="Ask again", exact=True).click()

    tab.verdict()
    assert [asked["question"] for asked in tab.asked] == [HEARTHCALL, HEARTHCALL]


def test_who_asked_too_often_is_told_when_to_come_back(open_tab, serve):
    """The page counts down, and keeps the question; a reload goes on counting."""
    tab = open_tab(serve(API_RATE_LIMIT="1", API_RATE_WINDOW_SECS="200")).open()
    tab.ask(HEARTHCALL)
    tab.verdict()

    tab.ask("And twice?")

    button = tab.page.get_by_role("button", name="Ask again in 3:")
    button.wait_for()
    tab.shoot("rate-limited")
    assert button.is_disabled()
    tab.told("This address may ask 1 questions in 200 seconds")
    tab.page.reload()
    assert tab.page.locator(".notice button").inner_text().startswith("Ask again in 3:")


def test_a_server_that_is_gone_loses_no_question(open_tab, serve):
    """The question stays on the page, and can be asked again."""
    served = serve()
    tab = open_tab(served).open()
    served.stop()

    tab.ask(HEARTHCALL)

    tab.told("The judge cannot be reached")
    tab.shoot("gone")
    assert HEARTHCALL in tab.page.locator(".exchange").inner_text()
    assert tab.page.get_by_role("button", name="Ask again").is_enabled()


def test_a_server_that_goes_in_the_middle_is_noticed(tab):
    """Stages without a reply at their end are no verdict."""
    body = 'event: stage\ndata: {"stage": "cards"}\n\n'
    tab.page.route("**/web/judge/stream", lambda route: route.fulfill(status=200, content_type="text/event-stream", body=body))

    tab.ask(HEARTHCALL)

    tab.told("The judge cannot be reached")


def test_a_judge_that_says_nothing_is_given_up(open_tab, served):
    """After three minutes of silence the question can be asked again."""
    tab = open_tab(served)
    tab.page.clock.install()
    tab.page.route("**/web/judge/stream", lambda route: None)
    tab.open().ask(HEARTHCALL)
    tab.page.locator(".stages").wait_for()

    tab.page.clock.fast_forward(181_000)

    tab.told("No verdict came in time")
    assert tab.page.get_by_role("button", name="Ask again").is_enabled()


def test_a_server_that_breaks_says_so(tab):
    """The service's own sentence is shown; a proxy's page is not."""
    tab.page.route("**/web/judge/stream", lambda route: route.fulfill(status=503, content_type="text/plain", body="The database cannot be used now."))
    tab.ask(HEARTHCALL)
    tab.told("The database cannot be used now.")

    tab.page.route("**/web/judge/stream", lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>nginx</h1>"))
    tab.page.get_by_role("button", name="Ask again").click()

    tab.told("It is not answering now.")


def test_a_question_that_does_not_parse_is_explained(tab):
    """Plain text of the service is shown as it is."""
    tab.page.route("**/web/judge/stream", lambda route: route.fulfill(status=422, content_type="text/plain", body="question: must be a string."))

    tab.ask(HEARTHCALL)

    tab.told("question: must be a string.")


def test_a_page_of_what_stands_before_the_service_is_not_shown(tab):
    """Who refuses with a page of HTML, or lets nobody in before they agree to something, is not quoted."""
    tab.page.route("**/web/judge/stream", lambda route: route.fulfill(status=403, content_type="text/html", body="<h1>no bots</h1>"))
    tab.ask(HEARTHCALL)
    tab.told("Change it and ask again.")

    tab.page.route("**/web/judge/stream", lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to our café</h1>"))
    tab.page.click("text=Edit the question")
    tab.page.keyboard.press("Enter")

    tab.told("It is not answering now.")
    assert "<h1>" not in tab.page.locator("#exchanges").inner_text()


def test_where_nothing_streams_the_question_is_sent_whole(tab):
    """Behind what refuses the stream, the verdict comes all the same."""
    tab.page.route("**/web/judge/stream", lambda route: route.fulfill(status=404, content_type="text/plain", body="404"))

    tab.ask(HEARTHCALL)

    assert "601.9b" in tab.verdict().inner_text()


def test_a_page_left_too_soon_says_what_became_of_the_question(tab):
    """After a reload in the middle, the question can be asked again."""
    tab.page.route("**/web/judge/stream", lambda route: None)
    tab.ask(HEARTHCALL)
    tab.page.locator(".stages").wait_for()

    tab.page.reload()
    tab.told("The page was left before the verdict came")
    assert "Your question is kept: ask it again." in tab.page.locator(".notice").inner_text()
    tab.replying_again()
    tab.page.get_by_role("button", name="Ask again").click()

    tab.verdict()


def test_a_card_that_cannot_be_shown_is_no_trouble(tab):
    """Where look-ups are over for now, the verdict stays, and names can be typed."""
    tab.page.route("**/api/cards**", lambda route: route.fulfill(status=429, content_type="application/json", body="{}"))
    tab.page.route("**/api/cards/**", lambda route: route.fulfill(status=429, content_type="application/json", body="{}"))
    tab.ask("Does [[Candle Mourner]] give me flame when one of my tokens falls?")
    tab.verdict().locator(".verdict .card-name").focus()

    tab.page.get_by_text("The card’s text cannot be shown now.").wait_for()
    tab.page.fill("#question", "")
    tab.page.type("#question", "[[orla")

    assert tab.page.input_value("#question") == "[[orla"
