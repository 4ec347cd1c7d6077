"""Blows that hit, and what may be done against them."""

from __future__ import annotations

from typing import Any

from tactics.engine.run import Playing, Waiting
from tactics.rules.action import Action, Decision
from tactics.rulesets.dfrpg.fight import checks
from tactics.world.fight import Fight
from tests.rulesets.dfrpg.fight.ring import BOOK, act, chose, fight, kept, rules, running, sheet

HITS = (4, 4, 2)
"""Dice of a plain hit of skill 14."""
FAILS, SUCCEEDS = (6, 6, 4), (2, 2, 1)
"""Dice of a defence that fails plainly, and of one that succeeds plainly."""


def dice(total: int) -> tuple[int, int, int]:
    """Three faces of a total."""
    first = max(1, total - 12)
    second = max(1, min(6, total - first - 1))
    return first, second, total - first - second


def ready(moment: Fight, who: str = "A", maneuver: str = "attack", variant: str = "") -> Fight:
    """The moment with a manoeuvre chosen, if none is yet."""
    return moment if moment.body(who).count("chosen") else chose(moment, who, maneuver, variant)


def blow(
    moment: Fight,
    *faces: int,
    who: str = "A",
    target: str = "T",
    answers: tuple[str, ...] = (),
    weapon: str = "broadsword",
    use: str = "swing",
) -> Playing:
    """A blow with exactly these faces: of the attack, the defence, the damage."""
    named: dict[str, Any] = {"weapon": weapon, "target": target, **({"use": use} if use else {})}
    return act(ready(moment, who), who, "attack", *faces, answers=answers, **named)


def question(
    moment: Fight, *faces: int, who: str = "A", answers: tuple[str, ...] = (), **named: Any
) -> Decision | None:
    """What the target of a blow that hits is asked, None when it is not."""
    aimed = {"weapon": "broadsword", "use": "swing", "target": "T", **named}
    aimed = {key: one for key, one in aimed.items() if one}
    run = running(ready(moment, who), *(faces or HITS), *([1] * 40), answers=answers)
    try:
        BOOK.resolve(run, Action(who, "attack", aimed))
    except Waiting as waiting:
        return waiting.decision
    return None


def offered(moment: Fight, *faces: int, who: str = "A", answers: tuple[str, ...] = (), **named: Any) -> dict[str, int]:
    """What each defence against a blow that hits would be rolled against."""
    asked = question(moment, *faces, who=who, answers=answers, **named)
    if asked is None or asked.id != "defense":
        return {}
    return {id_: one.against for id_, one in asked.preview.items() if one.against is not None}


def shock(moment: Fight, who: str) -> int:
    """How much its shock is in all."""
    return sum(one.value for one in moment.body(who).effects if one.id == "shock")


def effective(moment: Fight, who: str, id: str = "attack", **arguments: str | int) -> int:
    """The effective skill of an action."""
    return checks.total(BOOK.preview(moment, Action(who, id, arguments)).parts)


def weighed(moment: Fight, who: str = "A", target: str = "T", **arguments: Any) -> tuple[int, list[int], set[str]]:
    """What a blow is rolled against, its parts and their rules."""
    preview = BOOK.preview(
        moment, Action(who, "attack", {"weapon": "broadsword", "use": "swing", "target": target, **arguments})
    )
    assert preview.against is not None
    return preview.against, kept(preview.parts), rules(preview.parts)


def attacking(own: dict[str, Any] | None = None, rows: str = "AT", maneuver: str = "attack", **more: Any) -> Fight:
    """The moment after a hero has chosen to attack."""
    variant = more.pop("variant", "")
    return chose(fight(rows, {"A": own or sheet()}, **more), "A", maneuver, variant)


def on_the_move(own: dict[str, Any], *effects: str, **more: Any) -> Fight:
    """A hero who has moved up to its foe by Move and Attack."""
    moment = chose(fight("A.T", {"A": own}, effects={"A": list(effects)}, **more), "A", "move_and_attack")
    return act(moment, "A", "move", path="A1 B1").fight
