"""The actions everybody has, whatever its powers, and what they leave to be looked after."""

from __future__ import annotations

from tactics.rules.kinds import Kind
from tactics.rulesets.dnd4e.fight import delay, grab, hiding, lapses, moves, order, ready, riding
from tactics.rulesets.dnd4e.fight.action_points import ActionPoint
from tactics.rulesets.dnd4e.fight.aid import Aid
from tactics.rulesets.dnd4e.fight.bull_rush import BullRush
from tactics.rulesets.dnd4e.fight.charge import Charge
from tactics.rulesets.dnd4e.fight.coup_de_grace import CoupDeGrace
from tactics.rulesets.dnd4e.fight.delay import Delay
from tactics.rulesets.dnd4e.fight.escape import Escape
from tactics.rulesets.dnd4e.fight.feint import Feint
from tactics.rulesets.dnd4e.fight.first_aid import FirstAid
from tactics.rulesets.dnd4e.fight.grab import Grab, KeepGrab
from tactics.rulesets.dnd4e.fight.grab_move import GrabMove
from tactics.rulesets.dnd4e.fight.hiding import Hide
from tactics.rulesets.dnd4e.fight.moves import Move, Step
from tactics.rulesets.dnd4e.fight.ready import Readied, Ready
from tactics.rulesets.dnd4e.fight.riding import Dismount, Mount
from tactics.rulesets.dnd4e.fight.second_wind import SecondWind
from tactics.rulesets.dnd4e.fight.standing import DropProne, StandUp
from tactics.rulesets.dnd4e.fight.things import Door, Handle
from tactics.rulesets.dnd4e.fight.total_defense import TotalDefense

ACTIONS: tuple[Kind, ...] = (
    CoupDeGrace(),
    Charge(),
    BullRush(),
    Grab(),
    KeepGrab(),
    GrabMove(),
    Move(),
    Step(),
    StandUp(),
    DropProne(),
    Mount(),
    Dismount(),
    Escape(),
    Hide(),
    SecondWind(),
    TotalDefense(),
    Feint(),
    Aid(),
    FirstAid(),
    Handle(),
    Door(),
    Ready(),
    Delay(),
    ActionPoint(),
)
"""In the order of the action bar."""

lapses.LAPSES[:] = (riding.lapse, grab.lapse, hiding.lapse)
moves.AFTERWARDS[:] = (hiding.moved, ready.moved)
order.BETWEEN[:] = (delay.between,)
order.START_STEPS[:] = (delay.lost, *order.START_STEPS, riding.begins)
order.END_STEPS[:] = (riding.ends, *order.END_STEPS)
REACTIONS = (Readied(),)
"""For `reactions.REACTIONS`."""
AFTERMATH = (grab.cannot_hold, riding.knocked)
"""For `conditions.AFTERMATH`."""
