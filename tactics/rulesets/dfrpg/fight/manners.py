"""Optional manners of a blow, each with a switch: Deceptive Attack and Rapid Strike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tactics.core.text import Text, composed, text
from tactics.rules.action import Action, Argument, Refusal
from tactics.rules.event import Part
from tactics.rulesets.dfrpg.fight import attack as attack_parts
from tactics.rulesets.dfrpg.fight import checks, holding, own_numbers, states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack
from tactics.rulesets.dfrpg.fight.defending import Defense
from tactics.rulesets.dfrpg.fight.sheet import Use, sheet_of
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Fight

DECEPTIVE, RAPID = "deceptive", "rapid"
"""Arguments of an attack: levels of a Deceptive Attack, and a blow of a Rapid Strike."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a blow is struck.

    Attributes:
        rapid: it is one of the blows of a Rapid Strike.
        deceptive: levels of a Deceptive Attack.
    """

    rapid: bool = False
    deceptive: int = 0

    @property
    def arguments(self) -> Mapping[str, Argument]:
        """What names the manner in an action; nothing for a plain blow."""
        found: dict[str, Argument] = {}
        if self.rapid:
            found[RAPID] = True
        if self.deceptive:
            found[DECEPTIVE] = self.deceptive
        return found

    def words(self, title: Text) -> Text:
        """The title of a blow with its manner."""
        if self.rapid:
            title = composed("{attack}, {manner}", attack=title, manner=text("rapid strike"))
        if self.deceptive:
            title = composed("{attack}, {manner}", attack=title, manner=text("deceptive {n}", n=self.deceptive))
        return title

    def of(self, attack: Attack) -> Attack:
        """The same blow struck in this manner."""
        return replace(attack, rapid=self.rapid, deceptive=self.deceptive)


PLAIN = Manner()


def named(action: Action) -> Manner:
    """The manner an action names."""
    levels = action.arguments.get(DECEPTIVE, 0)
    return Manner(action.arguments.get(RAPID) is True, levels if isinstance(levels, int) and levels > 0 else 0)


def manners(fight: Fight, who: str, use: Use | None, skill: int) -> Iterator[Manner]:
    """The manners a blow or shot could have now, the plain one first.

    Args:
        fight: the moment.
        who: the attacker.
        use: how it strikes; None for a shot.
        skill: effective skill of the plain blow against the target it is best against.

    Source: dfrpg.attack.deceptive, dfrpg.attack.rapid_strike
    """
    found = [] if _strikes_left(fight, who) else [PLAIN]
    if use is not None and may_be_rapid(fight, who, use):
        found.append(Manner(rapid=True))
    yield from found
    if use is None or not may_deceive(fight):
        return
    numbers = table("fight")["deceptive"]
    for one in found:
        room = skill + (rapid_part(fight, who) if one.rapid else 0) - int(numbers["least"])
        yield from (Manner(one.rapid, level) for level in range(1, room // -int(numbers["attack"]) + 1))


def may_deceive(fight: Fight) -> bool:
    """Whether the rule is in use. Source: dfrpg.attack.deceptive."""
    return own_numbers.switch(fight, "deceptive_attack") is True


def may_be_rapid(fight: Fight, who: str, use: Use) -> bool:
    """Whether a blow may be one of a Rapid Strike now.

    Source: dfrpg.attack.rapid_strike
    """
    if own_numbers.switch(fight, "rapid_strike") is not True or states.maneuver_of(fight, who)[0] != "attack":
        return False
    return holding.stays_ready(fight, who, use) and fight.body(who).count(turn.RAPID) < _blows()


def _blows() -> int:
    return int(table("fight")["rapid_strike"]["attacks"])


def _strikes_left(fight: Fight, who: str) -> bool:
    """Whether a Rapid Strike has begun and is not over. Source: dfrpg.attack.rapid_strike."""
    return 0 < fight.body(who).count(turn.RAPID) < _blows()


def more_attacks(fight: Fight, who: str) -> int:
    """Blows a Rapid Strike adds to those of the turn. Source: dfrpg.attack.rapid_strike."""
    return _blows() - 1 if fight.body(who).count(turn.RAPID) else 0


def still_to_come(fight: Fight, attack: Attack) -> int:
    """Blows that a blow would add to those of the turn. Source: dfrpg.attack.rapid_strike."""
    return _blows() - 1 if attack.rapid and not fight.body(attack.who).count(turn.RAPID) else 0


def forbidden(fight: Fight, attack: Attack) -> Refusal | None:
    """Why a blow may not have its manner.

    Source: dfrpg.attack.deceptive, dfrpg.attack.rapid_strike
    """
    if _strikes_left(fight, attack.who) and not attack.rapid:
        return Refusal(text("The second blow of a rapid strike comes first."), "dfrpg.attack.rapid_strike")
    if attack.rapid and (attack.use is None or not may_be_rapid(fight, attack.who, attack.use)):
        return Refusal(text("No rapid strike is possible with it now."), "dfrpg.attack.rapid_strike")
    if attack.deceptive and (attack.use is None or not may_deceive(fight)):
        return Refusal(text("A deceptive attack is not possible with it."), "dfrpg.attack.deceptive")
    return None


def too_deceptive(fight: Fight, attack: Attack) -> Refusal | None:
    """Why a blow has no room for its levels of deceit, seen from where the attacker looks as it strikes.

    Source: dfrpg.attack.deceptive
    """
    least = int(table("fight")["deceptive"]["least"])
    if not attack.deceptive or checks.total(attack_parts.parts_of(fight, attack)) >= least:
        return None
    return Refusal(text("It would leave a skill below {n}.", n=least), "dfrpg.attack.deceptive")


def rapid_part(fight: Fight, who: str) -> int:
    """What a Rapid Strike takes off each blow. Source: dfrpg.attack.rapid_strike."""
    master = "weapon_master" in sheet_of(fight.world.creature(who)).traits
    return int(table("fight")["rapid_strike"]["master" if master else "attack"])


def harder(fight: Fight, attack: Attack) -> Iterator[Part]:
    """What a manner takes off the skill of the attacker. Source: dfrpg.attack.deceptive, dfrpg.attack.rapid_strike."""
    numbers = table("fight")
    if attack.rapid:
        yield Part(rapid_part(fight, attack.who), text("rapid strike"), "", "dfrpg.attack.rapid_strike")
    amount = attack.deceptive * numbers["deceptive"]["attack"]
    yield Part(amount, text("deceptive attack"), "", "dfrpg.attack.deceptive")


def deceived(fight: Fight, defense: Defense) -> Iterator[Part]:
    """What a Deceptive Attack takes off the defence. Source: dfrpg.attack.deceptive."""
    amount = defense.attack.deceptive * table("fight")["deceptive"]["defense"]
    yield Part(amount, text("deceptive attack"), "", "dfrpg.attack.deceptive")
