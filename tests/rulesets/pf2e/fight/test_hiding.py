"""Hide, Sneak, Create a Diversion and Take Cover, and what gives somebody away."""

from __future__ import annotations

from typing import Any

import pytest
from fight_kit import need_of
from rulesets.pf2e.fight.ring import (
    BOOK,
    act,
    fight,
    happened,
    options,
    refused,
    rolled,
    running,
    sheet,
    value,
    weapon,
    where,
)

from tactics.core.dice import FixedDice
from tactics.core.lattice import Square
from tactics.engine.reduce import settled
from tactics.engine.run import Playing
from tactics.rules.action import NeedPath
from tactics.rules.event import Rolled
from tactics.rulesets.pf2e.fight import conditions, noticing
from tactics.rulesets.pf2e.fight.holding import judged
from tactics.world.fight import Effect, Fight

ROGUE = sheet(numbers={"stealth": 7, "deception": 6, "ac": 16, "perception": 5}, dex=3, weapons=[weapon("shortsword")])
WATCH = sheet(numbers={"perception": 7, "ac": 17, "stealth": 7}, weapons=[weapon("mace")])
BOTH = {"A": ROGUE, "T": WATCH}
CORNER = "A..\n##T"
"""Standard cover: the line between the centres enters a wall, others do not."""
DARK = {"legend": {"d": {"terrain": "floor", "light": "dark"}, "~": {"terrain": "floor", "light": "dim"}}}


def _state(moment: Fight, observer: str = "T", subject: str = "A") -> str:
    return noticing.state(moment, observer, subject)


def _pairs(moment: Fight, who: str = "A") -> set[tuple[str, str]]:
    return {(one.id, one.note) for one in moment.body(who).effects if one.id in noticing.PAIRED}


@pytest.mark.rule("pf2e.skill.hide", "pf2e.cover.hide", "pf2e.cover.stealth", "pf2e.check.secret")
@pytest.mark.parametrize(("face", "state"), [(8, "hidden"), (7, "observed"), (20, "hidden"), (1, "observed")])
def test_hide_behind_standard_cover(face: int, state: str) -> None:
    moment = fight(CORNER, BOTH)
    assert noticing.cover_from(judged(moment), "T", "A") == "standard"
    run = act(moment, "A", "hide", face)
    (roll,) = rolled(run, "skill")
    assert (roll.total, roll.against, roll.secret) == (face + 9, 17, True)
    assert _state(run.fight) == state
    assert run.fight.body("A").count("actions") == 2


@pytest.mark.rule("pf2e.skill.hide", "pf2e.cover.hide", "pf2e.cover.lesser")
@pytest.mark.parametrize(("rows", "rule"), [("ACT", "pf2e.cover.hide"), ("A.T", "pf2e.cover.hide")])
def test_no_hiding_behind_a_creature_or_in_the_open(rows: str, rule: str) -> None:
    moment = fight(rows, {**BOTH, "C": sheet()}, {"C": {"side": "heroes"}})
    assert refused(moment, "A", "hide") == rule
    assert options(moment, "A", "hide") == []


@pytest.mark.rule("pf2e.cover.hide", "pf2e.cover.stealth")
def test_behind_a_huge_creature_one_hides_with_two() -> None:
    rows = "..HHH.\nA.HHHT\n..HHH."
    creatures = {"H": {"size": "huge", "side": "heroes"}}
    moment = fight(rows, {**BOTH, "H": sheet()}, creatures)
    assert noticing.cover_from(judged(moment), "T", "A") == "standard"
    run = act(moment, "A", "hide", 8)
    assert _state(run.fight) == "hidden"


@pytest.mark.rule("pf2e.skill.hide", "pf2e.detect.concealed")
def test_hide_in_the_mist() -> None:
    moment = fight("A.T", BOTH, {"A": {"under": "%"}})
    assert _state(moment) == "concealed"
    assert _state(act(moment, "A", "hide", 10).fight) == "hidden"


@pytest.mark.rule("pf2e.detect.hidden", "pf2e.condition.flat_footed", "pf2e.skill.hide")
def test_the_target_of_a_hidden_attacker_is_flat_footed_and_then_sees_it() -> None:
    moment = fight("AT", BOTH, effects={"A": [Effect("hidden_from", note="T")]})
    run = act(moment, "A", "strike", 2, weapon="shortsword", target="T")
    (roll,) = rolled(run, "attack")
    assert roll.against == 15
    assert _state(run.fight) == "observed"
    (again,) = rolled(act(run.fight, "A", "strike", 2, weapon="shortsword", target="T"), "attack")
    assert again.against == 17


