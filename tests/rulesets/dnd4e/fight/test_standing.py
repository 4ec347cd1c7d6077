"""Standing up and dropping prone."""

from __future__ import annotations

import pytest
from rulesets.dnd4e.fight.ring import act, fight, options, refused, sheet

from tactics.core.lattice import Square
from tactics.world.edit import moved


@pytest.mark.rule("dnd4e.move.drop_prone")
@pytest.mark.rule("dnd4e.condition.prone")
def test_lying_down_takes_a_minor_action() -> None:
    moment = act(fight("A.T", {"A": sheet()}), "A", "drop_prone").fight
    assert (moment.body("A").has("prone"), moment.body("A").count("minor")) == (True, 1)
    assert not options(moment, "A", "drop_prone", possible=False)
    assert refused(moment, "A", "drop_prone") == "dnd4e.move.drop_prone"
    assert refused(moment, "A", "walk", path="A1 B1") == "dnd4e.condition.prone"


@pytest.mark.rule("dnd4e.move.stand_up")
def test_getting_up_takes_a_move_action_and_nobody_strikes() -> None:
    moment = fight("AT.", {"A": sheet(), "T": sheet()}, effects={"A": ["prone"]})
    moment = act(moment, "A", "stand_up").fight
    assert (moment.body("A").has("prone"), moment.body("A").count("move")) == (False, 1)


@pytest.mark.rule("dnd4e.move.stand_up")
def test_somebody_else_in_the_square_makes_it_shift_first() -> None:
    moment = fight("A#B.T\n.####", {"A": sheet()}, {"B": {"side": "heroes"}}, {"A": ["prone"]})
    moment = moment.with_world(moved(moment.world, "B", Square(0, 0)))
    run = act(moment, "A", "stand_up")
    assert run.fight.body("A").has("prone") is False
    assert str(run.fight.world.creature("A").space.anchor) == "A2"
