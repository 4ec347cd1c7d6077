"""Spells, abilities, activities and afflictions as a stat block gives them; the keys stand in docs/file-formats.md."""

from __future__ import annotations

from dataclasses import dataclass, field

from tactics.core.text import Named
from tactics.rules.dice_text import Dice

KINDS = ("spell", "ability", "activity")
SPELL = "spell"
TARGETS = ("creature", "enemy", "ally", "friend", "self", "willing")
"""Whom a power may be aimed at; "friend" is an ally or its user, "willing" whoever agrees.

Source: pf2e.effect.ally, pf2e.effect.willing_target
"""
STEPS = ("stride", "step", "strike", "strike_melee")
"""Actions an activity holds. Source: pf2e.action.subordinate."""
TRIGGERS = ("hurt", "ally_hurt", "act", "reached", "turn_start", "turn_end")
"""What a reaction may answer: harm to its user or to an ally in range, an act of an enemy in range, an enemy that comes
into range, its own turn."""
DOES = (
    "damage",
    "persistent",
    "heal",
    "temporary",
    "condition",
    "lower",
    "remove",
    "push",
    "pull",
    "affliction",
    "counteract",
    "reduce",
)
"""What one outcome can do: the key that names it in a stat block."""
ROUNDS, TURNS, USER_TURNS, SUSTAINED, STAGE = "rounds", "turns", "user_turns", "sustained", "stage"
LASTS = (ROUNDS, TURNS, USER_TURNS)
"""Durations with a number.

Source: pf2e.effect.duration_rounds, pf2e.effect.duration_target_turns, pf2e.effect.duration_sustained
"""
AFFLICTIONS = ("poison", "disease", "curse")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that comes of a power or of a stage.

    Attributes:
        does: one of `DOES`.
        on: degrees it comes with; empty for the usual ones.
        dice: of damage, healing, temporary hit points, or what a reaction takes off damage.
        type: damage type.
        tags: of the damage: magical, silver, nonlethal ...
        id: condition or affliction.
        value: of a condition, or by how much one is lowered.
        lasts: "", "rounds" (of its user), "turns" (of whom it meets), "user_turns", "sustained".
        number: how many of them.
        feet: of a push or pull.
        uses: actions the extra action of the quickened is good for.
        against: what is counteracted: spell, poison, disease, curse, conditions.
        modifier: of the counteract check, None for that of spells.
        needs, spares: traits of whom it meets: one of these, none of those.
        to_user: it meets the user.
    """

    does: str
    on: frozenset[str] = frozenset()
    dice: Dice = field(default_factory=Dice)
    type: str = ""
    tags: frozenset[str] = frozenset()
    id: str = ""
    value: int = 0
    lasts: str = ""
    number: int = 0
    feet: int = 0
    uses: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    modifier: int | None = None
    needs: frozenset[str] = frozenset()
    spares: frozenset[str] = frozenset()
    to_user: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of an affliction: what it does on reaching it, and rounds until the next save."""

    outcomes: tuple[Outcome, ...]
    rounds: int


@dataclass(frozen=True, slots=True, eq=False)
class Affliction:
    """A poison, disease or curse.

    Attributes:
        id, name: what it is called.
        kind: one of `AFFLICTIONS`.
        traits: of it.
        level: of it.
        save, dc: against it; a DC of None is that of its owner's spells.
        onset: rounds before the first stage.
        maximum: rounds it lasts at most, None for no limit.
        stages: from the first.
        virulent: only two successes in a row lower its stage.

    Source: pf2e.affliction.general
    """

    id: str
    name: Named
    kind: str
    traits: frozenset[str]
    level: int
    save: str
    dc: int | None
    onset: int
    maximum: int | None
    stages: tuple[Stage, ...]
    virulent: bool


@dataclass(frozen=True, slots=True, eq=False)
class Power:
    """A spell or another thing a creature can do.

    Attributes:
        id, name: what it is called.
        kind: one of `KINDS`.
        cost: actions it takes, 0 for a free action.
        reaction: it takes the reaction, in answer to `trigger`.
        traits: manipulate, concentrate, fire, mental ...
        rank: of a spell; else 0.
        level: of its effect.
        ability: spellcasting ability when it is not the usual one.
        range_ft: how far it reaches, 0 for touch or for its user's space.
        shape: burst, cone, emanation, line, or "".
        size_ft, width_ft: of the area.
        spares_user: the area leaves its user out.
        targets, count: whom it is aimed at, and how many at most.
        attack: "melee" or "ranged" for a roll against Armor Class, else "".
        modifier: total of that roll, None for that of spells.
        save, basic, dc: the saving throw it asks for; a DC of None follows from spells or class.
        outcomes: what comes of it.
        sustained: rounds it may be sustained at most, None when it is not.
        tires: sustaining it to the end makes fatigued.
        repeats: sustaining it uses it again, on targets that are chosen anew.
        uses, pool: how often a day, None for ever so often; shared with what names the same pool.
        recharge: rounds until it can be used again.
        immunity: rounds for which whom it met cannot be met again; `immunity_own`: by the same user only.
        steps: actions it holds.
        trigger, trigger_traits, trigger_types: what its reaction answers: traits of an act, types of damage.
        disrupts: its reaction disrupts what it answers, on these degrees; empty for never.
        minutes: casting takes so long that it is no matter for a fight.
        about: what it is for, when nothing of it is played.
    """

    id: str
    name: Named
    kind: str = SPELL
    cost: int = 2
    reaction: bool = False
    traits: frozenset[str] = frozenset()
    rank: int = 0
    level: int = 0
    ability: str = ""
    range_ft: int = 0
    shape: str = ""
    size_ft: int = 0
    width_ft: int = 5
    spares_user: bool = True
    targets: str = "creature"
    count: int = 1
    attack: str = ""
    modifier: int | None = None
    save: str = ""
    basic: bool = False
    dc: int | None = None
    outcomes: tuple[Outcome, ...] = ()
    sustained: int | None = None
    tires: bool = False
    repeats: bool = False
    uses: int | None = None
    pool: str = ""
    recharge: Dice | None = None
    immunity: int = 0
    immunity_own: bool = False
    steps: tuple[str, ...] = ()
    trigger: str = ""
    trigger_traits: frozenset[str] = frozenset()
    trigger_types: frozenset[str] = frozenset()
    disrupts: frozenset[str] = frozenset()
    minutes: bool = False
    about: Named | None = None

    @property
    def aimed(self) -> bool:
        """Whether creatures are chosen as its targets."""
        return not self.shape and not self.steps and bool(self.outcomes) and self.targets != "self"