@pytest.mark.rule("pf2e.skill.hide")
@pytest.mark.parametrize("deed", ["seek", "drop_prone", "stride"])
def test_whoever_does_anything_else_is_observed_before_it(deed: str) -> None:
    moment = fight("A..\n##T", BOTH, effects={"A": [Effect("hidden_from", note="T")]})
    arguments: dict[str, Any] = {
        "seek": {"kind": "cone", "area": Square(2, 0)},
        "drop_prone": {},
        "stride": {"path": "A1 B1"},
    }[deed]
    faces = (10,) if deed == "seek" else ()
    assert _pairs(act(moment, "A", deed, *faces, **arguments).fight) == set()


@pytest.mark.rule("pf2e.skill.hide", "pf2e.basic.step")
@pytest.mark.parametrize(("path", "state"), [("B1 A1", "hidden"), ("B1 C2", "observed")])
def test_a_step_keeps_hidden_as_long_as_there_is_cover(path: str, state: str) -> None:
    moment = fight(".A..\n.o..\n.T..", BOTH, effects={"A": [Effect("hidden_from", note="T")]})
    assert _state(act(moment, "A", "step", path=path).fight) == state


@pytest.mark.rule("pf2e.skill.hide")
def test_whoever_comes_round_the_corner_sees_the_hidden() -> None:
    moment = fight(".A...\n.#...\n...T.", BOTH, effects={"A": [Effect("hidden_from", note="T")]}, order=("T",))
    assert _state(moment) == "hidden"
    assert _state(act(moment, "T", "stride", path="D3 D2 D1").fight) == "observed"


@pytest.mark.rule("pf2e.skill.sneak", "pf2e.detect.avoiding")
def test_observed_then_hidden_then_undetected() -> None:
    rows = "A...\n###T\n...."
    moment = fight(rows, BOTH)
    hidden = act(moment, "A", "hide", 15).fight
    assert _state(hidden) == "hidden"
    gone = act(hidden, "A", "sneak", 15, path="A1 B1").fight
    assert (_state(gone), where(gone, "A")) == ("undetected", "B1")


@pytest.mark.rule("pf2e.skill.sneak", "pf2e.rounding.down")
@pytest.mark.parametrize(("speed", "squares"), [(30, 3), (25, 2), (10, 1)])
def test_half_the_speed(speed: int, squares: int) -> None:
    creatures = {"A": {"speed": speed}, "T": {"conditions": ["blinded"]}}
    moment = fight("A......T", BOTH, creatures)
    (option,) = options(moment, "A", "sneak")
    need = need_of(option, NeedPath)
    assert max(square.x for square in need.costs) == squares
    path = " ".join(f"{'ABCDEFG'[x]}1" for x in range(squares + 2))
    assert refused(moment, "A", "sneak", path=path) == "pf2e.skill.sneak"


@pytest.mark.rule("pf2e.skill.sneak")
@pytest.mark.parametrize(("face", "state"), [(8, "undetected"), (7, "hidden"), (1, "observed")])
def test_what_a_sneak_past_standard_cover_comes_to(face: int, state: str) -> None:
    rows = "A....\nooooo\n..T.."
    moment = fight(rows, BOTH, effects={"A": [Effect("hidden_from", note="T")]})
    run = act(moment, "A", "sneak", face, path="A1 B1")
    (roll,) = rolled(run, "skill")
    assert (roll.total, roll.secret) == (face + 9, True)
    assert _state(run.fight) == state


@pytest.mark.rule("pf2e.skill.sneak")
def test_who_sneaks_into_the_open_is_seen() -> None:
    rows = "A...\n##.T"
    moment = fight(rows, BOTH, effects={"A": [Effect("hidden_from", note="T")]})
    assert _state(act(moment, "A", "sneak", 20, path="A1 B1 C1").fight) == "observed"


