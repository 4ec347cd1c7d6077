"""Whether an action may be taken as described."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tactics.core.lattice import Square
from tactics.core.text import Text, as_words, text
from tactics.geometry.metric import alternating_sq
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.book import Case
from tactics.rules.lines import obstacle_name
from tactics.rules.verdict import Verdict
from tactics.rules.vocabulary import ACTIONS, MODES
from tactics.rulesets.pf2e import detection, stealth, taking_cover
from tactics.rulesets.pf2e.cover import final_grade, found_cover, near_feature
from tactics.rulesets.pf2e.cover_words import grade_word
from tactics.rulesets.pf2e.creatures import can_act, can_move, mount_of, stats
from tactics.rulesets.pf2e.distance import spot
from tactics.rulesets.pf2e.effect import clear_way
from tactics.rulesets.pf2e.flying import allowed_in_the_air
from tactics.rulesets.pf2e.forced import may_shove
from tactics.rulesets.pf2e.jumping import leap_ft
from tactics.rulesets.pf2e.mounted import dismount_squares, may_be_mount, may_mount
from tactics.rulesets.pf2e.movement import lacks, lacks_rule
from tactics.rulesets.pf2e.movement_words import bad_step, explain_steps, filled_square
from tactics.rulesets.pf2e.passing import may_stand_up, who_closes
from tactics.rulesets.pf2e.pricing import Move, costs_ft, the_move
from tactics.rulesets.pf2e.provoke import squares_left
from tactics.rulesets.pf2e.reach import strikes
from tactics.rulesets.pf2e.shelter import Shot
from tactics.rulesets.pf2e.sizes import may_be_placed
from tactics.rulesets.pf2e.speeds import mode_of_action, speed_ft
from tactics.rulesets.pf2e.tables import SQUARE_FT, table
from tactics.rulesets.pf2e.tumbling import tumbled
from tactics.world.board import EFFECT, MOVEMENT
from tactics.world.creature import Creature


class Answer(NamedTuple):
    """Whether something may be done, the rule that decides, and why; and whether that was argued already."""

    legal: bool
    rule: str
    why: Text
    argued: bool = False


def judge(case: Case) -> Verdict:
    """Whether a creature may take an action. Source: pf2e.basic.step, pf2e.basic.stride and the other actions."""
    if case.question.who is None or case.question.action is None:
        raise case.refuse("action", "say who does what")
    who, action = case.world.creature(case.question.who), case.question.action
    handler = HANDLERS.get(action)
    if handler is None:
        raise case.refuse("action", f"Pathfinder 2e does not judge {action!r}; it judges {', '.join(sorted(HANDLERS))}")
    case.squares("path", case.question.path)
    answer = _hindered(case, who, action) or handler(case, who)
    if not answer.argued:
        case.step(answer.rule, answer.why)
    return case.verdict(answer.legal, answer.why)


def _hindered(case: Case, who: Creature, action: str) -> Answer | None:
    """What keeps a creature from the action whatever it is aimed at."""
    if not can_act(who):
        return Answer(False, "pf2e.action.cannot_act", text("{who} cannot act.", who=who.name))
    if action not in table("actions")["move_trait"]:
        return None
    if "flying" in stats(who).conditions and not allowed_in_the_air(action):
        return Answer(False, "pf2e.aerial.combat", text("{who} is in the air.", who=who.name))
    if not can_move(who):
        rule = "pf2e.condition.grabbed_immobilized_restrained"
        return Answer(False, rule, text("{who} cannot move from its place.", who=who.name))
    if who.mount and action != "dismount":
        return Answer(False, "pf2e.mounted.penalties", text("A rider's only move action is to dismount."))
    if "prone" in stats(who).conditions and action not in ("crawl", "stand", "stand_up"):
        return Answer(False, "pf2e.condition.prone", text("Prone creatures only crawl or stand up."))
    return None


def _path(case: Case) -> Sequence[Square]:
    if len(case.question.path) < 2:
        raise case.refuse("path", "say from where to where")
    return case.question.path


def _fits(case: Case, who: Creature, path: Sequence[Square]) -> Answer | None:
    """What keeps a move from ending where its path does, None for nothing."""
    closed = who_closes(case.world, who, who.space.at(path[-1]), stop=True)
    if closed is None:
        return None
    return Answer(False, closed[1].rule, text("The squares of {who} are taken.", who=closed[0].name))


def _priced(case: Case, move: Move, path: Sequence[Square]) -> tuple[tuple[int, ...] | None, Answer | None]:
    costs = costs_ft(case, move, path)
    if costs is None:
        return None, Answer(False, *bad_step(case, move, path))
    return costs, None


def step(case: Case, who: Creature) -> Answer:
    """Step: one square on foot, plain ground. Source: pf2e.basic.step."""
    path, own = _path(case), stats(who)
    speed = speed_ft(own) or 0
    if case.question.mode != "walk":
        return Answer(False, "pf2e.move.special_speeds", text("A Step is only taken on foot."))
    least = table("movement")["step_speed_sq"] * SQUARE_FT
    if speed < least:
        return Answer(False, "pf2e.basic.step", text("A Step needs a Speed of {feet} ft.", feet=least))
    if len(path) != 2:
        return Answer(False, "pf2e.basic.step", text("A Step leads one square far."))
    move = the_move(case, who, "walk")
    costs, refused = _priced(case, move, path)
    if refused is not None or costs is None:
        return refused or Answer(False, "pf2e.basic.step", text("No step."))
    diagonal = path[0].x != path[1].x and path[0].y != path[1].y
    dear = diagonal and case.question.diagonals % 2 == 1
    if costs[0] > SQUARE_FT * (2 if dear else 1):
        return Answer(False, "pf2e.terrain.difficult", text("No Step into difficult terrain."))
    return _fits(case, who, path) or Answer(True, "pf2e.basic.step", text("A Step is possible."))


def crawl(case: Case, who: Creature) -> Answer:
    """Crawl: 5 ft while prone. Source: pf2e.basic.crawl."""
    path, own = _path(case), stats(who)
    if "prone" not in own.conditions:
        return Answer(False, "pf2e.basic.crawl", text("Only prone creatures crawl."))
    least = table("movement")["crawl_speed_sq"] * SQUARE_FT
    if (speed_ft(own) or 0) < least:
        return Answer(False, "pf2e.basic.crawl", text("Crawling needs a Speed of {feet} ft.", feet=least))
    costs, refused = _priced(case, the_move(case, who, "walk"), path)
    if refused is not None or costs is None:
        return refused or Answer(False, "pf2e.basic.crawl", text("No step."))
    if sum(costs) > SQUARE_FT:
        return Answer(False, "pf2e.basic.crawl", text("Crawling covers 5 ft; this costs {feet} ft.", feet=sum(costs)))
    return _fits(case, who, path) or Answer(True, "pf2e.basic.crawl", text("It may crawl there and stays prone."))


def travel(case: Case, who: Creature) -> Answer:
    """Stride, Fly, Swim, Climb and Burrow: as far as the Speed of that kind pays for.

    Source: pf2e.basic.stride, pf2e.basic.fly, pf2e.basic.burrow, pf2e.move.special_speeds.
    """
    path = _path(case)
    action = case.question.action or "stride"
    mode = mode_of_action(action) or "walk"
    if case.question.mode not in ("walk", mode):
        rule = "pf2e.move.special_speeds"
        return Answer(False, rule, text("Another Speed is used for this: {action}.", action=as_words(ACTIONS, action)))
    missing = lacks(who, mode)
    speed = speed_ft(stats(who), mode)
    if missing is not None or speed is None:
        way = as_words(MODES, mode)
        why = missing or text("{who} has no Speed for {mode}; a check decides how far it gets.", who=who.name, mode=way)
        return Answer(False, lacks_rule(mode), why)
    return _within_speed(case, who, path, the_move(case, who, mode), speed)


def _within_speed(case: Case, who: Creature, path: Sequence[Square], move: Move, speed: int) -> Answer:
    costs, refused = _priced(case, move, path)
    if refused is not None or costs is None:
        return refused or Answer(False, "pf2e.grid.movement_cost", text("No step."))
    if case.explain:
        explain_steps(case, move, path, costs)
    total = sum(costs)
    if total > speed:
        words = text("It costs {feet} ft, the Speed is {speed} ft.", feet=total, speed=speed)
        return Answer(False, "pf2e.grid.movement_cost", words)
    words = text("It costs {feet} ft of {speed} ft.", feet=total, speed=speed)
    return _fits(case, who, path) or Answer(True, "pf2e.grid.movement_cost", words)


def sneak(case: Case, who: Creature) -> Answer:
    """Sneak: half the Speed. Source: pf2e.skill.sneak."""
    speed = stealth.sneak_ft(speed_ft(stats(who)) or 0)
    return _within_speed(case, who, _path(case), the_move(case, who, "walk"), speed)


def tumble_through(case: Case, who: Creature) -> Answer:
    """Tumble Through one enemy's space after a successful check. Source: pf2e.skill.tumble_through."""
    path = _path(case)
    if len(tumbled(case.world, who, path)) > 1:
        return Answer(False, "pf2e.skill.tumble_through", text("Only one enemy can be tumbled through."))
    move = the_move(case, who, "walk", tumbling=True)
    return _within_speed(case, who, path, move, speed_ft(stats(who)) or 0)


