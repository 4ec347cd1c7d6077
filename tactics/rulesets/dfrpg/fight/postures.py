"""Postures: changing them by a manoeuvre or a step, crouching, and what they do to shots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tactics.core.lattice import Square
from tactics.core.text import Text, figures, text
from tactics.rules.action import Action, NeedSquare, Option, Preview, Refusal, Refused
from tactics.rules.event import CounterSet, Part
from tactics.rules.fighting import Run
from tactics.rules.kinds import refuse
from tactics.rulesets.dfrpg import facing, lying
from tactics.rulesets.dfrpg.board import yards_between
from tactics.rulesets.dfrpg.fight import checks, lying_down, moves, own_numbers, states, turn
from tactics.rulesets.dfrpg.fight.attack import Attack, shock_parts
from tactics.rulesets.dfrpg.fight.sheet import sheet_of
from tactics.rulesets.dfrpg.figures import feet_ft
from tactics.rulesets.dfrpg.tables import table
from tactics.world.fight import Effect, Fight

RULE = "dfrpg.maneuver.change_posture"
NO_STANDING = "dfrpg.maneuver.change_posture.no_lying_to_standing"
SPRINGING = "dfrpg.maneuver.change_posture.acrobatic_stand"
BY_STEP = "dfrpg.maneuver.change_posture.kneel_by_step"
FREE = "dfrpg.maneuver.change_posture.crouch_free"
TITLES: Mapping[str, Text] = {
    states.STANDING: text("Stand up"),
    states.KNEELING: text("Kneel"),
    states.SITTING: text("Sit"),
    states.CRAWLING: text("On all fours"),
    states.FACE_UP: text("Lie face up"),
    states.FACE_DOWN: text("Lie face down"),
}
"""The six postures; crouching is a way of standing. Source: dfrpg.posture.list."""
LYING = (states.FACE_UP, states.FACE_DOWN)
WHERE = text("In which square?")


def listed_posture(fight: Fight, who: str) -> str:
    """One of the six postures, a crouching figure standing. Source: dfrpg.posture.list."""
    posture = states.posture_of(fight, who)
    if posture == states.PRONE:
        up = states.has(fight, who, states.PRONE, states.FACE_UP)
        return states.FACE_UP if up else states.FACE_DOWN
    return states.STANDING if posture == states.CROUCHING else posture


def numbers_words(posture: str) -> Text:
    """What a posture does, in words. Source: dfrpg.posture.table."""
    row = table("postures")[states.PRONE if posture in LYING else posture]
    numbers = {key: figures(row[key]) for key in ("attack", "defense", "target")}
    return text("Melee attacks {attack}, defenses {defense}, shots at it {target}.", **numbers)


def target_parts(fight: Fight, attack: Attack) -> Iterator[Part]:
    """A low figure is a smaller target for shots; one flat on the ground only from afar, and not from above.

    Source: dfrpg.posture.smaller_target, dfrpg.posture.table
    """
    if attack.melee:
        return
    world, posture = fight.world, states.posture_of(fight, attack.target)
    row = table("postures")[posture]
    own, other = world.creature(attack.who), world.creature(attack.target)
    if row["flat"]:
        long_yd = facing.prices().tall_yd * other.space.width
        if yards_between(world, own, other) <= long_yd or feet_ft(world, own) > feet_ft(world, other):
            return
    yield Part(row["target"], states.named(posture), "", "dfrpg.posture.smaller_target")


class ChangePosture:
    """Another posture by the manoeuvre Change Posture.

    Source: dfrpg.maneuver.change_posture, dfrpg.maneuver.change_posture.choose_cell
    """

    ids = ("change_posture",)
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """Every other posture, with the square it is taken in where there is a choice."""
        if not turn.by(fight, who, "change_posture"):
            return
        for posture, title in TITLES.items():
            if posture == listed_posture(fight, who):
                continue
            why = self._why_not(fight, who, posture)
            squares = () if why is not None else squares_for(fight, who, posture)
            needs = (NeedSquare("square", squares, WHERE),) if squares else ()
            notes = (numbers_words(posture),)
            yield Option("change_posture", "move", title, COST, needs, why, {"posture": posture}, notes)

    def _why_not(self, fight: Fight, who: str, posture: str) -> Refusal | None:
        why = turn.doing(fight, who, "change_posture")
        if why is None and fight.body(who).count(turn.ACTS):
            why = Refusal(text("It has changed its posture this turn."), RULE)
        if why is None and posture == listed_posture(fight, who):
            why = Refusal(text("That is its posture already."), RULE)
        if why is None and posture == states.STANDING and states.posture_of(fight, who) == states.PRONE:
            why = _no_spring(fight, who)
        rises = posture not in LYING and fight.world.creature(who).sprawl
        if why is None and rises and not lying.rising_cells(fight.world, who):
            why = Refusal(text("Enemies stand where it lies."), "dfrpg.maneuver.change_posture.choose_cell")
        return why

    def resolve(self, run: Run, action: Action) -> None:
        """Take the posture."""
        posture, where = self._settled(run.fight, action)
        who = action.who
        states.add(run, who, turn.ACTS)
        if posture in LYING:
            upper = where if where is not None else next(iter(run.fight.world.creature(who).sprawl), None)
            lying_down.lie(run, who, posture, upper, rule="dfrpg.posture.list")
        elif posture == states.STANDING and states.posture_of(run.fight, who) == states.PRONE:
            _spring(run, who, where)
        else:
            lying_down.rise(run, who, posture, where, rule="dfrpg.posture.list")
            if posture == states.CRAWLING and lying_down.crawls_in_two(run.fight):
                lying_down.stretch(run, who, where)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What the posture does; the roll of a spring to one's feet."""
        posture, _ = self._settled(fight, action)
        notes = (numbers_words(posture),)
        if posture == states.STANDING and states.posture_of(fight, action.who) == states.PRONE:
            return replace(checks.preview(spring_parts(fight, action.who)), notes=notes)
        return Preview(notes=notes)

    def _settled(self, fight: Fight, action: Action) -> tuple[str, Square | None]:
        posture = str(action.arguments.get("posture", ""))
        if posture not in TITLES:
            raise Refused(Refusal(text("Say which posture."), "dfrpg.posture.list"))
        refuse(self._why_not(fight, action.who, posture))
        squares, said = squares_for(fight, action.who, posture), action.arguments.get("square")
        if not squares:
            return posture, None
        if not isinstance(said, Square) or said not in squares:
            rule = "dfrpg.posture.lying_two_cells" if posture in LYING else f"{RULE}.choose_cell"
            raise Refused(Refusal(text("Say in which square."), rule))
        return posture, said


