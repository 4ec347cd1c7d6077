"""Cover: how many lines from the attacker's best corner are blocked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tactics.core.lattice import Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Param, Text, ntext, text
from tactics.geometry.scene import scene_of
from tactics.geometry.trace import Obstacle
from tactics.rules.book import Case
from tactics.rules.lines import obstacle_name
from tactics.rules.verdict import Alternative, Line, Verdict
from tactics.rulesets.dnd4e.adjacency import adjacent
from tactics.rulesets.dnd4e.coverlines import CLEAR, ORDINARY, SUPERIOR_COVERS, SUPERIOR_LINES, Sheaf, Tracer
from tactics.rulesets.dnd4e.effect import explain_no_effect, has_effect
from tactics.rulesets.dnd4e.spots import Spot, enemies, feet_ft, head_ft, ride_together, space_of, spot
from tactics.rulesets.dnd4e.tables import FEET_PER_SQUARE, attack_modifiers
from tactics.world.creature import Creature

NONE, COVER, SUPERIOR, TOTAL = "none", "cover", "superior", "total"
GRADES = (NONE, COVER, SUPERIOR)
MELEE = ("melee", "reach")


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as far as cover is concerned.

    Attributes:
        kind: melee, reach, ranged or area.
        attacker: who attacks, None where only an origin square is known.
        target: who or what is attacked.
        origin: where the lines start: the attacker's space, or the origin square of an area.
        origin_name: how to speak of it.
    """

    kind: str
    attacker: Spot | None
    target: Spot
    origin: Space
    origin_name: Param


@dataclass(frozen=True, slots=True)
class Cover:
    """The grade of cover and what gave it.

    Attributes:
        grade: none, cover, superior or total.
        tracer: draws the lines; None without line of effect.
        best: the chosen lines; None without line of effect or where the sixteen lines of melee decide.
        pair: the chosen squares where the sixteen lines of melee decide.
    """

    grade: str
    tracer: Tracer | None = None
    best: Sheaf | None = None
    pair: tuple[Square, Square] | None = None


def judge(case: Case) -> Verdict:
    """The cover of a target.

    Source: dnd4e.cover.lines, dnd4e.cover.needs_loe, dnd4e.cover.area_close, dnd4e.cover.creatures
    """
    attack = attack_of(case)
    found = find_cover(case, attack)
    add_modifier(case, found)
    if case.explain:
        explain(case, attack, found)
    corner = found.best.corner if found.best else None
    return case.verdict(found.grade, _summary(found, attack), chosen_corner=corner)


def attack_of(case: Case) -> Attack:
    """The attack a question is about; without a kind it is melee for neighbours, else ranged."""
    question = case.question
    target = spot(case, question.to, "to")
    attacker = spot(case, question.source, "from") if question.source is not None else None
    kind = question.attack
    if kind is None:
        near = attacker is not None and adjacent(attacker, target)
        kind = "area" if question.origin is not None else "melee" if near else "ranged"
    if kind == "area" and question.origin is not None:
        origin = spot(case, question.origin, "origin")
        return Attack(kind, attacker, target, origin.space, origin.name)
    if attacker is None:
        raise case.refuse("from", f"a {kind} attack needs an attacker")
    return Attack(kind, attacker, target, attacker.space, attacker.name)


def find_cover(case: Case, attack: Attack) -> Cover:
    """The grade of cover by the attacker's best choice.

    Source: dnd4e.cover.lines, dnd4e.cover.needs_loe, dnd4e.cover.melee_alternative
    """
    if not has_effect(case, attack.origin, attack.target.space):
        return Cover(TOTAL)
    bodies = _bodies(case, attack)
    full = bool(bodies) and case.switch("creature_cover_cap") is False
    near = scene_of(case.world).obstacles_between(attack.origin, attack.target.space)
    tracer = Tracer(near, attack.origin, bodies, full)
    if attack.kind in MELEE and case.switch("melee_cover") == "dmg":
        return _sixteen_lines(attack, tracer)
    best = best_sheaf(attack.origin.lattice_corners(), list(attack.target.space.squares()), tracer)
    return Cover(GRADES[best.grade], tracer, best)


def best_sheaf(corners: Iterator[Point], squares: Sequence[Square], tracer: Tracer) -> Sheaf:
    """The lines the attacker chooses: least cover first, then fewest blocked lines.

    Source: dnd4e.cover.lines
    """
    best: Sheaf | None = None
    for corner in corners:
        for square in squares:
            sheaf = tracer.sheaf(corner, square)
            if best is None or _rank(sheaf) < _rank(best):
                best = sheaf
            if not best.hampered:
                return best
    assert best is not None
    return best


def add_modifier(case: Case, found: Cover) -> None:
    """The attack modifier of a grade.

    Source: dnd4e.cover.normal, dnd4e.cover.superior
    """
    if found.grade == COVER:
        case.modifier(attack_modifiers()["cover"], "attack", "cover", text("cover"), "dnd4e.cover.normal")
    elif found.grade == SUPERIOR:
        amount = attack_modifiers()["superior_cover"]
        case.modifier(amount, "attack", "cover", text("superior cover"), "dnd4e.cover.superior")


