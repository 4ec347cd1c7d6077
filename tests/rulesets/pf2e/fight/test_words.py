"""Demoralize and Recall Knowledge."""

from __future__ import annotations

from fractions import Fraction
from gettext import NullTranslations
from typing import Any

import pytest
from rulesets.pf2e.fight.ring import BOOK, act, fight, happened, kept, options, refused, rolled, rules, sheet, value

from tactics.core.text import say
from tactics.rules.action import Action
from tactics.rules.event import Noted
from tactics.world.fight import Fight

TALKER = sheet(numbers={"intimidation": 8, "nature": 10, "society": 4})


def foe(**more: Any) -> dict[str, Any]:
    return {**sheet(numbers={"will": 8, "fortitude": 5, "reflex": 2}, level=3), **more}


def scene(rows: str = "A.T", **more: Any) -> Fight:
    return fight(rows, {"A": TALKER, "T": foe(**more)})


@pytest.mark.rule("pf2e.skill.demoralize")
@pytest.mark.parametrize(("face", "fear"), [(10, 1), (20, 2), (9, None), (1, None)])
def test_degrees_of_demoralizing(face: int, fear: int | None) -> None:
    run = act(scene(), "A", "demoralize", face, target="T")
    assert value(run.fight, "T", "frightened") == fear
    assert refused(run.fight, "A", "demoralize", target="T") == "pf2e.skill.demoralize"


@pytest.mark.rule("pf2e.skill.demoralize")
def test_another_may_try_what_one_has_tried() -> None:
    moment = fight("ACT", {"A": TALKER, "C": TALKER, "T": foe()}, {"C": {"side": "heroes"}}, order=("A", "C"))
    moment = act(act(moment, "A", "demoralize", 10, target="T").fight, "A", "end_turn").fight
    assert refused(moment, "C", "demoralize", target="T") == ""


@pytest.mark.rule("pf2e.skill.demoralize")
def test_thirty_feet_and_line_of_effect() -> None:
    assert refused(scene("A.....T"), "A", "demoralize", target="T") == ""
    assert refused(scene("A......T"), "A", "demoralize", target="T") == "pf2e.skill.demoralize"
    assert refused(scene("A#T"), "A", "demoralize", target="T") == "pf2e.line_of_effect"


@pytest.mark.rule("pf2e.skill.demoralize")
@pytest.mark.parametrize(
    ("own", "other", "feats", "conditions", "penalty"),
    [
        (["common"], ["goblin"], [], [], -4),
        (["common"], ["goblin", "common"], [], [], 0),
        (["common"], [], [], [], 0),
        (["common"], ["common"], [], ["deafened"], -4),
        (["common"], ["goblin"], ["intimidating_glare"], [], 0),
    ],
)
def test_words_must_be_understood(
    own: list[str], other: list[str], feats: list[str], conditions: list[str], penalty: int
) -> None:
    sheets = {"A": {**TALKER, "languages": own, "feats": feats}, "T": foe(languages=other)}
    moment = fight("AT", sheets, {"T": {"conditions": conditions}})
    (roll,) = rolled(act(moment, "A", "demoralize", 10, target="T"), "skill")
    assert roll.total == 18 + penalty
    assert ("pf2e.skill.demoralize" in rules(roll.parts)) == bool(penalty)


@pytest.mark.rule("pf2e.iwr.immunity")
@pytest.mark.parametrize("more", [{"traits": ["mindless"]}, {"immunities": ["fear"]}, {"immunities": ["mental"]}])
def test_some_know_no_fear(more: dict[str, Any]) -> None:
    assert refused(scene(**more), "A", "demoralize", target="T") == "pf2e.iwr.immunity"


@pytest.mark.rule("pf2e.condition.frightened")
@pytest.mark.rule("pf2e.skill.demoralize")
def test_greater_fear_stays_the_greater() -> None:
    moment = fight("AT", {"A": TALKER, "T": foe(numbers={"will": 8})}, {"T": {"conditions": ["frightened_3"]}})
    run = act(moment, "A", "demoralize", 10, target="T")
    assert value(run.fight, "T", "frightened") == 3
    (roll,) = rolled(run, "skill")
    assert (roll.against, sum(kept(roll.parts))) == (15, 8)


@pytest.mark.rule("pf2e.skill.demoralize")
@pytest.mark.rule("pf2e.detect.hidden")
@pytest.mark.parametrize(("face", "spoken"), [(11, True), (10, False)])
def test_one_who_is_hidden_must_be_found_first(face: int, spoken: bool) -> None:
    moment = fight("A.T", {"A": TALKER, "T": foe()}, {"T": {"conditions": ["hidden"]}})
    run = act(moment, "A", "demoralize", *((face, 10) if spoken else (face,)), target="T")
    assert [one.against for one in rolled(run, "flat_check")] == [11]
    assert value(run.fight, "T", "frightened") == (1 if spoken else None)
    assert run.fight.body("T").has("demoralize_tried") == spoken
    found = BOOK.preview(moment, Action("A", "demoralize", {"target": "T"}))
    assert found.chance == Fraction(11, 20) / 2


def told(run: Any) -> list[str]:
    return [say(one.text, NullTranslations()) for one in happened(run) if isinstance(one, Noted)]


@pytest.mark.rule("pf2e.skill.recall_knowledge")
@pytest.mark.rule("pf2e.check.secret")
@pytest.mark.parametrize(
    ("face", "words"),
    [
        (8, ["T: weakest is the Reflex save."]),
        (18, ["T: weakest is the Reflex save.", "T: weak against fire 5."]),
        (7, ["Nothing comes to mind."]),
        (1, ["T: weakest is the Will save."]),
    ],
)
def test_degrees_of_recalling(face: int, words: list[str]) -> None:
    moment = scene(traits=["animal"], weaknesses=[{"to": "fire", "amount": 5}])
    run = act(moment, "A", "recall_knowledge", face, target="T", how="nature")
    (roll,) = rolled(run, "skill")
    assert (roll.secret, roll.total, roll.against) == (True, 10 + face, 18)
    assert told(run) == words


@pytest.mark.rule("pf2e.skill.recall_knowledge")
def test_fitting_skill_and_rarity() -> None:
    moment = scene(traits=["animal", "rare"])
    assert refused(moment, "A", "recall_knowledge", target="T", how="society") == "pf2e.skill.recall_knowledge"
    (roll,) = rolled(act(moment, "A", "recall_knowledge", 10, target="T"), "skill")
    assert roll.against == 23
    plain = scene()
    assert [one.arguments["how"] for one in options(plain, "A", "recall_knowledge")] == ["society"]


@pytest.mark.rule("pf2e.skill.recall_knowledge")
def test_what_was_told_is_told_once_and_chances_stay_secret() -> None:
    moment = scene(traits=["animal"])
    found = BOOK.preview(moment, Action("A", "recall_knowledge", {"target": "T"}))
    assert (found.chance, found.against) == (None, None)
    moment = act(moment, "A", "recall_knowledge", 10, target="T").fight
    assert refused(moment, "A", "recall_knowledge", target="T") == "pf2e.skill.recall_knowledge"
