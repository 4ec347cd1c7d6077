"""How long effects of powers last: turns, saves, encounters, sustaining, and effects that overlap."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rulesets.dnd4e.fight.decided import through
from rulesets.dnd4e.fight.ring import act, fight, lost, power, refused, rolled, running, sheet, value

from tactics.core.dice import FixedDice
from tactics.engine.run import Playing
from tactics.rules.action import Action
from tactics.rulesets.dnd4e.camp.book import Dnd4eCamp
from tactics.rulesets.dnd4e.camp.carrying import PASSAGE
from tactics.rulesets.dnd4e.fight import conditions, harm
from tactics.rulesets.dnd4e.fight.powers import ENDS
from tactics.world.fight import Duration, Effect, Fight

HARD = sheet(hp=200, defenses={"ac": 10, "fortitude": 10, "reflex": 10, "will": 10})
SLOW = {"condition": "slowed"}


def caster(*powers: dict[str, Any]) -> dict[str, Any]:
    """A hero with powers."""
    return sheet(kind="hero", hp=60, surges=6, str=16, int=16, powers=list(powers))


def lasting(until: str, **more: Any) -> dict[str, Any]:
    """A power that slows until then."""
    outcome = {**SLOW, "until": until} if until else SLOW
    return power("p", attack=9, hit=[outcome], **({"sustain": "minor"} if until == "sustain" else {}), **more)


def slowed(until: str) -> Fight:
    """The moment after A has slowed T so in its own turn."""
    moment = fight("AT", {"A": caster(lasting(until)), "T": HARD})
    return through(moment, "A", "use", 15, power="p", target="T")[0].fight


def turns(moment: Fight, number: int, *faces: int) -> Fight:
    """The moment so many turns later."""
    for _ in range(number):
        moment = through(moment, moment.active, "end_turn", *faces, face=1)[0].fight
    return moment


def is_slow(moment: Fight) -> bool:
    """Whether T is slowed."""
    return moment.body("T").has("slowed")


@pytest.mark.rule("dnd4e.duration.instant")
def test_the_ends_there_are_and_that_nothing_lasts_by_default() -> None:
    assert set(ENDS) == {"start_next", "end_next", "end_target", "encounter", "save", "sustain", "hours"}
    moment = fight("AT", {"A": caster(power("p", attack=9, hit=[{"damage": "4"}, {"push": 1}])), "T": HARD})
    run, _ = through(moment, "A", "use", 15, power="p", target="T")
    assert (run.fight.body("T").effects, lost(run, "T")) == ((), 4)


@pytest.mark.rule("dnd4e.duration.start_next_turn")
def test_until_the_start_of_the_users_next_turn() -> None:
    moment = slowed("start_next")
    assert is_slow(turns(moment, 1))
    assert not is_slow(turns(moment, 2))


@pytest.mark.rule("dnd4e.duration.end_next_turn")
def test_what_is_made_in_ones_own_turn_lasts_through_the_next_one() -> None:
    moment = slowed("end_next")
    assert [is_slow(turns(moment, number)) for number in (1, 2, 3)] == [True, True, False]


@pytest.mark.rule("dnd4e.duration.end_next_turn")
def test_what_is_made_in_anothers_turn_ends_after_the_first_own_one() -> None:
    own = caster(power("p", attack=9, basic="melee", hit=[{**SLOW, "until": "end_next"}]))
    moment = fight("AT.\n...", {"A": own, "T": HARD}, order=["T", "A"])
    run, _ = through(moment, "T", "walk", 15, path="B1 B2 C2")
    assert is_slow(run.fight)
    assert [is_slow(turns(run.fight, number)) for number in (1, 2)] == [True, False]


@pytest.mark.rule("dnd4e.duration.end_next_turn")
def test_what_hangs_on_the_turn_of_the_dead_ends_where_it_would_have_been() -> None:
    moment = fight("ATU", {"A": caster(lasting("end_next")), "T": HARD, "U": HARD}, {"U": {"side": "heroes"}})
    moment = through(moment, "A", "use", 15, power="p", target="T")[0].fight
    dead = moment.with_body("A", replace(moment.body("A"), out="dead"))
    assert [is_slow(turns(dead, number)) for number in (1, 2, 3, 6)] == [True, True, True, False]


@pytest.mark.rule("dnd4e.duration.encounter")
def test_until_the_end_of_the_encounter_is_five_minutes_at_most() -> None:
    moment = turns(slowed("encounter"), 20)
    assert is_slow(moment)
    late = replace(moment, round=50)
    assert is_slow(turns(late, 1))
    assert not is_slow(turns(replace(moment, round=51), 1))


@pytest.mark.rule("dnd4e.duration.encounter")
@pytest.mark.rule("dnd4e.duration.ritual")
def test_a_short_rest_ends_what_lasts_for_the_encounter_but_not_what_lasts_for_hours() -> None:
    own = caster(
        power("p", kind="personal", effect=[{"bonus": "ac", "amount": 1, "type": "power", "until": "encounter"}]),
        power("q", kind="personal", effect=[{"resist": "5", "types": ["fire"], "until": "hours"}], action="minor"),
    )
    moment = fight("AT", {"A": own, "T": HARD})
    moment = through(moment, "A", "use", power="p")[0].fight
    moment = through(moment, "A", "use", power="q")[0].fight
    camp = PASSAGE.camp_of(replace(moment, over="heroes"), 0, "plain")
    assert {one.id for one in camp.body("A").effects} >= {"bonus", "resist"}
    rested = rest(camp)
    assert (rested.body("A").has("bonus"), rested.body("A").has("resist")) == (False, True)


def rest(camp: Fight) -> Fight:
    """The camp after a short rest."""
    run = Playing(camp, (), [], FixedDice(()))
    Dnd4eCamp().resolve(run, Action("A", "short_rest"))
    return run.fight


@pytest.mark.rule("dnd4e.duration.save_ends")
@pytest.mark.parametrize(("face", "stays"), [(10, False), (9, True)])
def test_a_save_of_10_ends_it(face: int, stays: bool) -> None:
    moment = turns(slowed("save"), 1)
    run = act(moment, "T", "end_turn", face)
    assert (is_slow(run.fight), [one.purpose for one in rolled(run, "save")]) == (stays, ["save"])


@pytest.mark.rule("dnd4e.duration.sustain")
def test_what_is_sustained_costs_an_action_of_every_turn_but_the_first() -> None:
    moment = slowed("sustain")
    assert refused(moment, "A", "sustain", power="p") == "dnd4e.duration.sustain_once"
    moment = turns(moment, 2)
    assert is_slow(moment)
    moment = act(moment, "A", "sustain", power="p").fight
    assert moment.body("A").count("minor") == 1
    moment = turns(moment, 2)
    assert (is_slow(moment), moment.active) == (True, "A")
    assert not is_slow(turns(moment, 1))
    assert refused(turns(moment, 2), "A", "sustain", power="p") == "dnd4e.duration.sustain"


@pytest.mark.rule("dnd4e.duration.sustain")
def test_a_greater_action_may_pay_for_it() -> None:
    moment = turns(slowed("sustain"), 2)
    moment = act(moment, "A", "drop_prone").fight
    moment = act(moment, "A", "sustain", power="p").fight
    assert (moment.body("A").count("minor"), moment.body("A").count("move")) == (1, 1)
    assert is_slow(turns(moment, 1))


@pytest.mark.rule("dnd4e.duration.sustain_once")
def test_one_effect_is_sustained_once_a_turn_and_two_by_two_actions() -> None:
    own = caster(
        power("p", attack=9, hit=[{**SLOW, "until": "sustain"}], sustain="minor", action="minor"),
        power("q", attack=9, hit=[{"condition": "immobilized", "until": "sustain"}], sustain="minor"),
    )
    moment = fight("AT", {"A": own, "T": HARD})
    for named in "pq":
        moment = through(moment, "A", "use", 15, power=named, target="T")[0].fight
    moment = act(turns(moment, 2), "A", "sustain", power="p").fight
    assert refused(moment, "A", "sustain", power="p") == "dnd4e.duration.sustain_once"
    moment = turns(act(moment, "A", "sustain", power="q").fight, 1)
    assert (is_slow(moment), moment.body("T").has("immobilized")) == (True, True)


@pytest.mark.rule("dnd4e.duration.sustain_action")
def test_sustaining_may_attack_again_and_an_unpaid_turn_does_not() -> None:
    own = caster(
        power("p", kind="ranged", range=5, attack=9, provokes=False, sustain="minor", sustain_attack=True,
              hit=[{"damage": "4"}, {**SLOW, "until": "sustain"}], on_sustain=[{"temporary": "3", "to_user": True}]),
    )  # fmt: skip
    moment = fight("AT", {"A": own, "T": HARD})
    moment = turns(through(moment, "A", "use", 15, power="p", target="T")[0].fight, 2)
    run = act(moment, "A", "sustain", 15, power="p", target="T")
    assert (lost(run, "T"), run.fight.body("A").temp_hp, len(rolled(run, "attack"))) == (4, 3, 1)
    idle = act(moment, "A", "end_turn")
    assert (rolled(idle, "attack"), is_slow(idle.fight)) == ([], False)


@pytest.mark.rule("dnd4e.duration.sustain_limit")
def test_fifty_rounds_are_the_most() -> None:
    moment = turns(slowed("sustain"), 2)
    for count, refusal in ((49, ""), (50, "dnd4e.duration.sustain_limit")):
        body = moment.body("A").with_counter("sustaining.p", count)
        assert refused(moment.with_body("A", body), "A", "sustain", power="p") == refusal


@pytest.mark.rule("dnd4e.duration.sustain_no_rest")
def test_nobody_rests_while_sustaining() -> None:
    moment = replace(slowed("sustain"), over="heroes")
    camp = PASSAGE.camp_of(moment, 0, "plain")
    assert not any(one.duration.anchor == "sustain" for body in camp.bodies.values() for one in body.effects)
    kept = camp.with_body("A", camp.body("A").with_effects((Effect("zone", duration=Duration("sustain", "A")),)))
    found = [one for one in Dnd4eCamp().options(kept, "A") if one.id == "short_rest"]
    assert [one.refusal.rule for one in found if one.refusal is not None] == ["dnd4e.duration.sustain_no_rest"]


@pytest.mark.rule("dnd4e.duration.sustain")
@pytest.mark.parametrize("state", ["stunned", "dead"])
def test_who_cannot_pay_lets_it_end(state: str) -> None:
    run = running(slowed("sustain"))
    if state == "dead":
        harm.kill(run, "A")
        assert not is_slow(run.fight)
    else:
        conditions.gain(run, "A", Effect("stunned", duration=Duration("encounter")))
        assert not is_slow(turns(run.fight, 2))


def overlapping(*several: Effect) -> Fight:
    """The moment when T has gained these effects one after another, in the turn of A."""
    run = running(fight("AT", {"A": caster(), "T": HARD}))
    for one in several:
        conditions.gain(run, "T", one)
    return run.fight


START = Effect("slowed", source="A", duration=Duration("start", "A"))
END = Effect("slowed", source="A", duration=Duration("end", "A", 2))
LONG = Effect("slowed", source="A", duration=Duration("encounter"))


@pytest.mark.rule("dnd4e.duration.overlap")
@pytest.mark.parametrize("several", [(START, END), (END, START)])
def test_of_equal_effects_the_longest_is_kept(several: tuple[Effect, ...]) -> None:
    moment = overlapping(*several)
    assert len(moment.body("T").effects) == 1
    assert [is_slow(turns(moment, number)) for number in (2, 3)] == [True, False]


@pytest.mark.rule("dnd4e.duration.overlap")
def test_a_shorter_one_does_not_shorten_what_lasts_for_the_encounter() -> None:
    assert is_slow(turns(overlapping(LONG, END), 4))


@pytest.mark.rule("dnd4e.duration.overlap")
def test_the_same_penalty_from_two_sources_counts_once() -> None:
    one = Effect("bonus", -2, "A", Duration("end", "A", 2), "attack:")
    moment = overlapping(one, replace(one, source="T", duration=Duration("encounter")))
    assert [effect.value for effect in moment.body("T").effects] == [-2]


@pytest.mark.rule("dnd4e.duration.overlap_save")
def test_what_a_save_ends_stands_beside_what_ends_in_time() -> None:
    saves = Effect("dazed", source="A", duration=Duration("save"))
    moment = overlapping(saves, replace(saves, duration=Duration("end", "A", 2)))
    assert len([one for one in moment.body("T").effects if one.id == "dazed"]) == 2
    moment = turns(moment, 1)
    moment = act(moment, "T", "end_turn", 15).fight
    assert (moment.body("T").has("dazed"), moment.active) == (True, "A")
    assert not turns(moment, 1).body("T").has("dazed")
    assert value(moment, "T", "dazed") == 0
