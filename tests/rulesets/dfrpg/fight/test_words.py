"""What options are called, what they say they cost, and in which order they name creatures."""

from __future__ import annotations

import pytest

from tactics.core.language import catalogue
from tactics.core.text import say
from tactics.engine.compare import in_english
from tactics.rules.action import Action, NeedCreature
from tactics.rulesets.dfrpg.fight import maneuvers, turn
from tests.rulesets.dfrpg.fight.ring import BOOK, chose, fight, options, weapon
from tests.rulesets.dfrpg.fight.ring import sheet as plain


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_kind_of_every_maneuver_has_a_title_of_its_own(lang: str) -> None:
    words = catalogue(lang)
    titles = [say(maneuvers.title_of(one.id, one.variant), words) for one in turn.allowances().values()]
    kinds = [title.partition(": ")[2] for title in titles if ": " in title]
    assert len(set(titles)) == len(titles)
    assert len(set(kinds)) == len(kinds), "two attacks are no two defenses"
    assert lang == "en" or all(one[0].islower() for one in kinds)


@pytest.mark.rule("dfrpg.movement.facing_change", "dfrpg.movement.step", "dfrpg.movement.facing_end")
@pytest.mark.parametrize(
    ("maneuver", "variant", "cost"),
    [("attack", "", "step"), ("move", "", "movement points"), ("all_out_attack", "strong", "free")],
)
def test_turning_tells_what_it_costs(maneuver: str, variant: str, cost: str) -> None:
    (found,) = options(chose(fight("A.T"), "A", maneuver, variant), "A", "turn")
    assert in_english(found.title) == "Turn in place"
    assert in_english(found.cost) == cost


@pytest.mark.parametrize(("maneuver", "id"), [("aim", "aim"), ("attack", "attack")])
def test_foes_are_offered_before_friends(maneuver: str, id: str) -> None:
    archer = plain(weapons=[weapon("throwing_axe")])
    moment = fight("AB..T.U", {"A": archer}, {"B": {"side": "heroes"}})
    (option,) = options(chose(moment, "A", maneuver), "A", id)[:1]
    (need,) = option.needs
    assert isinstance(need, NeedCreature)
    assert need.ids[0] == "T"
    assert need.ids[-1] == "B"


@pytest.mark.rule("dfrpg.maneuver.feint")
def test_what_a_feint_is_worth_is_written_as_the_language_writes_numbers() -> None:
    moment = chose(fight("AT"), "A", "feint")
    notes = BOOK.preview(moment, Action("A", "feint", {"target": "T"})).notes
    assert any("," in say(one, catalogue("ru")).rpartition("на ")[2] for one in notes)
