"""What the player can choose now, as rows of buttons, and the heading that says what is wanted. No pygame here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tactics.core.problems import ProblemError
from tactics.core.text import Text, as_words, composed, decimal, text
from tactics.render.tokens import token_letters
from tactics.rules.action import Need, NeedChoice, NeedCreature, Option, Preview, Refusal
from tactics.rules.registry import book
from tactics.rules.vocabulary import SIDES
from tactics.ui.commands import Command
from tactics.ui.fight_card import shown_name
from tactics.ui.fight_marks import known_lines
from tactics.ui.fight_session import FightSession, percent
from tactics.ui.stance import is_stance, stance_title

GROUPS: dict[str, Text] = {
    "attack": text("Attack"),
    "power": text("Powers"),
    "move": text("Move"),
    "maneuver": text("Maneuvers"),
    "defend": text("Defend and wait"),
    "item": text("Things"),
    "other": text("Other"),
    "time": text("Time"),
    "turn": text("Turn"),
}
"""Groups of options, in the order they are shown."""

REFUSED = text("Not now")
CHOOSE = text("Choose an action")
FIRST = text("What is this turn to be?")
LOOKING_BACK = text("Looking back: event {n} of {total}")
HAPPENED = text("This happened; any key shows at once how it came out")
PRESENT = text("Back to the present")
LIST = text("List of scenarios")
UNDO = text("Take the last action back")
MAKE_CAMP = text("Make camp")


@dataclass(frozen=True, slots=True)
class Row:
    """A button.

    Attributes:
        words: what stands on it.
        value: the option to choose, what to answer or name, or a command of the window.
        group: heading it stands under, None for none.
        tip: what is told while the mouse rests on it.
        enabled: False for what is refused; a click tells why.
        target: id of the creature it names, "" for none.
    """

    words: Text
    value: Option | str | Command
    group: Text | None = None
    tip: tuple[Text, ...] = ()
    enabled: bool = True
    target: str = ""


def heading(session: FightSession) -> tuple[Text, bool]:
    """What is wanted of the player, and whether it is urgent."""
    if session.message is not None:
        return session.message, True
    if session.showing:
        return HAPPENED, False
    if session.seen is not None:
        return text(LOOKING_BACK.msgid, n=session.seen, total=session.battle.event_count), False
    if session.wanted_sides:
        return text("Roll a d{sides} and type it: Enter", sides=session.wanted_sides), True
    if session.over:
        return _won(session), True
    aim = session.aim
    if aim is not None and aim.need is not None:
        return composed("{option} · {need}", option=aim.option.title, need=aim.need.title), False
    if session.is_computer(session.mover):
        return text("The computer plays"), False
    if session.decision is not None:
        return session.decision.title, True
    if choosing_stance(session):
        return FIRST, True
    stance = stance_title(session.fight, session.mover) if session.mover else None
    return CHOOSE if stance is None else text("{maneuver}: choose an action", maneuver=stance), False


def choosing_stance(session: FightSession) -> bool:
    """Whether the player has to choose what the turn is to be, before anything else."""
    if session.aim is not None or session.decision is not None:
        return False
    return any(is_stance(one) and one.refusal is None for one in session.options())


def explained(session: FightSession) -> bool:
    """Whether what the marked button would do is told below the buttons: where it has to be weighed, not just found."""
    need = session.aim.need if session.aim is not None else None
    return isinstance(need, NeedChoice) or session.decision is not None or choosing_stance(session)


def _won(session: FightSession) -> Text:
    winner = session.battle.fight.over
    if winner == "nobody":
        return text("The fight is over; nobody is left standing.")
    return text("The fight is over. It is won by: {side}.", side=as_words(SIDES, winner))


def rows(session: FightSession) -> tuple[Row, ...]:
    """The buttons from top to bottom."""
    if session.showing:
        return ()
    if session.seen is not None:
        return (Row(PRESENT, Command.PRESENT),)
    if session.over:
        ending = (Row(LIST, Command.BROWSER), Row(UNDO, Command.BACK))
        return (Row(MAKE_CAMP, Command.CAMP), *ending) if leads_on(session) else ending
    if session.wanted_sides:
        return ()
    need = session.aim.need if session.aim is not None else None
    if session.aim is not None:
        return (*_named(session, need), Row(text("Back"), Command.CLEAR))
    if session.decision is not None:
        return tuple(_answers(session)) if not session.is_computer(session.mover) else ()
    return tuple(_options(session))


def leads_on(session: FightSession) -> bool:
    """Whether a camp follows; a chain that is broken is told in place of the heading."""
    try:
        return session.leads_on
    except ProblemError as error:
        session.message = composed("{problem}", problem=str(error.problems[0]))
        return False


def _options(session: FightSession) -> Iterator[Row]:
    options = session.options()
    if choosing_stance(session):
        options = (*filter(is_stance, options), *(one for one in options if not is_stance(one) and one.refusal is None))
    order = {group: number for number, group in enumerate(GROUPS)}
    for option in sorted(options, key=lambda one: (not is_stance(one), order.get(one.group, len(order)))):
        if option.refusal is None:
            yield Row(_option_words(option), option, GROUPS.get(option.group), option.notes)
    for option in options:
        if option.refusal is not None:
            tip = (*_why(session, option.refusal), *option.notes)
            yield Row(_option_words(option), option, REFUSED, tip, enabled=False)


def _option_words(option: Option) -> Text:
    if is_stance(option):
        return option.title  # it takes the whole turn, all of them do
    return composed("{title} · {cost}", title=option.title, cost=option.cost)


def _why(session: FightSession, refusal: Refusal) -> tuple[Text, ...]:
    """Why something is refused, and the rule that says so."""
    if not refusal.rule:
        return (refusal.text,)
    known = book(session.fight.system).rules.get(refusal.rule)
    rule = composed("[{rule}]", rule=refusal.rule)
    if known is not None:
        rule = composed("{title} [{rule}]", title=known.title, rule=refusal.rule)
    return refusal.text, rule


def _answers(session: FightSession) -> Iterator[Row]:
    decision = session.decision
    assert decision is not None
    for choice in decision.choices:
        yield _promising(session, choice.title, choice.id, decision.preview.get(choice.id))


def _named(session: FightSession, need: Need | None) -> Iterator[Row]:
    """What can be named for the option being aimed; places are named on the board."""
    if isinstance(need, NeedChoice):
        for one in need.choices:
            yield _promising(session, one.title, one.id, session.preview(one.id))
    if isinstance(need, NeedCreature):
        world = session.fight.world
        letters = token_letters(world)
        for who in need.ids:
            sign = "?" if who in session.hidden else letters[who]
            named = composed("{letters} · {name}", letters=sign, name=shown_name(session, who))
            yield _promising(session, named, who, session.preview(who), target=who)


def _promising(
    session: FightSession, title: Text, value: str, preview: Preview | Refusal | None, *, target: str = ""
) -> Row:
    """A row that tells its chance, and more while the mouse rests on it."""
    if isinstance(preview, Refusal):
        return Row(title, value, tip=_why(session, preview), enabled=False, target=target)
    if preview is None:
        return Row(title, value, target=target)
    words = title
    if preview.chance is not None:
        words = composed("{title} · {chance}", title=title, chance=percent(preview.chance))
    elif preview.damage_mean:
        words = text("{title} · damage {mean}", title=title, mean=decimal(preview.damage_mean))
    return Row(words, value, tip=tuple(known_lines(preview, session)), target=target)
