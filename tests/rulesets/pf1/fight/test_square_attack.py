"""Attacking a square with somebody unseen in it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulesets.pf1.fight.ring import fight, rolled, running, sheet, weapon

from tactics.core.lattice import Square
from tactics.rules.action import Action, NeedSquare, Option, Refused
from tactics.rulesets.pf1.fight.square_attack import AttackSquare
from tactics.world.fight import Fight, Slot

ROWS = ".....\n.AT..\n....."


def begun(*states: str) -> Fight:
    """The turn of A, beside T in some states."""
    moment = fight(ROWS, {"A": sheet(weapons=[weapon("longsword")])}, effects={"T": states})
    return replace(moment, order=(Slot("A", 10), Slot("T", 5)), turn=0, round=1)


def options(moment: Fight) -> list[Option]:
    return list(AttackSquare().options(moment, "A"))


@pytest.mark.rule("pf1.conceal.total")
def test_it_is_offered_while_somebody_is_not_seen() -> None:
    assert not options(begun())
    (option,) = options(begun("invisible"))
    (need,) = option.needs
    assert isinstance(need, NeedSquare)
    assert set(need.squares) == {Square(x, y) for x in range(3) for y in range(3)} - {Square(1, 1)}


@pytest.mark.rule("pf1.conceal.total")
@pytest.mark.parametrize(("square", "faces", "hp"), [(Square(2, 1), (15, 51, 4), 16), (Square(0, 1), (20,), 20)])
def test_right_or_wrong(square: Square, faces: tuple[int, ...], hp: int) -> None:
    run = running(begun("invisible"), *faces)
    arguments = {"weapon": "longsword", "kind": "melee", "square": square}
    AttackSquare().resolve(run, Action("A", "attack_square", arguments))
    assert run.fight.body("T").hp == hp
    assert len(rolled(run, "attack")) == 1


def test_what_is_out_of_reach_or_missing_is_refused() -> None:
    for arguments in ({"weapon": "longsword", "kind": "melee", "square": Square(4, 1)}, {"weapon": "longsword"}):
        with pytest.raises(Refused):
            AttackSquare().resolve(running(begun("invisible")), Action("A", "attack_square", arguments))
