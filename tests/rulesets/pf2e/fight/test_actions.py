"""The economy of actions: kinds, costs, what is offered, and deeds the rules do not cover."""

from __future__ import annotations

import pytest
from rulesets.pf2e.fight.ring import (
    BOOK,
    HERO,
    act,
    asked,
    fight,
    happened,
    options,
    refused,
    rolled,
    running,
    sheet,
    weapon,
)

from tactics.core.text import text
from tactics.rules.action import Action, Choice, NeedArea, NeedPath
from tactics.rules.event import CounterSet, Noted
from tactics.rules.fighting import Run
from tactics.rulesets.pf2e.fight import reactions, turn
from tactics.rulesets.pf2e.fight.kinds import ALL
from tactics.rulesets.pf2e.fight.reactions import Offer, Trigger
from tactics.rulesets.pf2e.fight.turn import COSTS
from tactics.world.fight import Effect, Fight

FIGHTER = sheet(str=4, hp=60, weapons=[weapon("longsword")], proficiencies={"martial": "trained"})


@pytest.mark.rule("pf2e.basic.general")
@pytest.mark.rule("pf2e.action.kinds")
def test_everybody_has_the_basic_actions() -> None:
    moment = fight("A.T", {"A": FIGHTER})
    kinds = {type(kind).__name__ for kind in ALL for option in kind.options(moment, "A")}
    assert {
        "Interact",
        "Step",
        "Stride",
        "Strike",
        "Seek",
        "DropProne",
        "Escape",
        "Ready",
        "Delay",
        "Aid",
        "TakeCover",
    } <= kinds
    costs = {one.cost for one in BOOK.options(moment, "A")}
    assert {COSTS[0], COSTS[1], COSTS[2]} <= costs


@pytest.mark.rule("pf2e.action.single")
@pytest.mark.rule("pf2e.turn.act")
def test_three_actions_and_no_fourth() -> None:
    moment = fight("A..T", {"A": FIGHTER, "T": sheet(hp=60)})
    moment = act(moment, "A", "stride", path="A1 B1 C1").fight
    for face in (1, 1):
        moment = act(moment, "A", "strike", face, weapon="longsword", target="T").fight
    assert moment.body("A").count("actions") == 0
    assert refused(moment, "A", "step", path="C1 B1") == "pf2e.action.single"
    assert refused(moment, "A", "release", item="A.longsword") == ""


@pytest.mark.rule("pf2e.action.reaction")
@pytest.mark.rule("pf2e.turn.regain_actions")
def test_unused_reaction_is_not_stored() -> None:
    moment = fight("A..T")
    moment = act(act(moment, "A", "end_turn").fight, "T", "end_turn").fight
    assert moment.body("A").count("reaction") == 1


@pytest.mark.rule("pf2e.action.trigger_limits")
def test_one_answer_to_one_trigger() -> None:
    watch = {"T": {"reactions": ["attack_of_opportunity"]}}
    moment = fight("TA.", {"A": sheet(hp=60), "T": FIGHTER}, watch, order=("T", "A"))
    moment = act(moment, "T", "ready", choice="strike,kind=melee,weapon=longsword", trigger="moves").fight
    run = running(moment)
    run.emit(CounterSet("T", "reaction", 2))
    decision = asked(run.fight, "A", "other", cost=1, how="move", answers=("T decline",))
    assert decision.id == "attack_of_opportunity"
    both = asked(run.fight, "A", "other", cost=1, how="manipulate")
    assert (both.id, len(both.choices)) == ("attack_of_opportunity", 3)
    again = fight("TA.", {"A": sheet(hp=60), "T": FIGHTER}, watch, order=("T", "A"))
    again = act(again, "T", "ready", choice="strike,kind=melee,weapon=longsword", trigger="acts").fight
    decision = asked(again, "A", "other", cost=1, how="manipulate")
    assert decision.id == "reaction"
    assert {one.id for one in decision.choices} == {"readied", "strike.longsword", "strike.unarmed", "decline"}
    run = act(again, "A", "other", 1, answers=("T readied",), cost=1, how="manipulate")
    assert [one.who for one in rolled(run, "attack")] == ["T"]


