"""Afflictions: exposure, onset, stages, how they end, and what stays of them."""

from __future__ import annotations

from typing import Any

import pytest
from rulesets.pf2e.fight.powers_kit import VENOM, mage, power
from rulesets.pf2e.fight.ring import act, fight, lost, noted, rolled, running, sheet, value

from tactics.core.problems import ProblemError
from tactics.engine.run import Playing
from tactics.rulesets.pf2e.fight import afflictions, conditions
from tactics.rulesets.pf2e.fight.sheet import sheet_of
from tactics.world.fight import Effect, Fight


def sick(affliction: dict[str, Any] | None = None, victim: dict[str, Any] | None = None) -> Fight:
    """The turn of T, who brings an affliction, beside the victim A with a Fortitude of 0."""
    own = sheet(afflictions=[affliction or VENOM])
    return fight("AT", {"A": sheet(**{"hp": 90, **(victim or {})}), "T": own}, order=("T", "A"))


def exposed(moment: Fight, *faces: int) -> Playing:
    """A is exposed to what T brings."""
    (affliction,) = sheet_of(moment.world.creature("T")).afflictions.values()
    run = running(moment, *faces)
    afflictions.expose(run, "A", "T", affliction)
    return run


def stage(moment: Fight) -> int | None:
    return value(moment, "A", afflictions.AFFLICTION)


def turn_ends(moment: Fight, *faces: int) -> Playing:
    """The end of A's next turn, as far as afflictions go."""
    run = running(moment, *faces)
    afflictions.turn_ends(run, "A")
    return run


def at(number: int, **more: Any) -> Fight:
    """A at a stage of the venom."""
    start = exposed(sick(power(VENOM, **more)), 15).fight
    run = running(start)
    (effect,) = afflictions.afflictions_of(start, "A")
    if number > 1:
        afflictions._replace(run, "A", effect, number)
    return run.fight


@pytest.mark.rule("pf2e.affliction.general")
def test_an_affliction_is_read_with_everything_it_says() -> None:
    written = power(VENOM, onset=3, maximum=6, virulent=True, save="will", kind="curse", traits=["magical"])
    (found,) = sheet_of(sick(written).world.creature("T")).afflictions.values()
    assert (found.kind, found.level, found.save, found.dc) == ("curse", 2, "will", 17)
    assert (found.onset, found.maximum, found.virulent, len(found.stages)) == (3, 6, True, 3)
    assert found.traits == {"curse", "magical"}
    with pytest.raises(ProblemError):
        sick(power(VENOM, stages=None))


@pytest.mark.rule("pf2e.affliction.initial_save")
@pytest.mark.parametrize(("face", "reached"), [(17, None), (16, 1), (7, 2), (1, 2)])
def test_the_initial_save(face: int, reached: int | None) -> None:
    run = exposed(sick(), face)
    assert stage(run.fight) == reached
    assert lost(run, "A") == (reached or 0)


@pytest.mark.rule("pf2e.affliction.initial_save")
@pytest.mark.rule("pf2e.spell.dc")
def test_an_affliction_of_a_spell_uses_the_dc_of_spells() -> None:
    plague = power(VENOM, dc=None)
    spell = {"id": "plague", "rank": 3, "range": 30, "traits": ["poison"], "effects": [{"affliction": "venom"}]}
    moment = fight("AT", {"A": mage(spell, afflictions=[plague]), "T": sheet(hp=60)})
    run = act(moment, "A", "cast", 15, power="plague", target="T")
    assert [one.against for one in rolled(run, "save")] == [21]
    assert value(run.fight, "T", "affliction") == 1


@pytest.mark.rule("pf2e.affliction.onset")
def test_before_onset_nothing_is_felt() -> None:
    run = exposed(sick(power(VENOM, onset=100)), 16)
    moment = run.fight
    assert lost(run, "A") == 0
    for _ in range(99):
        step = turn_ends(moment)
        assert lost(step, "A") == 0
        moment = step.fight
    last = turn_ends(moment)
    assert (lost(last, "A"), stage(last.fight)) == (1, 1)
    at_once = exposed(sick(), 7)
    assert (lost(at_once, "A"), stage(at_once.fight)) == (2, 2)