@pytest.mark.rule("pf2e.skill.sneak", "pf2e.cover.stealth")
def test_what_take_cover_adds_does_not_help_a_sneak() -> None:
    moment = fight("A....\nooooo\n..T..", BOTH, effects={"A": [Effect("hidden_from", note="T"), "taking_cover"]})
    assert noticing.cover_from(judged(moment), "T", "A") == "greater"
    run = act(moment, "A", "sneak", 8, path="A1 B1")
    assert [one.total for one in rolled(run, "skill")] == [17]


@pytest.mark.rule("pf2e.skill.sneak", "pf2e.detect.invisible")
def test_the_invisible_are_never_observed_by_a_bad_sneak() -> None:
    moment = fight("A...T", BOTH, {"A": {"conditions": ["invisible"]}}, {"A": [Effect("hidden_from", note="T")]})
    assert _state(moment) == "hidden"
    assert _state(act(moment, "A", "sneak", 1, path="A1 B1").fight) == "hidden"
    assert _state(act(moment, "A", "sneak", 10, path="A1 B1").fight) == "undetected"


@pytest.mark.rule("pf2e.light.darkness", "pf2e.detect.undetected", "pf2e.skill.sneak")
def test_who_sneaks_in_the_dark_is_undetected() -> None:
    moment = fight("A...T", BOTH, {"A": {"under": "d", "senses": ["darkvision"]}, "T": {}}, light="dark", **DARK)
    assert _state(moment) == "hidden"
    run = act(moment, "A", "sneak", 10, path="A1 B1")
    assert _state(run.fight) == "undetected"
    loud = act(run.fight, "A", "stride", path="B1 C1")
    assert _state(loud.fight) == "hidden"


@pytest.mark.rule("pf2e.skill.sneak", "pf2e.effect.targets")
def test_nobody_reacts_to_one_who_sneaks_past_undetected() -> None:
    watcher = {"reactions": ["attack_of_opportunity"], "conditions": ["blinded"]}
    moment = fight(".A..\n..T.", BOTH, {"T": watcher})
    run = act(moment, "A", "sneak", 15, path="B1 A1")
    assert _state(run.fight) == "undetected"


@pytest.mark.rule("pf2e.skill.sneak")
def test_whom_everybody_sees_does_not_sneak() -> None:
    moment = fight("A..T", BOTH)
    assert refused(moment, "A", "sneak", path="A1 B1") == "pf2e.skill.sneak"


@pytest.mark.rule("pf2e.skill.create_diversion")
def test_a_diversion_fools_those_it_beats_and_makes_all_wary() -> None:
    sheets = {
        "A": sheet(numbers={"deception": 8}),
        **{one: sheet(numbers={"perception": dc - 10}) for one, dc in (("R", 15), ("S", 18), ("T", 20))},
    }
    moment = fight("A.R\n..S\n..T", sheets)
    run = act(moment, "A", "create_diversion", 10, how="words")
    assert [_state(run.fight, one) for one in "RST"] == ["hidden", "hidden", "observed"]
    again = act(run.fight, "A", "create_diversion", 10, how="words")
    assert [one.against for one in rolled(again, "skill")] == [19, 22, 24]
    assert [_state(again.fight, one) for one in "RST"] == ["observed"] * 3
    assert all(run.fight.body(one).effects[0].duration.turns == 10 for one in "RST")


@pytest.mark.rule("pf2e.skill.create_diversion")
@pytest.mark.parametrize(
    ("deed", "arguments", "state"),
    [
        ("step", {"path": "A1 A2"}, "hidden"),
        ("drop_prone", {}, "observed"),
        ("end_turn", {}, "observed"),
    ],
)
def test_how_long_a_diversion_lasts(deed: str, arguments: dict[str, Any], state: str) -> None:
    moment = act(fight("A.T\n...", BOTH), "A", "create_diversion", 15, how="words").fight
    assert _state(moment) == "hidden"
    assert _state(act(moment, "A", deed, **arguments).fight) == state


@pytest.mark.rule("pf2e.skill.create_diversion")
def test_a_gesture_uses_the_hands_and_words_need_ears() -> None:
    moment = fight("AT", BOTH, {"T": {"reactions": ["attack_of_opportunity"]}})
    assert act(moment, "A", "create_diversion", 3, 12, answers=("T strike.mace",), how="gesture")
    deaf = fight("A.T", BOTH, {"T": {"conditions": ["deafened"]}})
    assert refused(deaf, "A", "create_diversion", how="words") == "pf2e.skill.create_diversion"
    assert refused(deaf, "A", "create_diversion", how="gesture") == ""


