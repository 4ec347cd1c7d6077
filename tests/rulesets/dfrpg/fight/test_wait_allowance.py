"""How one who waits moves and defends, then and later."""

from __future__ import annotations

import pytest

from tactics.rules.action import NeedPath
from tests.rulesets.dfrpg.fight.guard import choices, declared, waits
from tests.rulesets.dfrpg.fight.ring import (
    BOOK,
    act,
    asked,
    chose,
    ended,
    fight,
    lost,
    options,
    sheet,
    where,
)

HIT, MISSED = (3, 3, 3), (6, 5, 5)

BLOW = {"weapon": "broadsword", "use": "swing", "target": "T"}

ALL_OUT = "all_out_attack:determined/broadsword/swing"

KNEEL = "change_posture/change_posture,posture=kneeling"


# Movement.


@pytest.mark.rule("dfrpg.maneuver.wait.movement")
def test_who_has_stepped_steps_no_more() -> None:
    stepped = act(declared(fight(".T....A", order=("T", "A")), "T"), "T", "step", square="A1").fight
    moment = chose(ended(stepped, "T"), "A", "move")
    decision = asked(moment, "A", "move", path="G1 F1 E1 D1 C1 B1")
    assert choices(decision) == ["attack.broadsword.swing", "hold"]


@pytest.mark.rule("dfrpg.maneuver.wait.movement")
def test_who_stood_still_may_step() -> None:
    moment = chose(waits(fight(".T....A", order=("T", "A")), "T"), "A", "move")
    way = "G1 F1 E1 D1 C1"
    assert "attack.move" in choices(asked(moment, "A", "move", path=way))
    run = act(moment, "A", "move", *MISSED, path=way, answers=("T attack.broadsword.swing", "T step A1", "T done"))
    assert where(run.fight, "T") == "A1"


@pytest.mark.rule("dfrpg.maneuver.wait.movement")
def test_who_has_run_before_the_waiting_runs_no_more() -> None:
    moment = declared(fight("T.........A", {"T": sheet(move=6)}, order=("T", "A")), "T", ALL_OUT, "acts", target="A")
    need = options(moment, "T", "move")[0].needs[0]
    assert isinstance(need, NeedPath)
    assert max(need.costs.values()) == 3
    moment = act(moment, "T", "move", path="A1 B1 C1 D1").fight
    moment = chose(ended(moment, "T"), "A", "move")
    assert where(act(moment, "A", "move", path="K1 J1 I1").fight, "A") == "I1", "there is nothing it could do"


@pytest.mark.rule("dfrpg.maneuver.wait.movement")
def test_who_has_stood_still_runs_at_the_reaction() -> None:
    moment = waits(fight("T....A", {"T": sheet(move=6)}, order=("T", "A")), "T", ALL_OUT, "acts", target="A")
    moment = chose(moment, "A", "move")
    assert choices(asked(moment, "A", "move", path="F1 E1")) == ["determined.move", "hold"]
    decision = asked(moment, "A", "move", path="F1 E1", answers=("T determined.move",))
    need = decision.needs["move"][0]
    assert isinstance(need, NeedPath)
    assert max(need.costs.values()) == 3


@pytest.mark.rule("dfrpg.maneuver.wait.movement")
def test_waiting_to_change_posture_moves_nowhere() -> None:
    moment = declared(fight("T....A", order=("T", "A")), "T", KNEEL)
    assert options(moment, "T", "step") == options(moment, "T", "move") == []
    moment = chose(ended(moment, "T"), "A", "move")
    assert choices(asked(moment, "A", "move", path="F1 E1 D1 C1 B1")) == ["change_posture", "hold"]


# Defence.


@pytest.mark.rule("dfrpg.maneuver.wait.defense")
@pytest.mark.parametrize("ran", [True, False])
def test_who_has_run_to_attack_all_out_has_no_defence(ran: bool) -> None:
    moment = declared(fight("T...A", order=("T", "A")), "T", ALL_OUT, "falls", target="A")
    path = "A1 B1 C1"
    moment = act(moment, "T", "move", path=path).fight if ran else moment
    moment = chose(ended(moment, "T"), "A", "move_and_attack")
    moment = act(moment, "A", "move", path="E1 D1" if ran else "E1 D1 C1 B1").fight
    if ran:
        assert lost(act(moment, "A", "attack", 1, 2, 2, 1, **BLOW), "T") > 0, "nobody was asked for a defence"
    else:
        assert "dodge" in choices(asked(moment, "A", "attack", 1, 2, 2, **BLOW))


@pytest.mark.rule("dfrpg.maneuver.wait.defense")
def test_who_has_defended_only_attacks() -> None:
    moment = fight("TAB\n...", {}, {"B": {"side": "heroes"}}, order=("T", "A", "B"))
    moment = chose(waits(moment, "T", ALL_OUT, "acts", target="B"), "A", "attack")
    moment = ended(act(moment, "A", "attack", *HIT, *HIT, answers=("T parry.broadsword",), **BLOW).fight, "A")
    moment = chose(moment, "B", "move_and_attack")
    assert choices(asked(moment, "B", "move", path="C1 C2")) == ["attack.broadsword.swing", "attack.move", "hold"]


@pytest.mark.rule("dfrpg.maneuver.wait.defense")
def test_who_attacks_all_out_defends_no_more() -> None:
    moment = chose(waits(fight("TA", order=("T", "A")), "T", ALL_OUT, "attacks", target="A"), "A", "attack")
    run = act(moment, "A", "attack", 6, 6, 5, *HIT, 1, answers=("T determined.broadsword.swing",), **BLOW)
    assert lost(run, "T") > 0
    assert run.fight.body("T").count("granted") == 0
    assert BOOK.badges(run.fight, "T")[0].id == "all_out_attack"