@pytest.mark.rule("pf2e.affliction.maximum_duration")
def test_it_ends_when_its_time_is_over() -> None:
    moment = exposed(sick(power(VENOM, maximum=6)), 16).fight
    found = []
    for number in range(6):
        run = turn_ends(moment, *((5,) if number < 5 else ()))
        moment = run.fight
        found.append(stage(moment))
    assert found == [3, 3, 3, 3, 3, None]
    assert value(moment, "A", "enfeebled") is None


@pytest.mark.rule("pf2e.affliction.stages")
@pytest.mark.parametrize(
    ("start", "face", "reached", "taken"),
    [(2, 17, 1, 1), (2, 20, None, 0), (2, 16, 3, 3), (2, 7, 3, 3), (3, 16, 3, 3), (1, 17, None, 0), (1, 7, 3, 3)],
)
def test_saves_move_the_stage(start: int, face: int, reached: int | None, taken: int) -> None:
    run = turn_ends(at(start), face)
    assert (stage(run.fight), lost(run, "A")) == (reached, taken)


@pytest.mark.rule("pf2e.affliction.stages")
def test_stages_that_last_longer_are_saved_against_later() -> None:
    slow = power(VENOM, stages=[{"rounds": 3, "effects": [{"damage": "1", "type": "poison"}]}])
    moment = exposed(sick(slow), 16).fight
    found = []
    for number in range(3):
        run = turn_ends(moment, *((16,) if number == 2 else ()))
        found.append(lost(run, "A"))
        moment = run.fight
    assert found == [0, 0, 1]


@pytest.mark.rule("pf2e.affliction.stages")
@pytest.mark.rule("pf2e.turn.end")
def test_the_end_of_the_victims_turn_brings_the_save() -> None:
    moment = act(exposed(sick(), 16).fight, "T", "end_turn").fight
    run = act(moment, "A", "end_turn", 16)
    assert (stage(run.fight), lost(run, "A")) == (2, 2)


@pytest.mark.rule("pf2e.affliction.conditions")
def test_what_has_an_end_of_its_own_outlasts_an_affliction() -> None:
    rot = power(
        VENOM,
        maximum=1,
        stages=[
            {
                "effects": [
                    {"condition": "drained", "value": 1},
                    {"condition": "clumsy", "value": 1},
                    {"persistent": "1d6", "type": "poison"},
                ]
            }
        ],
    )
    moment = exposed(sick(rot), 16).fight
    assert (value(moment, "A", "drained"), value(moment, "A", "clumsy")) == (1, 1)
    burning = act(act(moment, "T", "end_turn").fight, "A", "end_turn", 3, 15)
    after = burning.fight
    assert (stage(after), value(after, "A", "drained"), value(after, "A", "clumsy")) == (None, 1, None)
    assert not after.body("A").has("persistent_poison")


@pytest.mark.rule("pf2e.affliction.conditions")
@pytest.mark.rule("pf2e.damage.persistent")
def test_a_flat_check_ends_persistent_damage_and_not_the_affliction() -> None:
    rot = power(VENOM, stages=[{"rounds": 5, "effects": [{"persistent": "1d6", "type": "poison"}]}])
    moment = act(exposed(sick(rot), 16).fight, "T", "end_turn").fight
    after = act(moment, "A", "end_turn", 3, 15).fight
    assert (stage(after), after.body("A").has("persistent_poison")) == (1, False)


@pytest.mark.rule("pf2e.affliction.multiple_exposures")
@pytest.mark.parametrize(("face", "reached"), [(16, 2), (7, 3), (17, 1)])
def test_a_second_dose_of_poison(face: int, reached: int) -> None:
    assert stage(exposed(at(1, maximum=6), face).fight) == reached


@pytest.mark.rule("pf2e.affliction.multiple_exposures")
def test_a_second_dose_changes_neither_onset_nor_the_longest_duration() -> None:
    moment = exposed(sick(power(VENOM, onset=2, maximum=3)), 16).fight
    run = exposed(turn_ends(moment).fight, 16)
    assert (stage(run.fight), lost(run, "A")) == (2, 0)
    run = turn_ends(run.fight)
    assert lost(run, "A") == 2
    after = exposed(run.fight, 16).fight
    left = [turn_ends(after, 5), None, None]
    assert left[0] is not None
    moment = turn_ends(left[0].fight, 5).fight
    assert stage(turn_ends(moment).fight) is None