@pytest.mark.rule("pf2e.detect.invisible")
def test_becoming_invisible_while_observed_is_at_first_hidden() -> None:
    moment = fight("A..T", BOTH)
    run = running(moment)
    conditions.gain(run, "A", "invisible", rule="pf2e.detect.invisible")
    assert _state(run.fight) == "hidden"
    assert _state(act(run.fight, "A", "sneak", 10, path="A1 B1").fight) == "undetected"
    conditions.lose(run, "A", "invisible")
    assert (_state(run.fight), _pairs(run.fight)) == ("observed", set())


@pytest.mark.rule("pf2e.detect.invisible")
def test_an_invisible_attacker_gives_its_square_away() -> None:
    moment = fight("AT", BOTH, {"A": {"conditions": ["invisible"]}})
    assert _state(moment) == "undetected"
    run = act(moment, "A", "strike", 2, weapon="shortsword", target="T")
    assert (rolled(run, "attack")[0].against, _state(run.fight)) == (15, "hidden")


@pytest.mark.rule("pf2e.explore.avoid_notice", "pf2e.detect.unnoticed", "pf2e.encounter.initiative")
@pytest.mark.parametrize(
    ("dcs", "states"),
    [
        ((18, 20), ["unnoticed", "unnoticed"]),
        ((18, 22), ["unseen", None]),
        ((22, 25), [None, None]),
    ],
)
def test_stealth_at_the_start_decides_who_notices(dcs: tuple[int, int], states: list[str | None]) -> None:
    sheets = {
        "A": sheet(numbers={"stealth": 11, "perception": 0}),
        "S": sheet(numbers={"perception": dcs[0] - 10}),
        "T": sheet(numbers={"perception": dcs[1] - 10}),
    }
    begun = _begun("A...S\n....T", sheets, {"A": {"conditions": ["avoiding_notice"]}}, 10, 2, 2)
    assert [BOOK.perceived(begun.fight, one).get("A") for one in "ST"] == states
    first = next(one for one in happened(begun) if isinstance(one, Rolled))
    assert (first.who, first.total) == ("A", 21)
    assert not begun.fight.body("A").has("avoiding_notice")


def _begun(rows: str, sheets: dict[str, Any], creatures: dict[str, Any], *faces: int) -> Playing:
    here = fight(rows, sheets, creatures)
    fresh = Playing(settled(BOOK.prepare(here.world)), (), [], FixedDice(faces))
    BOOK.begin(fresh)
    return fresh


@pytest.mark.rule("pf2e.basic.take_cover", "pf2e.cover.greater")
def test_take_cover_and_what_ends_it() -> None:
    moment = fight(CORNER, {"A": ROGUE, "T": {**WATCH, "weapons": [weapon("shortbow", "both")]}})
    taken = act(moment, "A", "take_cover").fight
    assert noticing.cover_from(judged(taken), "T", "A") == "greater"
    assert refused(taken, "A", "take_cover") == "pf2e.basic.take_cover"
    struck = fight("A.\n#T", BOTH, effects={"A": ["taking_cover"]})
    after = act(struck, "A", "strike", 2, weapon="shortsword", target="T").fight
    assert not after.body("A").has("taking_cover")
    assert not act(taken, "A", "step", path="A1 B1").fight.body("A").has("taking_cover")
    left = act(taken, "A", "leave_cover").fight
    assert (left.body("A").has("taking_cover"), left.body("A").count("actions")) == (False, 2)


@pytest.mark.rule("pf2e.basic.take_cover")
def test_where_there_is_something_to_take_cover_with() -> None:
    assert refused(fight("A...T", BOTH), "A", "take_cover") == "pf2e.basic.take_cover"
    table = fight("...\nAo.\n...\n..T", BOTH)
    assert noticing.cover_from(judged(act(table, "A", "take_cover").fight), "T", "A") == "standard"
    prone = act(fight("A...T", BOTH, effects={"A": ["prone"]}), "A", "take_cover").fight
    archer = {"A": ROGUE, "T": sheet(numbers={"perception": 7}, weapons=[weapon("shortbow", "both")])}
    lying = fight("A...T", archer, effects={"A": ["prone", "taking_cover"]}, order=("T",))
    (shot,) = rolled(act(lying, "T", "strike", 2, weapon="shortbow", target="A"), "attack")
    assert shot.against == 16 - 2 + 4
    beside = fight("AT", BOTH, effects={"A": ["prone", "taking_cover"]}, order=("T",))
    (blow,) = rolled(act(beside, "T", "strike", 2, weapon="mace", target="A"), "attack")
    assert blow.against == 16 - 2
    assert prone.body("A").has("taking_cover")


