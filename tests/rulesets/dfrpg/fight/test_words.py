"""What options are called, what they say they cost, and in which order they name creatures."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil

import pytest

from tactics.core.language import catalogue
from tactics.core.text import say, text
from tactics.engine.compare import in_english
from tactics.render.events import Names, sentence
from tactics.rules.action import Action, NeedCreature
from tactics.rules.event import Part, Rolled
from tactics.rulesets.dfrpg import fight as fight_package
from tactics.rulesets.dfrpg.fight import maneuvers, postures, states, turn
from tactics.world.fight import Effect
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


def _effects() -> set[str]:
    """Ids of all effects that modules of fights make by a name of their own or a name from `states`."""
    found = set()
    for info in pkgutil.iter_modules(fight_package.__path__):
        module = importlib.import_module(f"{fight_package.__name__}.{info.name}")
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Effect" and node.args:
                value = _value(module, node.args[0])
                found |= {value} if isinstance(value, str) else set()
    return found


def _value(module: object, node: ast.expr) -> object:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return getattr(module, node.id, None)
    return getattr(_value(module, node.value), node.attr, None) if isinstance(node, ast.Attribute) else None


@pytest.mark.parametrize("id", sorted(_effects() - {states.MANEUVER}))
def test_every_effect_has_words_in_russian(id: str) -> None:
    assert not say(states.named(id), catalogue("ru")).isascii()


@pytest.mark.rule("dfrpg.posture.table")
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_numbers_below_zero_have_a_true_minus_sign(lang: str) -> None:
    moment = fight("AT", effects={"A": [Effect(states.PRONE, note=states.FACE_UP)]})
    event = Rolled("A", "defense", (), (Part(8, text("Dodge")), Part(-12, text("Dodge"))), 9, against=-4, under=True)
    told = sentence(event, Names(moment))
    assert told is not None
    assert "−4" in say(told, catalogue(lang))
    assert "-" not in say(postures.numbers_words(states.FACE_UP), catalogue(lang))