def leap(case: Case, who: Creature) -> Answer:
    """Leap over what lies between, not past what is solid. Source: pf2e.basic.leap, pf2e.terrain.jump_ignores."""
    path, own = _path(case), stats(who)
    if case.question.mode == "fly":
        return Answer(False, "pf2e.aerial.combat", text("There is nothing to leap from in the air."))
    farthest = leap_ft(speed_ft(own) or 0)
    dx, dy = path[-1].x - path[0].x, path[-1].y - path[0].y
    feet = alternating_sq(dx, dy, case.question.diagonals if len(path) == 2 else 0) * SQUARE_FT
    if feet > farthest:
        words = text("The leap is {feet} ft, at most {most} ft are possible.", feet=feet, most=farthest)
        return Answer(False, "pf2e.basic.leap", words)
    hindered = jump_hindered(case, who, path)
    if hindered is not None:
        return hindered
    return _fits(case, who, path) or Answer(
        True, "pf2e.basic.leap", text("The leap of {feet} ft is possible.", feet=feet)
    )


def jump_hindered(case: Case, who: Creature, path: Sequence[Square]) -> Answer | None:
    """What keeps a jump from the first square of a path to the last, however far it is; None for nothing.

    Source: pf2e.basic.leap, pf2e.terrain.jump_ignores
    """
    start, end = who.space.at(path[0]), who.space.at(path[-1])
    filled = filled_square(case, end)
    if filled is not None:
        return Answer(False, "pf2e.basic.leap", text("There is nowhere to land. {why}", why=filled[1]))
    line = scene_of(case.world).trace(start.centre, end.centre)
    met = next((one for one in line.mets if _stops_a_leap(one.obstacle)), None)
    if met is not None:
        what = obstacle_name(met.obstacle)
        return Answer(False, "pf2e.basic.leap", text("Something solid is in the way: {what}.", what=what))
    for square in squares_left((path[0], path[-1]))[1:]:
        closed = who_closes(case.world, who, who.space.at(square), stop=False)
        if closed is not None:
            words = text("A Leap does not lead over {who}, who does not let pass.", who=closed[0].name)
            return Answer(False, closed[1].rule, words)
    return None


