"""Whatever is offered is accepted, in whatever state its owner is; whatever is refused says why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

import pytest
from rulesets.dnd4e.fight.ring import BOOK, fight, power, running, sheet, weapon

from tactics.core.dice import NoFace
from tactics.core.text import Text
from tactics.engine.run import Waiting
from tactics.rules.action import (
    Action,
    Argument,
    NeedArea,
    NeedChoice,
    NeedCreature,
    NeedPath,
    NeedSquare,
    Option,
    Refused,
)
from tactics.rules.registry import book
from tactics.world.fight import Duration, Effect, Fight

HERO = sheet(
    kind="hero", hp=40, surges=6, str=16, dex=14, armor={"id": "chainmail"},
    weapons=[weapon("longsword"), weapon("dagger", "stowed"), weapon("hand_crossbow", "stowed")],
    powers=[power("claws", attack=6, hit=[{"damage": "1d6"}, {"condition": "grabbed", "until": "encounter"}])],
)  # fmt: skip
GRABBED = [Effect("grabbed", 0, "A", Duration("end", "A", 1), "A")]
STATES: dict[str, dict[str, list[str | Effect]]] = {
    "fresh": {},
    "prone": {"A": ["prone"]},
    "dazed": {"A": ["dazed"]},
    "grabbed": {"A": [Effect("grabbed", 0, "U", note="U")]},
    "holding": {"T": list(GRABBED)},
    "holding and prone": {"T": list(GRABBED), "A": ["prone"]},
    "immobilized with a DC": {"A": [Effect("immobilized", 14)]},
    "dying friend": {"B": ["dying", "unconscious", "helpless", "prone"]},
    "sick friend": {"B": [Effect("slowed", duration=Duration("save"))]},
    "helpless foe": {"T": ["unconscious", "helpless", "prone"]},
    "hidden": {"A": [Effect("hidden", 20, "A", note="T")]},
    "hidden foe": {"T": [Effect("hidden", 20, "T", note="A")]},
    "blinded": {"A": ["blinded"]},
    "dominated": {"A": [Effect("dominated", source="T")]},
    "restrained": {"A": ["restrained"]},
}


def moment_of(state: str) -> Fight:
    rows = "..#.....\n.ABUU...\n.T.UU#..\n........\n......CC\n......CC"
    tables = {
        "B": {"side": "heroes"},
        "U": {"size": "large"},
        "C": {"side": "heroes", "size": "large", "stature": "long"},
    }
    sheets = {"A": HERO, "B": sheet(kind="hero", hp=30, surges=5), "C": sheet(hp=50)}
    found = fight(rows, sheets, tables, STATES[state])
    hurt = replace(found.body("A"), hp=12)
    return replace(found, bodies={**found.bodies, "A": hurt, "B": replace(found.body("B"), hp=8)})


def ways(option: Option) -> Iterator[Action]:
    """Some ways to aim an option, the ends of what it offers among them."""
    several: list[list[Argument]] = []
    for need in option.needs:
        match need:
            case NeedCreature(ids=ids):
                several.append(list(ids))
            case NeedSquare(squares=squares):
                several.append([squares[0], squares[-1]])
            case NeedPath(costs=costs, paths=paths):
                ends = sorted(costs)
                several.append([paths[one] for one in dict.fromkeys((*ends[:2], *ends[-2:]))])
            case NeedChoice(choices=choices):
                several.append([one.id for one in choices])
            case NeedArea():
                return
    names = [need.name for need in option.needs]
    for values in islice(product(*several), 40):
        yield Action("A", option.id, {**option.arguments, **dict(zip(names, values, strict=True))})


@pytest.mark.parametrize("state", STATES)
def test_everything_offered_is_accepted_and_previewed(state: str) -> None:
    moment = moment_of(state)
    for option in BOOK.options(moment, "A"):
        if option.refusal is not None:
            assert option.refusal.rule in book("dnd4e").rules
            assert isinstance(option.refusal.text, Text)
            continue
        for action in ways(option):
            BOOK.preview(moment, action)
            try:
                BOOK.resolve(running(moment, *([12, 3, 5] * 40)), action)
            except (Waiting, NoFace):
                continue
            except Refused as error:
                raise AssertionError(f"{action} was offered: {error.refusal}") from error


@pytest.mark.parametrize("state", STATES)
def test_what_is_refused_changes_nothing(state: str) -> None:
    moment = moment_of(state)
    for option in BOOK.options(moment, "A"):
        if option.refusal is not None:
            run = running(moment)
            with pytest.raises(Refused):
                BOOK.resolve(run, Action("A", option.id, option.arguments))
            assert run.trace == []