@pytest.mark.rule("pf2e.basic.take_cover")
def test_the_unconscious_keep_no_cover() -> None:
    run = running(fight(CORNER, BOTH, effects={"A": ["taking_cover"]}))
    conditions.gain(run, "A", "unconscious")
    assert not run.fight.body("A").has("taking_cover")


@pytest.mark.rule("pf2e.basic.take_cover")
def test_a_raised_tower_shield_is_worth_more_behind_cover() -> None:
    shield = {"id": "tower_shield", "cover_bonus": 4}
    moment = fight("A...T", {"A": {**ROGUE, "weapons": [], "shield": shield}, "T": WATCH})
    raised = act(moment, "A", "raise_shield").fight
    assert value(raised, "A", "shield_raised") == 2
    taken = act(raised, "A", "take_cover").fight
    assert value(taken, "A", "shield_raised") == 4
    assert value(act(taken, "A", "leave_cover").fight, "A", "shield_raised") == 2


@pytest.mark.rule("pf2e.detect.states")
def test_a_file_may_say_who_is_hidden_from_whom() -> None:
    sheets = {"A": ROGUE, "S": WATCH, "T": WATCH}
    moment = fight("A.S\n..T", sheets, {"A": {"conditions": ["hidden:S", "undetected:T"]}})
    assert [_state(moment, one) for one in "ST"] == ["hidden", "undetected"]
    everybody = fight("A.S\n..T", sheets, {"A": {"conditions": ["hidden"]}})
    assert _pairs(everybody) == {("hidden_from", "S"), ("hidden_from", "T")}
    assert _pairs(act(everybody, "A", "drop_prone").fight) == set()


@pytest.mark.rule("pf2e.detect.states", "pf2e.detect.concealed")
def test_what_the_game_master_says_of_a_pair_lasts() -> None:
    creatures = {"A": {"conditions": ["concealed:T"]}, "T": {"conditions": ["invisible", "observed:A"]}}
    moment = fight("A.T", BOTH, creatures)
    assert (_state(moment), _state(moment, "A", "T")) == ("concealed", "observed")
    after = act(act(moment, "A", "drop_prone").fight, "A", "stand").fight
    assert (_state(after), _state(after, "A", "T")) == ("concealed", "observed")
    assert _state(act(moment, "A", "hide", 20).fight) == "hidden"


@pytest.mark.rule("pf2e.cover.stealth", "pf2e.cover.greater", "pf2e.basic.take_cover")
def test_greater_cover_adds_four_to_hiding() -> None:
    taken = act(fight(CORNER, BOTH), "A", "take_cover").fight
    assert [one.total for one in rolled(act(taken, "A", "hide", 6), "skill")] == [6 + 7 + 4]


@pytest.mark.rule("pf2e.detect.invisible", "pf2e.detect.concealed")
def test_a_net_on_the_invisible_shows_it_blurred() -> None:
    moment = fight("A.T", BOTH, {"A": {"conditions": ["invisible", "observed", "concealed"]}})
    assert _state(moment) == "concealed"


@pytest.mark.rule("pf2e.detect.unnoticed", "pf2e.condition.flat_footed", "pf2e.explore.avoid_notice")
def test_an_ambusher_strikes_first_and_is_seen_then() -> None:
    sheets = {"A": {**ROGUE, "numbers": {"stealth": 11, "ac": 16}}, "T": sheet(numbers={"perception": 5, "ac": 17})}
    begun = _begun("AT", sheets, {"A": {"conditions": ["avoiding_notice"]}}, 10, 2)
    assert BOOK.perceived(begun.fight, "T") == {"A": "unnoticed"}
    run = act(begun.fight, "A", "strike", 2, weapon="shortsword", target="T")
    assert (rolled(run, "attack")[0].against, _state(run.fight)) == (15, "observed")