def _stops_a_leap(obstacle: Obstacle) -> bool:
    """Solids, and whatever is built into a wall that nobody passes; a pit is jumped over."""
    return EFFECT in obstacle.blocks or (obstacle.kind == "wall" and MOVEMENT in obstacle.blocks)


def stand(case: Case, who: Creature) -> Answer:
    """Stand up. Source: pf2e.basic.stand, pf2e.move.prone_incapacitated_space."""
    if "prone" not in stats(who).conditions:
        return Answer(False, "pf2e.basic.stand", text("{who} is not prone.", who=who.name))
    if not may_stand_up(case.world, who):
        rule = "pf2e.move.prone_incapacitated_space"
        return Answer(False, rule, text("Somebody else is on the same squares."))
    return Answer(True, "pf2e.basic.stand", text("It may stand up."))


def _target(case: Case) -> Creature:
    if case.question.target is None:
        raise case.refuse("target", "say at whom it is aimed")
    if case.question.target == case.question.who:
        raise case.refuse("target", "nobody aims at themselves; name somebody else")
    return case.world.creature(case.question.target)


def mount(case: Case, who: Creature) -> Answer:
    """Get onto an adjacent, willing, bigger creature. Source: pf2e.basic.mount, pf2e.mounted.requirements."""
    other = _target(case)
    if not may_be_mount(who.size, other.size):
        return Answer(False, "pf2e.mounted.requirements", text("A mount is at least one size bigger than its rider."))
    if not may_mount(case.world, who, other):
        return Answer(False, "pf2e.basic.mount", text("The mount must be adjacent and willing."))
    return Answer(True, "pf2e.basic.mount", text("{who} may mount {other}.", who=who.name, other=other.name))