class AtTheStart:
    """Something to do at the start of a turn: a reaction, or a free action."""

    def __init__(self, id: str, *, free: bool) -> None:
        self.id, self._free = id, free

    def offers(self, fight: Fight, who: str, trigger: Trigger) -> tuple[Offer, ...]:
        if trigger.kind != "turn_start" or not (self._free or turn.has_reaction(fight, who)):
            return ()
        return (Offer(Choice(self.id, text("{name}", name=self.id)), text("Now?")),)

    def react(self, run: Run, who: str, trigger: Trigger, choice: str) -> int:
        if not self._free:
            turn.spend_reaction(run, who)
        run.emit(Noted(who, text("{name}", name=self.id)))
        return reactions.GOES_ON


@pytest.mark.rule("pf2e.action.trigger_limits")
@pytest.mark.rule("pf2e.action.free")
@pytest.mark.rule("pf2e.turn.start")
@pytest.mark.parametrize(("chosen", "left"), [("quick", 1), ("sworn", 0)])
def test_reaction_or_free_action_at_the_start_of_a_turn(
    monkeypatch: pytest.MonkeyPatch, chosen: str, left: int
) -> None:
    monkeypatch.setattr(reactions, "REACTIONS", [AtTheStart("quick", free=True), AtTheStart("sworn", free=False)])
    moment = fight("A..T")
    decision = asked(moment, "A", "end_turn")
    assert (decision.who, [one.id for one in decision.choices]) == ("T", ["quick", "sworn", "decline"])
    run = act(moment, "A", "end_turn", answers=(f"T {chosen}",))
    spent = [one.value for one in happened(run) if isinstance(one, CounterSet) and one.key == "reaction"]
    assert (spent[:1] or [1])[0] == left
    assert run.fight.body("T").count("reaction") == 1


@pytest.mark.rule("pf2e.action.other")
@pytest.mark.parametrize("cost", [1, 2, 3])
def test_other_deeds_cost_what_is_said(cost: int) -> None:
    moment = fight("A.T", {"A": FIGHTER})
    run = act(moment, "A", "other", cost=cost, how="concentrate", text="lights a torch")
    assert run.fight.body("A").count("actions") == 3 - cost
    (told,) = [one for one in happened(run) if isinstance(one, Noted)]
    assert (told.rule, dict(told.text.params)["what"]) == ("pf2e.action.other", "lights a torch")
    assert len(options(moment, "A", "other")) == 3
    assert refused(run.fight, "A", "other", cost=3) in ("pf2e.action.activity", "pf2e.action.single")


@pytest.mark.rule("pf2e.action.other")
def test_traits_of_other_deeds_count() -> None:
    moment = fight("A.T", {"A": FIGHTER})
    assert act(moment, "A", "other", cost=1, how="attack").fight.body("A").count("attacks") == 1
    held = fight("AT", effects={"A": [Effect("grabbed", source="T", note="hold.unarmed")]})
    assert refused(held, "A", "other", cost=1, how="move") == "pf2e.condition.grabbed_immobilized_restrained"
    assert refused(moment, "A", "other", cost=4) == "pf2e.action.other"
    assert refused(moment, "A", "other", cost=1, how="sing") == "pf2e.action.other"


def everybody() -> Fight:
    """A crowd in which much can be done."""
    own = {
        "A": sheet(str=4, weapons=[weapon("longsword"), weapon("dagger", "worn")], numbers={"athletics": 6}, hp=40),
        "B": sheet(traits=["animal"], hp=30),
        "T": sheet(weapons=[weapon("mace")], hp=30),
    }
    return fight("BBAT\nBB..", own, {"B": {**HERO, "size": "large"}})


@pytest.mark.rule("pf2e.action.kinds")
def test_whatever_is_offered_is_accepted() -> None:
    moment = everybody()
    for option in BOOK.options(moment, "A"):
        if option.refusal is None and not any(map(_unaimed, option.needs)):
            arguments = {**option.arguments, **{need.name: _first(need) for need in option.needs}}
            assert refused(moment, "A", option.id, **_named(arguments)) == "", option
            BOOK.preview(moment, Action("A", option.id, arguments))


def _unaimed(need: object) -> bool:
    return isinstance(need, NeedArea) or not getattr(need, "paths", True)


def _first(need: object) -> object:
    for name in ("ids", "squares", "choices"):
        if hasattr(need, name):
            first = getattr(need, name)[0]
            return first.id if name == "choices" else first
    assert isinstance(need, NeedPath)
    paths = need.paths
    return paths[next(iter(paths))]


def _named(arguments: dict[str, object]) -> dict[str, object]:
    path = arguments.get("path")
    return {**arguments, "path": " ".join(map(str, path))} if isinstance(path, tuple) else arguments