def explain(case: Case, attack: Attack, found: Cover) -> None:
    """Show the lines that decide and the choices that were not taken."""
    case.squares("origin", tuple(attack.origin.squares()))
    case.squares("target", tuple(attack.target.space.squares()))
    if attack.kind == "area":
        case.step(
            "dnd4e.cover.area_close",
            text(
                "A close or area attack is measured from {origin}, and creatures give no cover against it.",
                origin=attack.origin_name,
            ),
        )
    if found.tracer is None:
        explain_no_effect(case, attack.origin, attack.target.space)
        case.step(
            "dnd4e.cover.needs_loe",
            text("Without line of effect {name} cannot be attacked at all.", name=attack.target.name),
        )
        return
    _explain_creatures(case, attack, found)
    if found.best is not None:
        _explain_best(case, attack, found.tracer, found.best)
    elif found.pair is not None:
        _explain_pair(case, found.tracer, found.pair)


def _rank(sheaf: Sheaf) -> tuple[int, int, int]:
    return sheaf.grade, sheaf.hampered, sheaf.blocked


def _bodies(case: Case, attack: Attack) -> tuple[Obstacle, ...]:
    """The creatures that give cover: enemies of a ranged attacker, neither the target nor in the attacker's space.

    Source: dnd4e.cover.creatures
    """
    if attack.kind != "ranged" or attack.attacker is None:
        return ()
    near = scene_of(case.world).bodies_between(attack.origin, attack.target.space)
    return tuple(one for one in near if in_the_way(case, attack, case.world.creature(one.creature)))


def in_the_way(case: Case, attack: Attack, one: Creature) -> bool:
    """Whether a creature gives cover against a ranged attack where a line runs through it.

    Source: dnd4e.cover.creatures
    """
    target, attacker = attack.target.creature, attack.attacker.creature if attack.attacker else None
    if target is not None and (one.id == target.id or ride_together(one, target)):
        return False
    space = space_of(case.world, one)
    if _out_of_the_way(case, attack, one):
        return False
    if space.overlaps(attack.origin) or (target is None and space.overlaps(attack.target.space)):
        return False
    if attacker is not None:
        return enemies(one, attacker)
    return target is not None and not enemies(one, target)


def _out_of_the_way(case: Case, attack: Attack, one: Creature) -> bool:
    """Whether a creature is above or below both ends of an attack."""
    ends = [end for end in (attack.attacker, attack.target) if end is not None]
    highest = max(end.z_ft + end.space.width * FEET_PER_SQUARE for end in ends)
    return feet_ft(case.world, one) >= highest or head_ft(case.world, one) <= min(end.z_ft for end in ends)


def _sixteen_lines(attack: Attack, tracer: Tracer) -> Cover:
    """Melee by the companion guide: any blocked line between two chosen squares.

    Source: dnd4e.cover.melee_alternative
    """
    best: tuple[tuple[int, int], Square, Square] | None = None
    for own in attack.origin.squares():
        for square in attack.target.space.squares():
            sheaves = [tracer.sheaf(corner, square) for corner in square_space(own).outer_corners()]
            grade = 2 if min(one.grade for one in sheaves) == 2 and _by_feature(tracer, sheaves) else 1
            blocked = sum(one.hampered for one in sheaves)
            rank = (grade if blocked else 0, blocked)
            if best is None or rank < best[0]:
                best = rank, own, square
    assert best is not None
    return Cover(GRADES[best[0][0]], tracer, None, (best[1], best[2]))


def _by_feature(tracer: Tracer, sheaves: Sequence[Sheaf]) -> bool:
    """Whether windows and the like alone block enough lines from every corner."""
    return all(tracer.through_features(one) >= SUPERIOR_LINES for one in sheaves)


def _explain_creatures(case: Case, attack: Attack, found: Cover) -> None:
    assert found.tracer is not None
    if attack.kind in MELEE and len(case.world.creatures) > 2:
        case.step("dnd4e.cover.creatures", text("Creatures give no cover against melee attacks."))
    elif attack.kind == "ranged" and attack.attacker is not None and attack.attacker.creature is None:
        case.discretion(text("Nobody stands at the attacker's square: the target's friends are taken for his enemies."))
    if found.tracer.bodies and attack.kind == "ranged":
        case.step("dnd4e.cover.creatures", text("Enemies of the attacker in the way count, allies do not."))


def _explain_best(case: Case, attack: Attack, tracer: Tracer, best: Sheaf) -> None:
    lines = tuple(_lines(tracer, best))
    case.line(*lines)
    blockers = _blockers(tracer, [best])
    case.squares("blockers", _squares(blockers))
    case.step("dnd4e.cover.lines", _sentence(best, blockers))
    if any(line.contacts and not line.blocked for line in lines):
        case.step("dnd4e.cover.line_blocked", text("Running along a border or touching a corner blocks no line."))
    _explain_grade(case, attack, best, blockers)
    for corner in attack.origin.lattice_corners():
        if corner != best.corner:
            _reject(case, tracer, best_sheaf(iter([corner]), list(attack.target.space.squares()), tracer))
    for square in attack.target.space.squares():
        if square != best.square:
            _reject(case, tracer, best_sheaf(attack.origin.lattice_corners(), [square], tracer))


