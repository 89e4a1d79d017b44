"""What arrives at the webhook, and what every fault of it comes to."""

import traceback

import attrs
import pytest

from headjudge_alerts.webhook import AlertFailed, Patience, Webhook

SECRET = "T0KEN-abc123"


async def test_an_event_arrives_as_json(operator, webhook, event):
    """With its sentence twice, for Slack and for Discord."""
    await webhook.sound(event)

    sentence = "The spend cap of 5 USD for 2026-03-01 is reached; model calls are refused."
    assert operator.posts == [
        {
            "event": "spend_cap",
            "text": sentence,
            "content": sentence,
            "at": "2026-03-01T12:00:00+00:00",
            "instance": "https://judge.example.org",
        }
    ]
    assert operator.paths == [f"/services/{SECRET}"]


async def test_a_long_sentence_is_cut_for_discord(operator, webhook, event):
    """It refuses messages of more than 2,000 characters; everyone else is told all."""
    await webhook.sound(attrs.evolve(event, text="x" * 2500))

    assert (len(operator.posts[0]["text"]), len(operator.posts[0]["content"])) == (2500, 2000)


@pytest.mark.parametrize("status", [200, 202, 204])
async def test_every_success_is_one(operator, webhook, event, status):
    """Discord answers 204."""
    operator.answering(status)

    await webhook.sound(event)

    assert len(operator.posts) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_passing_fault_is_tried_again(operator, webhook, event, status):
    """The alert arrives at the second try, and there is no third."""
    operator.answering(status, 200)

    await webhook.sound(event)

    assert len(operator.posts) == 2


async def test_the_webhook_is_waited_for_as_it_asks(operator, event):
    """Its Retry-After counts, and not our own wait."""
    operator.answering(429, 200, Retry_After="0.01")

    await Webhook(f"{operator.root}/x", "judge-1", Patience(timeout=5, wait=3600)).sound(event)

    assert len(operator.posts) == 2


@pytest.mark.parametrize("retry_after", ["nan", "-1", "Wed, 21 Oct 2026 07:28:00 GMT"])
async def test_a_wait_that_cannot_be_read_is_our_own(operator, webhook, event, retry_after):
    """The alert arrives all the same."""
    operator.answering(429, 200, Retry_After=retry_after)

    await webhook.sound(event)

    assert len(operator.posts) == 2


async def test_a_lasting_fault_is_told_after_three_tries(operator, webhook, event):
    """In one sentence, with the host alone."""
    operator.answering(500)

    with pytest.raises(AlertFailed) as caught:
        await webhook.sound(event)

    assert str(caught.value) == "the webhook at 127.0.0.1 answered 500; check whether it is up"
    assert len(operator.posts) == 3


@pytest.mark.parametrize("status", [400, 401, 404, 410])
async def test_a_refusal_is_not_tried_again(operator, webhook, event, status):
    """The same request would be refused again."""
    operator.answering(status)

    with pytest.raises(AlertFailed) as caught:
        await webhook.sound(event)

    assert str(caught.value) == f"the webhook at 127.0.0.1 answered {status}; check JUDGE_ALERT_WEBHOOK"
    assert len(operator.posts) == 1


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirection_is_not_followed(operator, webhook, event, status):
    """What is told to one address is not carried to another."""
    operator.answering(status, Location=f"{operator.root}/elsewhere")

    with pytest.raises(AlertFailed) as caught:
        await webhook.sound(event)

    cure = "redirections are not followed; write the final address in JUDGE_ALERT_WEBHOOK"
    assert str(caught.value) == f"the webhook at 127.0.0.1 answered {status}, and {cure}"
    assert operator.paths == [f"/services/{SECRET}"]


async def test_a_slow_webhook_is_given_up(operator, hasty, event):
    """Each try has its time; after the third it is told."""
    operator.replies = [operator.hang]

    with pytest.raises(AlertFailed) as caught:
        await hasty.sound(event)

    assert str(caught.value) == "the webhook at 127.0.0.1 did not answer within 0.05 s; check JUDGE_ALERT_WEBHOOK"
    assert len(operator.posts) == 3


async def test_a_connection_that_breaks_off_is_tried_again(operator, webhook, event):
    """Whether the first one was taken cannot be known."""
    operator.replies = [operator.cut, operator.hang]
    operator.closing.set()

    await webhook.sound(event)

    assert len(operator.posts) == 2


async def test_nobody_listens(nowhere, event):
    """A refused connection is told, with its kind."""
    with pytest.raises(AlertFailed) as caught:
        await nowhere.sound(event)

    assert str(caught.value) == "the webhook at 127.0.0.1 is out of reach (ClientConnectorError); check JUDGE_ALERT_WEBHOOK"


@pytest.mark.parametrize("host", ["a" * 64 + ".test", "xn--\u00e9.test", "[::1%eth9]", "127.0.0.1:99999", "a b.test"])
async def test_an_odd_address_is_told_like_any_other(event, host):
    """What no request can be made to ends in the same error."""
    with pytest.raises(AlertFailed):
        await Webhook(f"http://{host}/{SECRET}", "judge-1", Patience(timeout=5, wait=0)).sound(event)


@pytest.mark.parametrize("fault", ["404", "500", "refused", "slow", "odd"])
async def test_no_fault_gives_the_address_away(operator, webhook, hasty, nowhere, event, fault):
    """Neither in its text, nor in its trace, nor in what the webhook shows of itself: who holds it could post."""
    operator.answering(404 if fault == "404" else 500)
    if fault == "slow":
        operator.replies = [operator.hang]
    odd = Webhook(f"http://user:{SECRET}@a b.test/{SECRET}", "judge-1", Patience(wait=0))
    told = {"404": webhook, "500": webhook, "refused": nowhere, "slow": hasty, "odd": odd}[fault]

    with pytest.raises(AlertFailed) as caught:
        await told.sound(event)

    assert SECRET not in "".join((*traceback.format_exception(caught.value), repr(caught.value), repr(told)))


def test_the_patience_of_the_contract():
    """Ten seconds a try, three tries."""
    assert Patience() == Patience(timeout=10, tries=3, wait=1)
