"""First aid for the dying."""

from __future__ import annotations

import pytest
from rulesets.pf1.fight.acting import HEROES, act, asked, options, refused, turn_of
from rulesets.pf1.fight.ring import fight, rolled, running, sheet, weapon

from tactics.rulesets.pf1.fight import harm
from tactics.world.fight import Fight

pytestmark = pytest.mark.rule("pf1.hp.stable")


def bedside(rows: str = "AF..T", **foe: object) -> Fight:
    """The turn of A, Heal +4, beside F, who is dying at -3."""
    moment = fight(
        rows, {"A": sheet(skills={"heal": 4}), "F": sheet(hp=5), "T": sheet(**foe)}, {"A": HEROES, "F": HEROES}
    )
    run = running(moment)
    harm.hurt(run, "F", 8)
    assert run.fight.body("F").has("dying")
    return turn_of(run.fight, "A", "T")


@pytest.mark.parametrize(("face", "stable"), [(11, True), (10, False)])
def test_a_heal_check_against_fifteen(face: int, stable: bool) -> None:
    run = act(bedside(), "A", "first_aid", face, target="F")
    (check,) = rolled(run, "check")
    assert (check.total, check.against) == (face + 4, 15)
    assert run.fight.body("F").has("stable") is stable
    assert run.fight.body("F").has("dying") is not stable
    assert run.fight.body("A").count("standard") == 1


@pytest.mark.rule("pf1.aoo.provoking_actions")
def test_it_gives_an_opening() -> None:
    moment = bedside("FAT", weapons=[weapon("longsword")])
    assert asked(moment, "A", "first_aid", target="F").id == "attack_of_opportunity"


def test_only_beside_somebody_who_is_dying() -> None:
    assert options(bedside(), "A", "first_aid")
    far = bedside("A..F.T")
    assert not options(far, "A", "first_aid", possible=False)
    assert refused(far, "A", "first_aid", target="F") == "pf1.hp.stable"
    assert refused(bedside(), "A", "first_aid", target="T") == "pf1.hp.stable"