def _explain_grade(case: Case, attack: Attack, best: Sheaf, blockers: Sequence[Obstacle]) -> None:
    if best.grade == 2:
        if any(one.cover in SUPERIOR_COVERS for one in blockers):
            case.step("dnd4e.cover.superior_feature", text("Three or four lines pass an opening: superior cover."))
        else:
            case.step("dnd4e.cover.superior", text("Three or four blocked lines are superior cover."))
    elif best.grade == 1:
        case.step("dnd4e.cover.normal", _why_not_superior(case, best, blockers))
        small = [one for one in blockers if one.cover in ORDINARY]
        if small:
            rule = "dnd4e.cover.reach" if attack.kind in MELEE else "dnd4e.cover.small_obstacle"
            case.step(
                rule,
                text("{what} does not fill its square and gives ordinary cover at most.", what=obstacle_name(small[0])),
            )


def _why_not_superior(case: Case, best: Sheaf, blockers: Sequence[Obstacle]) -> Text:
    if best.hampered < SUPERIOR_LINES:
        return text("One or two blocked lines are cover.")
    if any(one.kind == "body" for one in blockers):
        case.switch("creature_cover_cap")
        return text("Superior cover needs three lines blocked by obstacles; creatures alone give cover.")
    return text("What does not fill its square gives cover at most.")


def _explain_pair(case: Case, tracer: Tracer, pair: tuple[Square, Square]) -> None:
    own, square = pair
    sheaves = [tracer.sheaf(corner, square) for corner in square_space(own).outer_corners()]
    case.line(*(line for one in sheaves for line in _lines(tracer, one)))
    blockers = _blockers(tracer, sheaves)
    case.squares("blockers", _squares(blockers))
    n = sum(one.hampered for one in sheaves)
    if blockers:
        case.step(
            "dnd4e.cover.melee_alternative",
            ntext(
                "{n} of the 16 lines from {a} to {b} is blocked by {what}.",
                "{n} of the 16 lines from {a} to {b} are blocked by {what}.",
                n,
                a=own,
                b=square,
                what=_together(blockers),
            ),
        )
    else:
        case.step(
            "dnd4e.cover.melee_alternative", text("None of the 16 lines from {a} to {b} is blocked.", a=own, b=square)
        )


def _reject(case: Case, tracer: Tracer, sheaf: Sheaf) -> None:
    why = _sentence(sheaf, _blockers(tracer, [sheaf]))
    lines = tuple(_lines(tracer, sheaf))
    case.alternative(Alternative(GRADES[sheaf.grade], why, sheaf.corner, sheaf.square, lines))


def _lines(tracer: Tracer, sheaf: Sheaf) -> Iterator[Line]:
    for end, state in zip(square_space(sheaf.square).outer_corners(), sheaf.states, strict=True):
        yield replace(tracer.line(sheaf.corner, end, sheaf.square), blocked=state != CLEAR)


def _blockers(tracer: Tracer, sheaves: Sequence[Sheaf]) -> list[Obstacle]:
    found: dict[Obstacle, None] = {}
    for sheaf in sheaves:
        for end, state in zip(square_space(sheaf.square).outer_corners(), sheaf.states, strict=True):
            if state != CLEAR:
                found.update(dict.fromkeys(tracer.blockers(sheaf.corner, end, sheaf.square)))
    return list(found)


def _squares(blockers: Sequence[Obstacle]) -> tuple[Square, ...]:
    return tuple(dict.fromkeys(one.square for one in blockers if one.square is not None))


def _sentence(sheaf: Sheaf, blockers: Sequence[Obstacle]) -> Text:
    if not blockers:
        return text(
            "Corner {corner} to square {square}: none of 4 lines is blocked.", corner=sheaf.corner, square=sheaf.square
        )
    return ntext(
        "Corner {corner} to square {square}: {n} of 4 lines is blocked by {what}.",
        "Corner {corner} to square {square}: {n} of 4 lines are blocked by {what}.",
        sheaf.hampered,
        corner=sheaf.corner,
        square=sheaf.square,
        what=_together(blockers),
    )


def _together(blockers: Sequence[Obstacle]) -> Text:
    names = list(dict.fromkeys(map(obstacle_name, blockers)))
    if len(names) == 1:
        return names[0]
    if len(names) == 2:
        return text("{a} and {b}", a=names[0], b=names[1])
    return text("{a}, {b} and others", a=names[0], b=names[1])


def _summary(found: Cover, attack: Attack) -> Text:
    name = attack.target.name
    if found.grade == TOTAL:
        return text("No line of effect: {name} cannot be attacked.", name=name)
    if found.grade == SUPERIOR:
        return text("{name} has superior cover: -5 to the attack.", name=name)
    if found.grade == COVER:
        return text("{name} has cover: -2 to the attack.", name=name)
    return text("{name} has no cover.", name=name)
