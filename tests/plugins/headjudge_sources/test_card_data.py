"""Cards first, then the names that printings carry instead of theirs."""

from structlog.testing import capture_logs

from headjudge import Printing
from headjudge_sources.card_data import CardShelf, carries_name
from headjudge_sources.tally import Tally

PEBBLE = {"oracle_id": "id-1", "name": "Pebble"}
DUO = {"oracle_id": "id-2", "name": "Egg // Bird", "card_faces": [{"name": "Egg"}, {"name": "Bird"}]}


def shelf_of(*objects):
    shelf = CardShelf()
    shelf.cards(objects, Tally("cards", seen=len(objects)))
    return shelf


def names(shelf, *printings):
    return shelf.printings(printings, Tally("printings", seen=len(printings)))


def test_of_two_cards_with_one_id_the_first_stands():
    """A repeated Oracle id is logged and left out."""
    shelf = CardShelf()

    cards = shelf.cards([PEBBLE, PEBBLE | {"name": "Stone"}], Tally("cards", seen=2))
    with capture_logs() as logs:
        shelf.close()

    assert [card.name for card in cards] == ["Pebble"]
    assert [entry["repeated"] for entry in logs if entry["event"] == "cards.repeated"] == [1]


def test_what_is_no_card_object_is_counted_as_faulty():
    """An object without an id, and a value that is no object, are missed."""
    tally = Tally("cards", seen=3)

    cards = CardShelf().cards([PEBBLE, {"name": "Stray"}, 7], tally)

    assert len(cards) == 1
    assert (tally.faulty, tally.first) == (2, "'Stray' has no oracle_id or no name")


def test_a_token_is_left_out_without_a_fault():
    """What is no card is not faulty either."""
    tally = Tally("cards", seen=1)

    assert CardShelf().cards([{"name": "Goblin", "layout": "token"}], tally) == []
    assert tally.faulty == 0


def test_a_printed_name_finds_its_card():
    """The name on a printing is given with its card's Oracle id."""
    assert names(shelf_of(PEBBLE), PEBBLE | {"flavor_name": "Rolling Rock"}) == [Printing("id-1", "Rolling Rock")]


def test_each_printed_name_is_given_once():
    """Names that fold to the same are one."""
    printings = [PEBBLE | {"printed_name": name} for name in ("Rolling Rock", "ROLLING ROCK", "Kiesel")]

    assert names(shelf_of(PEBBLE), *printings) == [Printing("id-1", "Rolling Rock"), Printing("id-1", "Kiesel")]


def test_a_cards_own_name_is_no_printed_name():
    """A printing that carries the card's or a face's own name adds nothing."""
    assert names(shelf_of(PEBBLE, DUO), PEBBLE | {"printed_name": "pebble"}, DUO | {"printed_name": "Bird"}) == []


def test_a_name_on_the_card_object_counts_too():
    """The card's own object may be a printing with another name."""
    assert names(shelf_of(PEBBLE | {"flavor_name": "Rolling Rock"})) == [Printing("id-1", "Rolling Rock")]


def test_printings_of_what_was_left_out_are_passed_over():
    """A name on a printing of no card here finds nothing."""
    assert names(shelf_of(PEBBLE), {"oracle_id": "id-9", "printed_name": "Ghost"}) == []


def test_the_ids_of_a_reversible_printing_are_on_its_faces():
    """A printing without an id of its own belongs to the cards of its faces."""
    printing = {"layout": "reversible_card", "card_faces": [{"oracle_id": "id-1", "flavor_name": "Rolling Rock"}]}

    assert names(shelf_of(PEBBLE), printing) == [Printing("id-1", "Rolling Rock")]


def test_a_printing_without_an_id_is_faulty():
    """An object without any Oracle id is no printing."""
    tally = Tally("printings", seen=2)

    shelf_of(PEBBLE).printings([{"object": "error"}, 7], tally)

    assert tally.faulty == 2


def test_only_lines_with_a_name_or_without_an_id_are_worth_parsing():
    """A printing without a name of its own is told by its bytes."""
    assert not carries_name(b'{"oracle_id": "id-1", "name": "Pebble"}')
    assert carries_name(b'{"oracle_id": "id-1", "flavor_name": "Rolling Rock"}')
    assert carries_name(b'{"object": "error"}')