@pytest.mark.rule("pf2e.affliction.multiple_exposures")
@pytest.mark.parametrize("kind", ["disease", "curse"])
def test_who_has_a_disease_already_does_not_save_again(kind: str) -> None:
    run = exposed(at(1, kind=kind))
    assert not rolled(run, "save")
    assert stage(run.fight) == 1


@pytest.mark.rule("pf2e.affliction.virulent")
@pytest.mark.parametrize(
    ("faces", "stages"), [([17, 17], [3, 2]), ([17, 7], [3, 3]), ([20], [2]), ([17, 16, 17], [3, 3, 3])]
)
def test_a_virulent_affliction_yields_to_two_successes_in_a_row(faces: list[int], stages: list[int]) -> None:
    moment, found = at(3, virulent=True), []
    for face in faces:
        moment = turn_ends(moment, face).fight
        found.append(stage(moment))
    assert found == stages


@pytest.mark.rule("pf2e.affliction.virulent")
def test_a_failure_of_a_virulent_affliction_raises_it() -> None:
    four = [*VENOM["stages"], {"effects": [{"damage": "4", "type": "poison"}]}]
    moment = at(3, virulent=True, stages=four)
    assert stage(turn_ends(turn_ends(moment, 17).fight, 16).fight) == 4


@pytest.mark.rule("pf2e.iwr.immunity")
@pytest.mark.parametrize("victim", [{"immunities": ["poison"]}, {"traits": ["undead"]}, {"traits": ["construct"]}])
def test_the_immune_are_never_poisoned(victim: dict[str, Any]) -> None:
    run = exposed(sick(victim=victim))
    assert not rolled(run, "save")
    assert "pf2e.iwr.immunity" in noted(run)


@pytest.mark.rule("pf2e.affliction.initial_save")
def test_venomous_fangs_expose_whom_they_hurt() -> None:
    fangs = {"id": "fangs", "name": "fangs", "damage": "1d4+1", "type": "piercing", "attack": 9, "affliction": "venom"}
    snake = sheet(weapons=[fangs], afflictions=[VENOM])
    moment = fight("AT", {"A": snake, "T": sheet(hp=60)})
    run = act(moment, "A", "strike", 10, 2, 16, weapon="fangs", target="T")
    assert (value(run.fight, "T", "affliction"), lost(run, "T")) == (1, 4)
    tough = fight("AT", {"A": snake, "T": sheet(hp=60, resistances=[{"to": "piercing", "amount": 9}])})
    assert not rolled(act(tough, "A", "strike", 10, 2, weapon="fangs", target="T"), "save")
    with pytest.raises(ProblemError):
        fight("AT", {"A": sheet(weapons=[fangs])})


@pytest.mark.rule("pf2e.turn.end")
@pytest.mark.rule("pf2e.condition.frightened")
def test_fear_still_weakens_the_save_at_the_end_of_the_turn() -> None:
    moment = act(exposed(sick(victim={"con": 0}), 16).fight, "T", "end_turn").fight
    scared = running(moment)
    conditions.gain(scared, "A", "frightened", value=1)
    run = act(scared.fight, "A", "end_turn", 10)
    (save,) = rolled(run, "save")
    assert save.total == 9
    assert value(run.fight, "A", "frightened") is None


@pytest.mark.rule("pf2e.affliction.stages")
def test_the_dead_are_done_with_their_afflictions() -> None:
    moment = exposed(sick(victim={"hp": 1, "kind": "ordinary"}), 16).fight
    assert moment.body("A").out == "dead"
    assert not rolled(turn_ends(moment), "save")


def test_counters_are_kept_by_source_and_name() -> None:
    effect = Effect("affliction", 1, "T", origin="venom")
    assert afflictions.key(effect, "wait") == "affliction.T.venom.wait"


@pytest.mark.rule("pf2e.affliction.conditions")
@pytest.mark.rule("pf2e.effect.duration_target_turns")
def test_a_round_of_a_stage_is_a_turn_of_its_victim() -> None:
    slow = power(VENOM, stages=[{"rounds": 5, "effects": [{"condition": "slowed", "value": 1, "rounds": 1}]}])
    moment = act(exposed(sick(slow), 16).fight, "T", "end_turn").fight
    assert (moment.active, moment.body("A").count("actions")) == ("A", 2)
    assert value(act(moment, "A", "end_turn").fight, "A", "slowed") is None
