"""What would change a ruling: each suggestion is an ordinary ruling with another answer."""

from __future__ import annotations

import gettext

import kit

from tactics.core.text import say
from tactics.rules.question import Question
from tactics.rules.registry import book
from tactics.rules.whatif import Change, changes
from tactics.world.place import fits

ENGLISH = gettext.NullTranslations()


def suggested(rows: str, question: Question, system: str = "pf1", **tables: object) -> dict[str, Change]:
    world = kit.world(rows, [system], **tables)
    verdict = book(system).judge(world, question)
    found = changes(world, verdict, book(system))
    for change in found:
        again = book(system).judge(change.world, change.question)
        assert again == change.verdict
        assert again.value != verdict.value
    return {say(change.label, ENGLISH): change for change in found}


def test_the_wall_that_covers_and_squares_to_shoot_from() -> None:
    found = suggested("A....\n...#T", Question(ask="cover", source="A", to="T", attack="ranged"))
    assert found["Without wall D2"].verdict.value == "none"
    squares = [change for label, change in found.items() if label.startswith("From ")]
    assert 1 <= len(squares) <= 2
    for change in squares:
        shooter = change.world.creature("A")
        assert fits(change.world, shooter, shooter.space.anchor)


def test_a_body_in_the_way() -> None:
    found = suggested("A.C.T", Question(ask="cover", source="A", to="T", attack="ranged"))
    assert found["Without C"].verdict.value == "none"


def test_a_door_can_be_opened() -> None:
    door = {"line": [[2, 0], [2, 1]], "kind": "door", "state": "closed"}
    found = suggested("A..T", Question(ask="line_of_effect", source="A", to="T"), walls=[door])
    assert found["With the door at C1 open"].verdict.value is True
    opened = {**door, "state": "open"}
    found = suggested("A..T", Question(ask="line_of_effect", source="A", to="T"), walls=[opened])
    assert found["With the door at C1 closed"].verdict.value is False


def test_another_reading() -> None:
    rows = "A......\n...#...\n......T"
    found = suggested(rows, Question(ask="line_of_effect", source="A", to="T"), "dnd4e")
    assert found["Reading loe_touch = lenient"].verdict.value is True


def test_only_attacks_that_reach_are_suggested() -> None:
    rows = "A.C.T"
    far = suggested(rows, Question(ask="cover", source="A", to="T", attack="ranged"))
    assert not any(label.startswith("With a") for label in far)


def test_nothing_to_suggest_in_the_open() -> None:
    assert suggested("A...T", Question(ask="line_of_effect", source="A", to="T")) == {}
