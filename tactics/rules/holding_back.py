"""Actions that are held back until something happens: how one is named, noted, and aimed when the time has come.

What may be held back, what one can wait for and what it costs is each book's own.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from tactics.core.text import Text, text
from tactics.rules.action import Action, Argument, Choice, Decision, Need, NeedChoice, Option, Refusal, Refused
from tactics.rules.fighting import Run
from tactics.rules.kinds import Kind, key_of
from tactics.world.fight import Effect, Fight

_AIM = "aim"


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a creature holds back, as far as it can be done now.

    Attributes:
        effect: that says so; see `note_of`.
        kind, option: the action.
        settled: arguments that are known: those of the option, and the target.
        open: needs that the player still has to say.
    """

    effect: Effect
    kind: Kind
    option: Option
    settled: Mapping[str, Argument]
    open: tuple[Need, ...]

    def action(self, who: str) -> Action:
        """The action as far as it is settled."""
        return Action(who, self.option.id, dict(self.settled))

    def aimed(self, run: Run, who: str) -> Action:
        """The action with what the player says of it, such as where to go."""
        if not self.open:
            return self.action(who)
        title = self.option.title
        decision = Decision(who, "aim_readied", title, (Choice(_AIM, title),), _AIM, needs={_AIM: self.open})
        return Action(who, self.option.id, {**self.settled, **run.ask(decision).arguments})


def needs_of(options: Iterable[Option], triggers: Mapping[str, Text]) -> tuple[Need, ...]:
    """What is to be named to hold an action back: which one, and for what."""
    whats = tuple(Choice(key_of(option), option.title) for option in options)
    whens = tuple(Choice(id_, title) for id_, title in triggers.items())
    return NeedChoice("choice", whats, text("What to do?")), NeedChoice("trigger", whens, text("When?"))


def meant(action: Action, options: Iterable[Option], triggers: Container[str], rule: str) -> tuple[str, str]:
    """The key of the option that an action holds back, and for what.

    Raises:
        Refused: it names none of them.
    """
    what, trigger = str(action.arguments.get("choice", "")), str(action.arguments.get("trigger", ""))
    if trigger not in triggers or what not in {key_of(option) for option in options}:
        raise Refused(Refusal(text("Say what to do and when."), rule))
    return what, trigger


def note_of(what: str, trigger: str) -> str:
    """The note of an effect that an action is held back: for what, and its key."""
    return f"{trigger}:{what}"


def noted(effect: Effect) -> tuple[str, str]:
    """The key of what an effect holds back, and for what."""
    trigger, _, what = effect.note.partition(":")
    return what, trigger


def question(fight: Fight, who: str, cause: str) -> Text:
    """The question to one who waits when the time has come."""
    world = fight.world
    return text("{name} waited for {who}. Act?", name=world.creature(who).name, who=world.creature(cause).name)
