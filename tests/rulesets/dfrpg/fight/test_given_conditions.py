"""Conditions that an ability gives: those that are postures or put somebody out of the fight do so wholly."""

from __future__ import annotations

from typing import Any

import pytest

from tactics.rulesets.dfrpg.fight import states
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.ring import act, chose, ended, fight, sheet


def struck(condition: str, *answers: str, before: tuple[str, ...] = ()) -> Fight:
    """The moment after A's spell has given T a condition for two of T's turns."""
    spell: dict[str, Any] = {"id": "spell", "target": "enemy", "condition": condition, "lasts_turns": 2}
    moment = fight("A.T.\n...U", {"A": sheet(abilities=[spell])}, effects={"T": before})
    ready = chose(moment, "A", "concentrate")
    return act(ready, "A", "use_ability", answers=answers, ability="spell", target="T").fight


@pytest.mark.rule("dfrpg.maneuver.concentrate", "dfrpg.posture.fall", "dfrpg.posture.lying_two_cells")
def test_who_a_spell_trips_falls_and_lies_until_it_gets_up() -> None:
    moment = struck("prone", "T face_down D1", before=("kneeling",))
    assert states.posture_of(moment, "T") == "prone"
    assert not moment.body("T").has("kneeling"), "nobody has two postures"
    assert [str(one) for one in moment.world.creature("T").sprawl] == ["D1"]
    later = ended(ended(ended(moment, "A"), "T"), "U")
    assert ended(ended(ended(later, "A"), "T"), "U").body("T").has("prone")


@pytest.mark.rule("dfrpg.maneuver.concentrate", "dfrpg.maneuver.change_posture")
@pytest.mark.parametrize("posture", ["kneeling", "sitting", "crawling", "crouching"])
def test_a_posture_takes_the_place_of_the_one_before(posture: str) -> None:
    moment = struck(posture, before=("sitting" if posture == "crouching" else "crouching",))
    assert [one.id for one in moment.body("T").effects] == [posture]


@pytest.mark.rule("dfrpg.maneuver.concentrate", "dfrpg.state.unconscious")
def test_who_is_sent_to_sleep_drops_what_it_holds_lies_and_wakes_in_time() -> None:
    moment = struck("unconscious")
    assert moment.items["T.broadsword"].holder == ""
    assert states.posture_of(moment, "T") == "prone"
    first = ended(ended(moment, "A"), "U")
    assert not states.can_act(first, "T"), "it has lost one turn"
    assert states.can_act(ended(ended(first, "A"), "U"), "T")


@pytest.mark.rule("dfrpg.maneuver.concentrate", "dfrpg.injury.death")
def test_who_is_killed_by_a_spell_is_out_of_the_fight() -> None:
    moment = struck("dead")
    assert moment.body("T").out == "dead"
