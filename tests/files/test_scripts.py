"""What scripted fights and combat tables of a good file become."""

from __future__ import annotations

from pathlib import Path

from tactics.core.lattice import Point, Square
from tactics.files.combat import merged
from tactics.files.load import load
from tactics.files.scenario import read_scenario
from tactics.files.toml_out import dump
from tactics.world.build import build

FILE = """
schema = 1
rulesets = ["pf1", "pf2e"]
map.rows = '''
A.B
'''
[creatures.A]
combat.bab = 3
pf1.combat.feats = ["dodge"]
[creatures.B]
pf2e.combat.level = 1

[[script]]
title = "One blow"
order = ["B", "A"]
rule = "pf1.attack.roll"
why = "to see"
steps = [
    { do = "attack", who = "B", weapon = "club", target = "A", dice = [3, 4], answers = ["decline"] },
    { do = "burst", area = "<1,1>", squares = ["A1", "C1"], expect = { hp.A = 3, at.A = "A1", totals.attack = 3 } },
    { answer = "duck", to = "B1", area = "B1", rule = ["pf1.a", "pf1.b"], expect.has.A = ["Flat-Footed"] },
]

[[script]]
system = "pf2e"
dice = [4]
steps = [{ do = "wait", area = "C1" }]
"""


def test_a_script() -> None:
    one, other = read_scenario(FILE, "case.toml").scripts
    assert (one.index, one.title, one.system, one.order, one.dice) == (0, "One blow", "pf1", ("B", "A"), ())
    assert (one.rules, one.why, one.line) == (("pf1.attack.roll",), "to see", 13)
    attack, burst, answer = one.steps
    assert (attack.do, attack.answer, attack.who, attack.line) == ("attack", "", "B", 19)
    assert attack.arguments == {"weapon": "club", "target": "A"}
    assert (attack.dice, attack.answers, attack.expects) == ((3, 4), ("decline",), {})
    assert burst.arguments == {"area": Point(1000, 1000), "squares": (Square(0, 0), Square(2, 0))}
    assert burst.expects == {"hp": {"A": 3}, "at": {"A": Square(0, 0)}, "totals": {"attack": (3,)}}
    assert answer.arguments == {"to": Square(1, 0), "area": Square(1, 0)}
    assert (answer.answer, answer.rules, answer.expects) == (
        "duck",
        ("pf1.a", "pf1.b"),
        {"has": {"A": ("flat_footed",)}},
    )
    assert (other.system, other.dice, other.steps[0].arguments) == ("pf2e", (4,), {"area": Square(2, 0)})


def test_what_is_written_reads_back() -> None:
    document = read_scenario(FILE, "case.toml")
    again = read_scenario(dump(document), "case.toml")
    assert again == document
    assert again.scripts[0].steps[2].expects == {"has": {"A": ("flat_footed",)}}


def test_combat_tables_belong_to_systems() -> None:
    one, other = build(read_scenario(FILE, "case.toml")).creatures
    assert one.sheets == {"pf1": {"bab": 3, "feats": ["dodge"]}}
    assert other.sheets == {"pf2e": {"level": 1}}


def test_a_scenario_lies_over_the_stat_block(tmp_path: Path) -> None:
    folder = tmp_path / "assets" / "creatures" / "pf1"
    folder.mkdir(parents=True)
    block = "combat = { bab = 2, abilities = { str = 10, dex = 12 }, feats = ['dodge'], stated = { ac = 11 } }"
    (folder / "thug.toml").write_text(block)
    path = tmp_path / "case.toml"
    path.write_text(
        FILE.replace("combat.bab = 3", "from = 'thug'\ncombat.abilities.str = 14").replace(
            "pf2e.combat.level = 1", "from = 'thug'"
        )
    )
    one, other = build(load(path)).creatures
    assert one.sheets["pf1"] == {"bab": 2, "abilities": {"str": 14, "dex": 12}, "feats": ["dodge"]}
    assert other.sheets["pf1"]["stated"] == {"ac": 11}
    path.write_text(path.read_text().replace("[creatures.B]", "[creatures.B]\nsize = 'small'"))
    assert "stated" not in build(load(path)).creature("B").sheets["pf1"]


def test_lists_are_replaced_and_tables_laid_over() -> None:
    under = {"a": {"b": 1, "c": [1, 2]}, "d": 1, "stated": {"ac": 1}}
    assert merged(under, {"a": {"c": [3]}, "d": {"e": 2}}) == {"a": {"b": 1, "c": [3]}, "d": {"e": 2}}
    assert under["a"] == {"b": 1, "c": [1, 2]}
