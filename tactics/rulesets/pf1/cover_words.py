"""How cover was found, in words, lines and modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tactics.core.lattice import Square
from tactics.core.text import Param, Text, ntext, text
from tactics.geometry.trace import Obstacle, Trace, trace
from tactics.rules.book import Case
from tactics.rules.lines import obstacle_name
from tactics.rules.verdict import Alternative, Line
from tactics.rulesets.pf1.cover_found import Attack, Found, Try
from tactics.rulesets.pf1.drawn import drawn
from tactics.rulesets.pf1.places import Spot
from tactics.rulesets.pf1.shelter import (
    SOFT,
    Shelter,
    Sighting,
    is_opening,
    is_solid,
    obstacle_distance_sq,
    pieces_of,
)
from tactics.rulesets.pf1.sight import explain_no_effect
from tactics.rulesets.pf1.sizes import feet
from tactics.rulesets.pf1.tables import table

GRADE_RULES = {
    "none": "pf1.cover.grades",
    "partial": "pf1.cover.partial",
    "soft": "pf1.cover.soft",
    "cover": "pf1.cover.grades",
    "improved": "pf1.cover.improved",
    "total": "pf1.cover.total",
}


_GRADE_NAMES = {
    "none": text("no cover"),
    "partial": text("partial cover"),
    "soft": text("soft cover"),
    "cover": text("cover"),
    "improved": text("improved cover"),
    "total": text("total cover"),
}


def grade_name(grade: str) -> Text:
    """A grade in words."""
    return _GRADE_NAMES[grade]


def summary(grade: str, kind: str) -> Text:
    """The answer in one sentence."""
    if grade == "none":
        return text("No cover.")
    if grade == "total":
        if kind == "area":
            return text("Total cover: the effect does not get there.")
        return text("Total cover: the target cannot be attacked.")
    bonus = table("cover")["grades"][grade]
    if kind == "area":
        return text("Cover: {reflex:+d} on Reflex saves.", reflex=bonus["reflex"])
    if grade == "partial":
        return text("Partial cover: {ac:+d} AC.", ac=bonus["ac"])
    if grade == "soft":
        return text("Soft cover: {ac:+d} AC.", ac=bonus["ac"])
    if grade == "improved":
        return text("Improved cover: {ac:+d} AC.", ac=bonus["ac"])
    return text("Cover: {ac:+d} AC.", ac=bonus["ac"])


def armor_class(case: Case, found: Found) -> None:
    """Add what the cover gives to Armor Class; several sources do not add up.

    Source: pf1.cover.grades
    """
    grades = table("cover")["grades"]
    if found.grade not in grades:
        return
    case.modifier(grades[found.grade]["ac"], "ac", "cover", grade_name(found.grade), GRADE_RULES[found.grade])
    if found.grade != "soft" and found.best is not None and any(line.met & SOFT for line in found.best.lines):
        case.modifier(grades["soft"]["ac"], "ac", "cover", grade_name("soft"), "pf1.cover.soft", kept=False)


def bonuses(case: Case, found: Found, kind: str) -> None:
    """Add everything the cover gives; an area meets only Reflex saves.

    Source: pf1.cover.grades, pf1.cover.reflex, pf1.cover.stealth
    """
    if kind != "area":
        armor_class(case, found)
    bonus = table("cover")["grades"].get(found.grade)
    if bonus and bonus["reflex"]:
        case.modifier(bonus["reflex"], "reflex", "cover", grade_name(found.grade), "pf1.cover.reflex")
    if bonus and bonus["stealth"]:
        case.modifier(bonus["stealth"], "stealth", "cover", grade_name(found.grade), "pf1.cover.improved")


def explain(case: Case, kind: str, source: Param, target: Spot, found: Found, attack: Attack | None) -> None:
    """Put down the argument: line of effect, procedure, choice, grade."""
    if found.grade == "total":
        words = text("No line of effect leads from {source} to {target}.", source=source, target=target.name)
        case.step("pf1.cover.total", words)
        if found.shelter is not None:
            explain_no_effect(case, found.shelter.stand.source, found.shelter.stand.target)
        return
    words = text("There is line of effect from {source} to {target}.", source=source, target=target.name)
    case.step("pf1.loe.line_of_effect", words)
    if found.best is None or found.shelter is None:
        case.step("pf1.cover.grades", text("They share a square: nothing is between them."))
        return
    _procedure(case, kind, attack, target)
    lines = [_line(found.shelter, line) for line in found.best.lines]
    case.line(*(line for line, _ in lines))
    blockers = _blockers(traced for line, traced in lines if line.blocked)
    _blocker_squares(case, blockers)
    _openings(case, found.shelter, found.best.lines)
    case.step(_procedure_rule(kind, attack), _choice(found.best, blockers))
    _touches(case, found.shelter, found.best.lines)
    _reason(case, found, area=attack is None)
    for one in found.tries:
        if one is not found.best:
            drawn = tuple(_line(found.shelter, line)[0] for line in one.lines)
            case.alternative(Alternative(_value(one.grade), _rejected(one, found.best), one.corner, one.square, drawn))


def _value(grade: str) -> str:
    return "cover" if grade == "soft" else grade


def _procedure_rule(kind: str, attack: Attack | None) -> str:
    if attack is None:
        return "pf1.cover.reflex"
    if attack.pairs:
        return "pf1.cover.melee_adjacent"
    if kind == "ranged":
        return "pf1.cover.ranged"
    return "pf1.cover.melee_reach_attacker" if attack.long_reach else "pf1.cover.melee_nonadjacent"


def _procedure(case: Case, kind: str, attack: Attack | None, target: Spot) -> None:
    if attack is None:
        words = text("Four lines run from the point of origin; creatures do not count.")
        case.step("pf1.cover.reflex", words)
    elif attack.pairs:
        words = text("Neighbours in melee: all sixteen lines of one pair of squares count, for walls only.")
        case.step("pf1.cover.melee_adjacent", words)
    elif kind == "ranged":
        case.step("pf1.cover.ranged", text("Ranged attack: four lines from the corner the attacker likes best."))
        if target.space.width > 1:
            words = text("They run to the outer corners of the whole space of {target}.", target=target.name)
            case.step("pf1.cover.ranged_big", words)
    elif attack.long_reach:
        words = text("Natural reach beyond 5 ft: judged like a ranged attack, best corner, creatures count.")
        case.step("pf1.cover.melee_reach_attacker", words)
    else:
        words = text("A strike past the neighbours is judged like a ranged attack: best corner, creatures count.")
        case.step("pf1.cover.melee_nonadjacent", words)
    if attack is not None and attack.squares and target.space.width > 1:
        words = text("In melee one square of {target} within reach may be picked.", target=target.name)
        if len(attack.squares) == 1:
            words = text("Only {square} of {target} is within reach.", square=attack.squares[0], target=target.name)
        case.step("pf1.cover.big_melee_square", words)


def _choice(best: Try, blockers: Sequence[Obstacle]) -> Text:
    """The chosen corner or pair of squares and what its lines meet."""
    if best.corner is not None:
        place = text("Corner {corner}", corner=best.corner)
        if best.square is not None:
            place = text("Corner {corner} to {square}", corner=best.corner, square=best.square)
    else:
        place = text("{here} to {there}", here=best.from_square or Square(0, 0), there=best.square or Square(0, 0))
    total = len(best.lines)
    if not best.hindered:
        return text("{place}: all {total} lines are clear, so there is no cover.", place=place, total=total)
    return ntext(
        "{place}: {n} of {total} lines meets {what}.",
        "{place}: {n} of {total} lines meet {what}.",
        best.hindered,
        place=place,
        total=total,
        what=_listed(blockers),
    )


def _rejected(one: Try, best: Try) -> Text:
    words = ntext(
        "{n} of {total} lines is hindered.", "{n} of {total} lines are hindered.", one.hindered, total=len(one.lines)
    )
    if one.grade == best.grade:
        return text("{why} No better for the attacker.", why=words)
    return text("{why} Worse for the attacker: {grade}.", why=words, grade=grade_name(one.grade))


def _reason(case: Case, found: Found, *, area: bool) -> None:
    """Why the lines come to this grade."""
    if found.grade == "none":
        return
    rule, bonus = GRADE_RULES[found.grade], table("cover")["grades"][found.grade]
    if found.grade == "soft":
        words = text("Only creatures stand in the way: {gain}, nothing to Reflex or Stealth.", gain=_gain(bonus, area))
        case.step(rule, words)
        return
    why = {
        "partial": text("More than half of the target is in view: {gain}.", gain=_gain(bonus, area)),
        "cover": text("One hindered line is enough: {gain}.", gain=_gain(bonus, area)),
        "improved": text("All that gets through passes a slit: {gain}.", gain=_gain(bonus, area)),
    }[found.grade]
    if found.grade == "cover" and found.best is not None and found.best.corner is not None and not area:
        why = text("Even from the best corner a line is hindered, and one is enough: {gain}.", gain=_gain(bonus, area))
    case.step(rule, why)
    if found.best is not None and any(line.met & SOFT for line in found.best.lines):
        case.step("pf1.cover.grades", text("The soft cover of creatures does not add to it."))
    if not area:
        case.step("pf1.cover.stealth", text("Such cover allows a Stealth check."))
    if found.mostly_in_view:
        gain = _gain(table("cover")["grades"]["partial"], area)
        words = text("More than half of the target is in view: the GM may call it partial cover, {gain}.", gain=gain)
        case.discretion(words)


def _gain(bonus: Mapping[str, int], area: bool) -> Text:
    """What a grade gives: an area meets only Reflex saves."""
    if area:
        return text("{reflex:+d} on Reflex saves", reflex=bonus["reflex"])
    if not bonus["reflex"]:
        return text("{ac:+d} AC", ac=bonus["ac"])
    return text("{ac:+d} AC, {reflex:+d} on Reflex saves", ac=bonus["ac"], reflex=bonus["reflex"])


def _openings(case: Case, shelter: Shelter, lines: Iterable[Sighting]) -> None:
    """What is argued about before lines are counted: low obstacles near and far, slits one stands at."""
    low: dict[Text, Obstacle] = {}
    slits: dict[Text, Obstacle] = {}
    for line in lines:
        for met in trace(line.start, line.end, shelter.near).mets:
            obstacle = met.obstacle
            if met.passes and obstacle.cover == "low" and not shelter.owns(obstacle):
                low[obstacle_name(obstacle)] = obstacle
            elif met.passes and obstacle.cover == "arrow_slit" and not shelter.counting([obstacle]):
                slits[obstacle_name(obstacle)] = obstacle
    for name, obstacle in low.items():
        _low_obstacle(case, shelter, name, obstacle)
    for name in slits:
        case.step("pf1.cover.improved", text("The attacker stands right at {what}: it does not count.", what=name))


def _touches(case: Case, shelter: Shelter, lines: Iterable[Sighting]) -> None:
    """Walls that clear lines merely touch."""
    clear = (line for line in lines if not line.met)
    touched = [
        met.obstacle
        for line in clear
        for met in trace(line.start, line.end, shelter.near).mets
        if is_solid(met.obstacle) and not met.passes
    ]
    if touched:
        words = text("Lines that only touch {what} on one side are clear.", what=_listed(touched))
        case.step("pf1.loe.line_touch", words)


def _low_obstacle(case: Case, shelter: Shelter, name: Text, obstacle: Obstacle) -> None:
    """Whether a low obstacle shelters, and why not."""
    near, far = (
        min(feet(obstacle_distance_sq(place, piece)) for piece in pieces_of(obstacle))
        for place in (shelter.stand.target, shelter.stand.source)
    )
    ends: dict[str, Param] = {"what": name, "near": near, "far": far}
    words = text("{near} ft from the target and {far} ft from where the attack comes: {what} counts.", **ends)
    if shelter.is_below(obstacle):
        words = text("Both are above {what}: it does not count.", **ends)
    elif not shelter.counting([obstacle]):
        words = text(
            "{near} ft from the target, but only {far} ft from where the attack comes: {what} does not count.", **ends
        )
        if near > table("cover")["low"]["within_ft"]:
            words = text("{near} ft from the target is too far: {what} does not count.", **ends)
        elif near <= far:
            words = text("The target is too tall for {what}: it does not count.", **ends)
    case.step("pf1.cover.low_obstacle", words)


def _line(shelter: Shelter, sighting: Sighting) -> tuple[Line, Trace]:
    """A line as it is shown, and what it met."""
    traced = shelter.trace(sighting.start, sighting.end)
    graze = is_solid if shelter.grazing else None
    return drawn(traced, _may_pinch, blocked=bool(sighting.met), graze=graze), traced


def _may_pinch(obstacle: Obstacle) -> bool:
    return is_solid(obstacle) or is_opening(obstacle)


def _blockers(traces: Iterable[Trace]) -> tuple[Obstacle, ...]:
    """What the lines run through or are pinched by, each once."""
    found: list[Obstacle] = []
    for one in traces:
        found += [met.obstacle for met in one.mets if met.passes]
        for pinch in one.pinches(lambda obstacle: is_solid(obstacle) or obstacle.kind == "wall"):
            found += [pinch.left.obstacle, pinch.right.obstacle]
        if not found:
            found += [met.obstacle for met in one.mets if is_solid(met.obstacle)]
    return tuple({(one.kind, one.square, one.group, one.creature): one for one in found}.values())


def _listed(obstacles: Sequence[Obstacle]) -> Text:
    names = list(dict.fromkeys(obstacle_name(one) for one in obstacles)) or [text("an obstacle")]
    words = names[0]
    for name in names[1:]:
        words = text("{first}, {second}", first=words, second=name)
    return words


def _blocker_squares(case: Case, obstacles: Iterable[Obstacle]) -> None:
    squares: list[Square] = []
    for one in obstacles:
        if one.kind == "body":
            squares += case.world.creature(one.creature).space.squares()
        elif one.square is not None:
            squares.append(one.square)
    if squares:
        case.squares("blockers", tuple(dict.fromkeys(squares)))
