"""Choosing the manoeuvre of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from tactics.core.text import Text, composed, text
from tactics.rules.action import Action, Argument, Option, Preview, Refusal, Refused
from tactics.rules.event import Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rules.registry import book
from tactics.rulesets.dfrpg.fight import checks, states, turn
from tactics.rulesets.dfrpg.fight.turn import Allowance
from tactics.rulesets.dfrpg.tables import SYSTEM, table
from tactics.world.fight import Fight

IDS = (
    "do_nothing",
    "move",
    "change_posture",
    "aim",
    "attack",
    "feint",
    "all_out_attack",
    "move_and_attack",
    "all_out_defense",
    "concentrate",
    "ready",
    "wait",
)
"""The twelve. Source: dfrpg.maneuver.list."""
VARIANTS: Mapping[tuple[str, str], Text] = {
    ("aim", "brace"): text("braced"),
    ("all_out_attack", "determined"): text("Determined"),
    ("all_out_attack", "strong"): text("Strong"),
    ("all_out_attack", "double"): text("Double"),
    ("all_out_attack", "feint"): text("Feint and attack"),
    ("all_out_attack", "ranged"): text("ranged"),
    ("all_out_defense", "increased_dodge"): text("Increased Dodge"),
    ("all_out_defense", "increased_parry"): text("Increased Parry"),
    ("all_out_defense", "increased_block"): text("Increased Block"),
    ("all_out_defense", "double"): text("Double Defense"),
}
"""The kinds of manoeuvres in words."""
_NUMBERS = table("fight")
DOES: Mapping[tuple[str, str], Text] = {
    ("do_nothing", ""): text("Rest, or recover from being stunned."),
    ("move", ""): text("Go somewhere and do nothing else."),
    ("change_posture", ""): text("Stand up, kneel, sit or lie down."),
    ("aim", ""): text("Take aim at somebody: the next shot is better."),
    ("aim", "brace"): text("Rest a crossbow on something low and take aim."),
    ("attack", ""): text("One attack, before or after the step."),
    ("feint", ""): text("Fool a foe: it defends worse against your next attack."),
    ("all_out_attack", "determined"): text("One melee attack at +{n}.", n=_NUMBERS["all_out"]["determined"]),
    ("all_out_attack", "strong"): text("One melee attack that hurts more."),
    ("all_out_attack", "double"): text("Two melee attacks on one foe."),
    ("all_out_attack", "feint"): text("A feint and a melee attack on one foe."),
    ("all_out_attack", "ranged"): text("One shot at +{n}.", n=_NUMBERS["all_out"]["ranged"]),
    ("move_and_attack", ""): text("Go somewhere and attack badly on the way."),
    ("all_out_defense", "increased_dodge"): text("+{n} to every dodge.", n=_NUMBERS["defense"]["all_out"]),
    ("all_out_defense", "increased_parry"): text("+{n} to every parry.", n=_NUMBERS["defense"]["all_out"]),
    ("all_out_defense", "increased_block"): text("+{n} to every block.", n=_NUMBERS["defense"]["all_out"]),
    ("all_out_defense", "double"): text("A second, different defense when the first one fails."),
    ("concentrate", ""): text("Cast a spell, or do something with the mind."),
    ("ready", ""): text("Draw, load, pick up or put away something."),
    ("wait", ""): text("Say what you wait for and what you will do then."),
}
"""What each manoeuvre is for, in a line."""
WHY_NOT: list[Callable[[Fight, str, Allowance], Refusal | None]] = []
"""Why a figure cannot choose a manoeuvre now, besides what stands here; other modules put it in."""
HOLDS_OUT: list[Callable[[Run, str, Allowance], bool]] = []
"""Whether a figure has the strength for the manoeuvre it has chosen; other modules put it in."""
RISKS: list[Callable[[Fight, str, Allowance], tuple[Part, ...]]] = []
"""What the roll is made of that a figure needs for a manoeuvre, nothing when it needs none; other modules put it in."""
CHOSEN: list[Callable[[Run, str, Allowance], None]] = []
"""What comes of choosing a manoeuvre, told after it is in force; other modules put it in."""
LEAVING: list[Callable[[Run, str, Allowance], None]] = []
"""What ends as another manoeuvre is chosen, told before the new one is in force; other modules put it in."""

TELLS: list[Callable[[Fight, str, Allowance], Iterable[Text]]] = []
"""What whoever chooses should know of a manoeuvre besides; other modules put it in."""


def title_of(maneuver: str, variant: str) -> Text:
    """A manoeuvre with its kind in words."""
    name = composed("{name}", name=book(SYSTEM).rules[f"dfrpg.maneuver.{maneuver}"].title)
    return composed("{maneuver}: {kind}", maneuver=name, kind=VARIANTS[maneuver, variant]) if variant else name


def why_not(fight: Fight, who: str, one: Allowance) -> Refusal | None:
    """Why a figure cannot choose a manoeuvre now.

    Source: dfrpg.maneuver.choose_one, dfrpg.maneuver.do_nothing.stunned_forced
    """
    out_of_turn = states.not_its_turn(fight, who)
    if out_of_turn is not None:
        return out_of_turn
    if turn.chosen(fight, who):
        return Refusal(text("The maneuver of this turn is chosen."), "dfrpg.maneuver.choose_one")
    if one.id != "do_nothing" and states.stunned(fight, who):
        return Refusal(text("It is stunned."), "dfrpg.maneuver.do_nothing.stunned_forced")
    return next((why for each in WHY_NOT if (why := each(fight, who, one)) is not None), None)


def defense_words(one: Allowance) -> Text:
    """Which defences a manoeuvre leaves, in words. Source: dfrpg.maneuver.summary_table."""
    return {
        "any": text("Any active defense."),
        "none": text("No active defense until the next turn!"),
        "free_hands": text("No parry or block with the attacking hand, no retreat."),
    }[one.defenses]


class ChooseManeuver:
    """Choosing one of the twelve, with its kind where it has kinds.

    Source: dfrpg.maneuver.list, dfrpg.maneuver.choose_one
    """

    ids = ("maneuver",)
    groups = ("maneuver",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Each manoeuvre with what it allows; none once one is chosen."""
        if fight.active != who or turn.chosen(fight, who):
            return
        for one in turn.allowances().values():
            arguments: dict[str, Argument] = {"maneuver": one.id}
            if one.variant:
                arguments["variant"] = one.variant
            notes = [DOES[one.id, one.variant], turn.movement_words(fight, who, one), defense_words(one)]
            notes += (words for tells in TELLS for words in tells(fight, who, one))
            refusal = why_not(fight, who, one)
            title = title_of(one.id, one.variant)
            yield Option("maneuver", "maneuver", title, text("one a turn"), (), refusal, arguments, tuple(notes))

    def resolve(self, run: Run, action: Action) -> None:
        """Let it be the manoeuvre in force; who is at 0 hit points or less may lose consciousness.

        Source: dfrpg.maneuver.governs_defense, dfrpg.maneuver.do_nothing.no_collapse_roll
        """
        one = _named(action)
        refuse(why_not(run.fight, action.who, one))
        choose(run, action.who, one)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What it allows, and the roll to hold out where there is one. Source: dfrpg.injury.collapse."""
        one = _named(action)
        refuse(why_not(fight, action.who, one))
        notes = (turn.movement_words(fight, action.who, one), defense_words(one))
        parts = next((found for risk in RISKS if (found := risk(fight, action.who, one))), ())
        return replace(checks.preview(parts), notes=notes) if parts else Preview(notes=notes)


def choose(run: Run, who: str, one: Allowance) -> None:
    """Let a manoeuvre be the one of this turn."""
    states.set_counter(run, who, turn.CHOSEN, 1)
    for leave in LEAVING:
        leave(run, who, one)
    states.set_maneuver(run, who, one.id, one.variant, one.rule)
    for holds_out in HOLDS_OUT:
        if not holds_out(run, who, one):
            return
    for follow in CHOSEN:
        follow(run, who, one)


def _named(action: Action) -> Allowance:
    """The manoeuvre an action names.

    Raises:
        Refused: there is none of the name, or its kind is missing. Source: dfrpg.maneuver.list.
    """
    key = (str(action.arguments.get("maneuver", "")), str(action.arguments.get("variant", "")))
    found = turn.allowances().get(key)
    if found is None:
        rule = f"dfrpg.maneuver.{key[0]}" if key[0] in IDS else "dfrpg.maneuver.list"
        raise Refused(Refusal(text("Say which maneuver, and which kind of it."), rule))
    return found