def dismount(case: Case, who: Creature) -> Answer:
    """Get off into a free square beside the mount. Source: pf2e.basic.mount."""
    if mount_of(case.world, who) is None:
        return Answer(False, "pf2e.basic.mount", text("{who} does not ride.", who=who.name))
    free = tuple(dismount_squares(case.world, who))
    case.squares("reachable", free)
    path = case.question.path
    if not free or (path and path[-1] not in free):
        return Answer(False, "pf2e.basic.mount", text("There is no free square beside the mount."))
    return Answer(True, "pf2e.basic.mount", text("It may get off beside the mount."))


def strike(case: Case, who: Creature) -> Answer:
    """A melee Strike at somebody. Source: pf2e.attack.melee_reach."""
    other = _target(case)
    names = {"who": who.name, "target": other.name}
    if strikes(case, who, spot(case.world, other.id)):
        return Answer(True, "pf2e.attack.melee_reach", text("{who} can strike {target}.", **names), argued=True)
    return Answer(False, "pf2e.attack.melee_reach", text("{who} cannot strike {target}.", **names), argued=True)


def shove(case: Case, who: Creature) -> Answer:
    """Shove somebody within reach, at most one size bigger. Source: pf2e.skill.shove."""
    other = _target(case)
    if not may_shove(who.size, other.size, free_hand="hands_full" not in stats(who).conditions):
        return Answer(False, "pf2e.skill.shove", text("A free hand is needed, and a target at most one size bigger."))
    return strike(case, who)


def take_cover(case: Case, who: Creature) -> Answer:
    """Take Cover: prone, beside something, or already covered. Source: pf2e.basic.take_cover."""
    near = near_feature(case.world, who.space)
    grade = "none" if case.question.target is None else _cover_from(case, _target(case), who)
    prone = "prone" in stats(who).conditions
    if taking_cover.may_take_cover(grade, prone=prone, near_feature=near):
        return Answer(True, "pf2e.basic.take_cover", text("There is something to take cover with."))
    return Answer(False, "pf2e.basic.take_cover", text("There is nothing to take cover with."))


def _cover_from(case: Case, observer: Creature, who: Creature) -> str:
    source = spot(case.world, observer.id)
    shot = Shot(source, spot(case.world, who.id), "ranged", source)
    if clear_way(case, shot.source.where, shot.target.where) is None:
        return "total"
    return final_grade(case, shot, found_cover(case, shot))


def hide(case: Case, who: Creature) -> Answer:
    """Hide from one observer. Source: pf2e.skill.hide, pf2e.cover.hide."""
    observer = _target(case)
    grade = _cover_from(case, observer, who)
    causes = detection.causes_between(case, spot(case.world, observer.id), spot(case.world, who.id))
    words = text("{who} has this from {target}: {grade}.", who=who.name, target=observer.name, grade=grade_word(grade))
    case.step("pf2e.cover.relative", words)
    for one in causes:
        case.step(one.rule, one.why)
    if stealth.can_hide(grade, concealed=bool(causes)):
        bonus = stealth.stealth_bonus(grade)
        return Answer(True, "pf2e.cover.hide", text("It may hide, with +{bonus} for cover.", bonus=bonus))
    return Answer(False, "pf2e.cover.hide", text("Hiding needs standard or greater cover, or concealment."))


def place(case: Case, who: Creature) -> Answer:
    """Put a creature onto the board. Source: pf2e.creature.space_exclusive, pf2e.creature.tiny."""
    if not case.question.path:
        raise case.refuse("path", "say where")
    if may_be_placed(case.world, who, who.space.at(case.question.path[-1])):
        return Answer(True, "pf2e.creature.space_exclusive", text("There is room."))
    return Answer(False, "pf2e.creature.space_exclusive", text("The squares are taken."))


HANDLERS: Mapping[str, Callable[[Case, Creature], Answer]] = {
    "step": step,
    "stride": travel,
    "fly": travel,
    "swim": travel,
    "climb": travel,
    "burrow": travel,
    "crawl": crawl,
    "leap": leap,
    "sneak": sneak,
    "tumble_through": tumble_through,
    "stand": stand,
    "stand_up": stand,
    "mount": mount,
    "dismount": dismount,
    "strike": strike,
    "shove": shove,
    "take_cover": take_cover,
    "hide": hide,
    "place": place,
}
"""Actions that are judged, by their English ids."""
