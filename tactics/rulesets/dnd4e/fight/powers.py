"""Powers as a stat block gives them; the keys stand in docs/file-formats.md."""

from __future__ import annotations

from dataclasses import dataclass, field

from tactics.core.text import Named
from tactics.rules.dice_text import Dice

ACTIONS = ("standard", "move", "minor", "free", "opportunity", "interrupt", "reaction", "none")
"""What a power takes; "interrupt" and "reaction" are immediate actions. Source: dnd4e.action.turn_budget."""
USAGES = ("at_will", "encounter", "daily", "recharge")
KINDS = ("melee", "ranged", "close_burst", "close_blast", "area_burst", "wall", "personal")
"""Source: dnd4e.attack.types."""
AREAS = ("close_burst", "close_blast", "area_burst", "wall")
TARGETS = ("creature", "enemy", "ally", "ally_or_self", "self")
"""Whom a target line takes; "ally" leaves its user out. Source: dnd4e.area.target_line."""
MELEE_BASIC, RANGED_BASIC = "melee_basic", "ranged_basic"
"""Ids of the basic attacks everybody has."""
DEFENSES = ("ac", "fortitude", "reflex", "will")
DOES = (
    "damage",
    "ongoing",
    "condition",
    "push",
    "pull",
    "slide",
    "shift",
    "teleport",
    "heal",
    "temporary",
    "mark",
    "bonus",
    "save",
    "resist",
    "vulnerable",
    "zone",
    "basic",
)
"""What one outcome can do: the key that names it in a stat block."""
ENDS = ("start_next", "end_next", "end_target", "encounter", "save", "sustain", "hours")
"""Until when it lasts: start or end of its user's next turn, end of its target's next turn, the encounter, a saving
throw, as long as it is sustained, longer than any encounter. Source: dnd4e.duration.instant."""
TRIGGERS = ("hit", "missed", "hurt", "adjacent", "leaves", "ally_hit", "bloodied", "attacks_other")
"""What an immediate action or a triggered power may answer: an enemy hits or misses its owner, damage, an enemy comes
beside it or leaves its side, an ally is hit, it becomes bloodied, an enemy it has marked attacks without it."""
CONDITIONS = (
    "blinded",
    "dazed",
    "deafened",
    "dominated",
    "grabbed",
    "helpless",
    "immobilized",
    "insubstantial",
    "invisible",
    "petrified",
    "prone",
    "restrained",
    "slowed",
    "stunned",
    "surprised",
    "unconscious",
    "weakened",
)
"""Conditions a power may bring. Source: dnd4e.condition.general."""
ZONES = ("plain", "difficult", "obscured", "heavily_obscured", "solid")
"""What the ground of a zone is like; "solid" is a wall of matter."""
BASICS = ("melee", "ranged", "any")
BONUSES = ("attack", "damage", "defenses", *DEFENSES, "saves", "speed")
"""What a bonus of a power may go to."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that comes of a power.

    Attributes:
        does: one of `DOES`.
        dice: of damage, healing, temporary hit points; the number of ongoing damage, resistance and vulnerability.
        weapon: how many [W] of damage.
        add: ability whose modifier is added, "" for none.
        types: damage types, empty for untyped.
        half: half of the damage that was rolled for the hit.
        id: condition; defenses, attack, damage, speed, saves a bonus goes to.
        amount: of a bonus, or squares of a movement.
        type: of a bonus.
        until: one of `ENDS`, "" for at once.
        group: outcomes of one group end by one save.
        after: id of the condition that follows when a save ends it.
        worse: ids of the conditions that failed saves at the end of the turn change it to, one after another.
        surge: healing by a surge: "spend", "value" (as if one were spent), "" for none.
        to_user: it meets the user.
    """

    does: str
    dice: Dice = field(default_factory=Dice)
    weapon: int = 0
    add: str = ""
    types: tuple[str, ...] = ()
    half: bool = False
    id: str = ""
    amount: int = 0
    type: str = ""
    until: str = ""
    group: str = ""
    after: str = ""
    worse: str = ""
    surge: str = ""
    to_user: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Power:
    """Something a creature can do by a card of its own.

    Attributes:
        id, name: what it is called.
        action: one of `ACTIONS`.
        usage: one of `USAGES`.
        recharge: lowest face of a d6 that brings it back.
        kind: one of `KINDS`.
        keywords: fire, weapon, implement, charm, healing, poison, teleportation ...
        reach_sq: of a melee power; None takes that of the weapon or creature.
        range_sq: of a ranged power or of the origin of an area; None takes that of the weapon.
        size_sq: of a burst, blast or wall.
        targets: one of `TARGETS`.
        count: most targets; 0 for everybody in an area.
        weapon: id of the weapon it uses, "" for the one in hand when its keywords say weapon.
        ability: of the attack; "" for a power without attack roll.
        versus: one of `DEFENSES`.
        attack: total of the attack, None when it follows from level, ability and weapon.
        bonus: to the attack besides.
        hit, miss, effect: what comes of it; the effect comes either way.
        sustain: action that sustains it, "" for none; `on_sustain` comes of that.
        sustain_attack: sustaining it makes its attack again.
        on_enter, on_start: what its zone does to those who come into it, or start their turn there.
        trigger: what it answers, "" for none.
        basic: it counts as a basic attack: melee, ranged, "".
        provokes: None as its kind does; False when it never provokes.
        crit: lowest face that is a critical hit if the total hits.
        requires: condition its user must be in, or "bloodied".
    """

    id: str
    name: Named
    action: str = "standard"
    usage: str = "at_will"
    recharge: int = 6
    kind: str = "melee"
    keywords: frozenset[str] = frozenset()
    reach_sq: int | None = None
    range_sq: int | None = None
    size_sq: int = 0
    targets: str = "creature"
    count: int = 1
    weapon: str = ""
    ability: str = ""
    versus: str = "ac"
    attack: int | None = None
    bonus: int = 0
    hit: tuple[Outcome, ...] = ()
    miss: tuple[Outcome, ...] = ()
    effect: tuple[Outcome, ...] = ()
    sustain: str = ""
    on_sustain: tuple[Outcome, ...] = ()
    sustain_attack: bool = False
    on_enter: tuple[Outcome, ...] = ()
    on_start: tuple[Outcome, ...] = ()
    trigger: str = ""
    basic: str = ""
    provokes: bool | None = None
    crit: int = 20
    requires: str = ""

    @property
    def rolls(self) -> bool:
        """Whether it makes an attack roll."""
        return bool(self.ability) or self.attack is not None

    @property
    def area(self) -> bool:
        """Whether it fills an area."""
        return self.kind in AREAS

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Everything that may come of its use at once."""
        return (*self.hit, *self.miss, *self.effect)

    @property
    def armed(self) -> bool:
        """Whether it uses a weapon."""
        return "weapon" in self.keywords