COST = text("change of posture")


def squares_for(fight: Fight, who: str, posture: str) -> tuple[Square, ...]:
    """The squares to choose from for a posture: where the head lies, or which of two squares it gets up in.

    Source: dfrpg.maneuver.change_posture.choose_cell, dfrpg.posture.lying_two_cells
    """
    creature = fight.world.creature(who)
    stretches = posture in LYING or (posture == states.CRAWLING and lying_down.crawls_in_two(fight))
    if stretches:
        return () if creature.sprawl else lying.lying_cells(fight.world, who)
    return lying.rising_cells(fight.world, who) if creature.sprawl else ()


def _no_spring(fight: Fight, who: str) -> Refusal | None:
    """Why a lying figure cannot come to its feet at once.

    Source: dfrpg.maneuver.change_posture.no_lying_to_standing, dfrpg.maneuver.change_posture.acrobatic_stand
    """
    if own_numbers.switch(fight, "acrobatic_stand") is not True:
        return Refusal(text("Who lies does not stand up at once."), NO_STANDING)
    if "acrobatics" not in sheet_of(fight.world.creature(who)).skills:
        return Refusal(text("It has not learned Acrobatics."), SPRINGING)
    return checks.too_hard(spring_parts(fight, who), SPRINGING)


def spring_parts(fight: Fight, who: str) -> tuple[Part, ...]:
    """The roll to spring to one's feet. Source: dfrpg.maneuver.change_posture.acrobatic_stand."""
    sheet, numbers = sheet_of(fight.world.creature(who)), table("fight")["acrobatic_stand"]
    load = Part(numbers["per_level"] * sheet.encumbrance, text("encumbrance"), "", SPRINGING)
    found = (
        checks.base(sheet.skills["acrobatics"], text("Acrobatics"), SPRINGING),
        Part(numbers["base"], text("spring to its feet"), "", SPRINGING),
        load,
        *shock_parts(fight, who),
    )
    return tuple(one for one in found if one.amount)


