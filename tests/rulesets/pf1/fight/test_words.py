"""What a fight is told in: words of the book instead of ids."""

from __future__ import annotations

from rulesets.pf1.fight.acting import turn_of
from rulesets.pf1.fight.ring import fight, sheet, weapon

from tactics.core.language import catalogue
from tactics.core.text import Text, say
from tactics.render.events import event_text
from tactics.rules.event import EffectGained, EffectLost, Ended, Event, ItemLost, Rolled
from tactics.rules.vocabulary import CONDITIONS, SKILLS
from tactics.rulesets.pf1 import tables
from tactics.rulesets.pf1.fight.checks import SAVE_NAMES, SKILL_ABILITIES
from tactics.world.fight import Effect


def told(event: Event) -> str:
    sheets = {"A": sheet(weapons=[weapon("greatsword", "both")]), "T": sheet()}
    words = event_text(event, turn_of(fight("AT", sheets), "A"))
    assert isinstance(words, Text)
    return say(words, catalogue("ru"))


def test_every_state_and_skill_has_words() -> None:
    assert set(tables.table("states")) <= set(CONDITIONS)
    assert set(SKILL_ABILITIES) <= set(SKILLS)


def test_states_are_called_as_in_the_book() -> None:
    assert told(EffectGained("T", Effect("prone"))).endswith(": сбит с ног")
    assert told(EffectLost("T", Effect("grappling"))).endswith(": снято «держит в захвате»")


def test_things_and_sides_have_names() -> None:
    assert told(ItemLost("A.greatsword")) == "Двуручный меч: больше нет."
    assert told(Ended("heroes")) == "Бой окончен. Победа: герои."


def test_a_saving_throw_says_which_one() -> None:
    event = Rolled("T", "save", (), (), 14, 15, "failure", "", SAVE_NAMES["will"])
    assert "спасбросок Воли: 14 [–] против 15" in told(event)
