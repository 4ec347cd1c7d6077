"""Cover: from which corner, along which lines, of which grade."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from tactics.core.lattice import Point, Square
from tactics.core.space import Space, square_space
from tactics.core.text import Param
from tactics.geometry.effect import clear_segment, more_than_half_visible
from tactics.geometry.metric import adjacent
from tactics.geometry.scene import scene_of
from tactics.rules.book import Case
from tactics.rules.verdict import Verdict
from tactics.rulesets.pf1 import cover_words as words
from tactics.rulesets.pf1.cover_found import COVER, IMPROVED, NONE, PARTIAL, SOFT_COVER, TOTAL, Attack, Found, Try
from tactics.rulesets.pf1.places import Spot, spot
from tactics.rulesets.pf1.reach import Band, in_band, melee_bands
from tactics.rulesets.pf1.shelter import EXTREME, SHELTER, SOLID, Shelter, Sighting, Stand, stand_of
from tactics.rulesets.pf1.sizes import FEET, natural_reach_sq
from tactics.rulesets.pf1.tables import table


def judge(case: Case) -> Verdict:
    """Cover of a target from an attacker, or from the point an area bursts from.

    Source: pf1.cover.ranged, pf1.cover.melee_adjacent, pf1.cover.total, pf1.cover.reflex
    """
    question = case.question
    target = spot(case, question.to, "to")
    if question.origin is not None or question.attack == "area":
        if not isinstance(question.origin, Point):
            raise case.refuse("origin", "an area starts at a point such as <3,2>")
        found = from_point(case, question.origin, target)
        return _close(case, None, question.origin, question.origin, target, found)
    source = spot(case, question.source, "from")
    attack = attack_of(case, source, target)
    return _close(case, attack, source.space, source.name, target, of_attack(case, source, target, attack))


def attack_kind(case: Case, source: Spot, target: Spot) -> str:
    """The kind of attack asked about: that of the weapon, else melee among neighbours, else ranged."""
    if case.question.attack is not None:
        return case.question.attack
    weapons = () if source.creature is None else source.creature.of("pf1").weapons
    if any(one.ranged and one.name == case.question.weapon for one in weapons):
        return "ranged"
    near = adjacent(source.space, target.space) or source.space.overlaps(target.space)
    return "melee" if near else "ranged"


def attack_of(case: Case, source: Spot, target: Spot, kind: str | None = None) -> Attack:
    """Which procedure an attack uses.

    Source: pf1.cover.melee_adjacent, pf1.cover.melee_nonadjacent, pf1.cover.melee_reach_attacker,
    pf1.cover.big_melee_square
    """
    kind = kind or attack_kind(case, source, target)
    if kind == "ranged":
        return Attack(kind, False, ())
    natural_sq = 1 if source.creature is None else natural_reach_sq(source.creature)
    bands = () if source.creature is None else melee_bands(case, source.creature, case.question.weapon)
    squares = _squares_in_reach(case, source, target, bands)
    strikes_neighbours = not bands or any(band.least_sq <= 1 for band in bands)
    if kind == "melee" and natural_sq <= 1 and strikes_neighbours and adjacent(source.space, target.space):
        return Attack(kind, True, squares)
    return Attack(kind, False, squares, natural_sq > 1)


def _squares_in_reach(case: Case, source: Spot, target: Spot, bands: tuple[Band, ...]) -> tuple[Square, ...]:
    """Squares of the target a melee attack can be aimed at; all of them when none is in reach."""
    every = tuple(target.space.squares())
    if not bands or len(every) == 1:
        return every
    height_sq = abs(source.z_ft - target.z_ft) // FEET
    near = tuple(one for one in every if in_band(case, bands, source.space, square_space(one), height_sq))
    return near or every


def of_attack(case: Case, source: Spot, target: Spot, attack: Attack) -> Found:
    """Cover of an attack from a space.

    Source: pf1.cover.ranged, pf1.cover.ranged_big, pf1.cover.melee_adjacent, pf1.cover.grades
    """
    if source.space.overlaps(target.space):
        return Found(NONE, None, (), None)
    shelter = Shelter(
        case.world,
        stand_of(source, target),
        melee=attack.pairs,
        creatures=not attack.pairs,
        grazing=case.switch("grazing_corner_blocks") is True,
    )
    return _looked_for(case, shelter, attack) if case.explain else _known(case, shelter, attack)


_MOST_KNOWN = 4096
"""How many answers are kept with one board."""


def _known(case: Case, shelter: Shelter, attack: Attack) -> Found:
    """The cover of an attack, looked for once for each two spaces and those who stand between them."""
    stand = shelter.stand
    assert isinstance(stand.source, Space)
    if not shelter.near and not shelter.bodies:
        return Found(NONE, _unhindered(stand.source, attack), (), None)
    # Everything that is read besides the board and the tables.
    switches = case.switch("loe_touch"), case.switch("partial_cover"), shelter.grazing
    bodies = tuple(one.corners for one in shelter.bodies)
    size = "" if stand.aimed_at is None else stand.aimed_at.size
    key = stand.source, stand.target, attack, bodies, size, shelter.lowest_ft, switches
    known: dict[Hashable, Found] = case.world.board.found.setdefault(of_attack, {})
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        # A reader of lines holds a position, which would live as long as the board.
        found = known[key] = _looked_for(case, shelter, attack)._replace(shelter=None)
    return found


def _looked_for(case: Case, shelter: Shelter, attack: Attack) -> Found:
    source, target = shelter.stand.source, shelter.stand.target
    assert isinstance(source, Space)
    is_big = target.width > 1 or target.height > 1
    squares = attack.squares if is_big and not attack.pairs else ()
    if squares:
        squares = tuple(one for one in squares if _effect(case, source, square_space(one)))
        if not squares:
            return Found(TOTAL, None, (), shelter)
    choices = _pairs(case, shelter) if attack.pairs else _corners(shelter, squares)
    return _settle(case, shelter, choices)


def _unhindered(source: Space, attack: Attack) -> Try | None:
    """The first choice of an attacker whom nothing is in the way of; its lines are not drawn."""
    if attack.pairs:
        return None
    return Try(next(source.lattice_corners()), next(iter(attack.squares), None), None, (), NONE, 0)


def from_point(case: Case, origin: Point, target: Spot) -> Found:
    """Cover from the point an area bursts from; creatures do not count.

    Source: pf1.cover.reflex
    """
    shelter = Shelter(
        case.world,
        Stand(origin, target.space, None, target.creature),
        melee=False,
        creatures=False,
        grazing=case.switch("grazing_corner_blocks") is True,
    )
    lines = shelter.look(origin, *target.space.outer_corners())
    return _settle(case, shelter, iter([_try(shelter, lines, 0, corner=origin)]))


def _settle(case: Case, shelter: Shelter, choices: Iterator[Try]) -> Found:
    """Line of effect first, then the choice that is worst for the target."""
    if not _effect(case, shelter.stand.source, shelter.stand.target):
        return Found(TOTAL, None, (), shelter)
    tries: list[Try] = []
    for one in choices:
        tries.append(one)
        if one.grade == NONE and not case.explain:
            break
    if not tries:
        return Found(TOTAL, None, (), shelter)
    open_to_view = _mostly_in_view(case, shelter, tries)
    if open_to_view and case.switch("partial_cover") is True:
        tries = [one._replace(grade=PARTIAL) if one in open_to_view else one for one in tries]
    best = min(tries, key=_for_the_attacker)
    return Found(best.grade, best, tuple(tries), shelter, bool(open_to_view) and best.grade != PARTIAL)


def _effect(case: Case, source: Space | Point, target: Space) -> bool:
    return clear_segment(scene_of(case.world), source, target, touch=str(case.switch("loe_touch"))) is not None


def _for_the_attacker(one: Try) -> tuple[int, int, int, int]:
    bonuses = table("cover")["grades"].get(one.grade, {})
    return bonuses.get("ac", 0), one.hindered, bonuses.get("reflex", 0), one.number


def _corners(shelter: Shelter, squares: Sequence[Square]) -> Iterator[Try]:
    """One corner of the attacker, four lines to the target or to one of its squares."""
    source, target = shelter.stand.source, shelter.stand.target
    assert isinstance(source, Space)
    aims: list[tuple[Square | None, Space]] = [(one, square_space(one)) for one in squares] or [(None, target)]
    number = 0
    for square, space in aims:
        ends = space.outer_corners()
        for corner in source.lattice_corners():
            yield _try(shelter, shelter.look(corner, *ends), number, corner=corner, square=square)
            number += 1


def _pairs(case: Case, shelter: Shelter) -> Iterator[Try]:
    """A square of each, sixteen lines; the pair must be neighbours with line of effect."""
    source, target = shelter.stand.source, shelter.stand.target
    assert isinstance(source, Space)
    number = 0
    for one in source.squares():
        for other in target.squares():
            here, there = square_space(one), square_space(other)
            if not adjacent(here, there):
                continue
            if _effect(case, here, there):
                ends = there.outer_corners()
                lines = tuple(line for start in here.outer_corners() for line in shelter.look(start, *ends))
                yield _try(shelter, lines, number, square=other, from_square=one)
                number += 1


def _try(
    shelter: Shelter,
    lines: tuple[Sighting, ...],
    number: int,
    *,
    corner: Point | None = None,
    square: Square | None = None,
    from_square: Square | None = None,
) -> Try:
    """A choice with its grade; lines that merely come to a slit count as passing it where all do."""
    grade = _grade(shelter, lines)
    if grade == IMPROVED:
        lines = tuple(line._replace(met=line.met or EXTREME) for line in lines)
    return Try(corner, square, from_square, lines, grade, number)


def _grade(shelter: Shelter, lines: Sequence[Sighting]) -> str:
    """What the lines of one choice come to.

    Source: pf1.cover.grades, pf1.cover.improved, pf1.cover.soft
    """
    together = 0
    for line in lines:
        together |= line.met
    if not together:
        return NONE
    if together & EXTREME and all(line.met & (EXTREME | SOLID) or shelter.comes_to_slit(line) for line in lines):
        return IMPROVED
    return COVER if together & (SOLID | SHELTER | EXTREME) else SOFT_COVER


def _mostly_in_view(case: Case, shelter: Shelter, tries: list[Try]) -> list[Try]:
    """The choices whose cover could be partial; not looked for where neither the answer nor the argument needs them.

    Source: pf1.cover.partial
    """
    plain = [one for one in tries if one.only_solids]
    if not plain or any(one.grade == NONE for one in tries):
        return []
    if case.switch("partial_cover") is not True and not case.explain:
        return []
    return [one for one in plain if _shows_more_than_half(case, shelter, one)]


def _shows_more_than_half(case: Case, shelter: Shelter, one: Try) -> bool:
    target = square_space(one.square) if one.square is not None else shelter.stand.target
    starts = {line.start for line in one.lines}
    return any(more_than_half_visible(scene_of(case.world), start, target, blocks="effect") for start in starts)


def _close(
    case: Case, attack: Attack | None, source: Space | Point, name: Param, target: Spot, found: Found
) -> Verdict:
    """Say how the cover was found and what it gives; without an attack it is an area's."""
    kind = attack.kind if attack else "area"
    if isinstance(source, Space):
        case.squares("origin", tuple(source.squares()))
    case.squares("target", tuple(target.space.squares()))
    if case.explain:
        words.explain(case, kind, name, target, found, attack)
    words.bonuses(case, found, kind)
    value = COVER if found.grade == SOFT_COVER else found.grade
    corner = found.best.corner if found.best else None
    return case.verdict(value, words.summary(found.grade, kind), chosen_corner=corner)