def _spring(run: Run, who: str, where: Square | None) -> None:
    """Source: dfrpg.maneuver.change_posture.acrobatic_stand."""
    result = checks.roll(run, who, "posture", spring_parts(run.fight, who), what=text("Acrobatics"), rule=SPRINGING)
    if result.kind != "critical_failure":
        ends = states.STANDING if result.succeeded else states.SITTING
        lying_down.rise(run, who, ends, where, rule=SPRINGING)


class KneelByStep:
    """To the knees and back to the feet in place of a step.

    Source: dfrpg.maneuver.change_posture.kneel_by_step
    """

    ids = ("kneel", "stand")
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One of the two, where a step is granted."""
        if not turn.chosen(fight, who) or turn.allowance(fight, who).movement != turn.STEPS:
            return
        posture = listed_posture(fight, who)
        if posture in (states.STANDING, states.KNEELING):
            id_, to = ("stand", states.STANDING) if posture == states.KNEELING else ("kneel", states.KNEELING)
            refusal = self._why_not(fight, who, id_)
            yield Option(id_, "move", TITLES[to], moves.STEP_COST, (), refusal, notes=(numbers_words(to),))

    def _why_not(self, fight: Fight, who: str, id_: str) -> Refusal | None:
        why = turn.acting(fight, who)
        needed = states.KNEELING if id_ == "stand" else states.STANDING
        if why is None and listed_posture(fight, who) != needed:
            why = Refusal(text("Only kneeling and standing trade places by a step."), BY_STEP)
        if why is None and turn.allowance(fight, who).movement != turn.STEPS:
            why = Refusal(text("The maneuver gives no step."), BY_STEP)
        if why is None and turn.step_yd(fight, who) < own_numbers.step_now(fight, who):
            why = Refusal(text("It takes a whole step."), BY_STEP)
        return why

    def resolve(self, run: Run, action: Action) -> None:
        """Spend the step."""
        who = action.who
        refuse(self._why_not(run.fight, who, action.id))
        run.emit(CounterSet(who, turn.STEP, turn.STEP_BEGUN))
        run.emit(CounterSet(who, turn.KNELT, 1))
        lying_down.rise(run, who, states.STANDING if action.id == "stand" else states.KNEELING, rule=BY_STEP)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What the posture does."""
        refuse(self._why_not(fight, action.who, action.id))
        return Preview(notes=(numbers_words(states.STANDING if action.id == "stand" else states.KNEELING),))


class Crouch:
    """Crouching and rising again, for nothing.

    Source: dfrpg.core.free_action, dfrpg.maneuver.change_posture.crouch_free
    """

    ids = ("crouch", "rise")
    groups = ("move",)

    def options(self, fight: Fight, who: str) -> Iterable[Option]:
        """One of the two, for who is on its feet."""
        posture = states.posture_of(fight, who)
        if fight.active != who or posture not in (states.STANDING, states.CROUCHING):
            return
        id_, title, to = (
            ("crouch", text("Crouch"), states.CROUCHING)
            if posture == states.STANDING
            else ("rise", text("Rise"), states.STANDING)
        )
        why = self._why_not(fight, who, id_)
        yield Option(id_, "move", title, text("free"), (), why, notes=(numbers_words(to),))

    def _why_not(self, fight: Fight, who: str, id_: str) -> Refusal | None:
        why = states.not_its_turn(fight, who)
        if why is None and states.stunned(fight, who):
            why = Refusal(text("It is stunned."), "dfrpg.maneuver.do_nothing.stunned_forced")
        needed = states.STANDING if id_ == "crouch" else states.CROUCHING
        if why is None and states.posture_of(fight, who) != needed:
            why = Refusal(text("Only who is on its feet crouches or rises."), FREE)
        if why is None and id_ == "crouch" and turn.yards_moved(fight, who) > own_numbers.step_now(fight, who):
            why = Refusal(text("It has moved more than a step."), FREE)
        return why

    def resolve(self, run: Run, action: Action) -> None:
        """Duck, or rise."""
        refuse(self._why_not(run.fight, action.who, action.id))
        if action.id == "crouch":
            states.gain(run, action.who, Effect(states.CROUCHING, rule=FREE))
        else:
            states.lose(run, action.who, states.CROUCHING)

    def preview(self, fight: Fight, action: Action) -> Preview:
        """What the posture does."""
        refuse(self._why_not(fight, action.who, action.id))
        return Preview(notes=(numbers_words(states.CROUCHING if action.id == "crouch" else states.STANDING),))
