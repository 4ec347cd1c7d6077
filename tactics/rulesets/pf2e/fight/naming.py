"""Names of actions as this book has them, where its Russian terms differ from the usual ones."""

from __future__ import annotations

from tactics.core.text import Text
from tactics.rules.registry import book
from tactics.rulesets.pf2e.creatures import SYSTEM


def action_name(id: str, usual: Text) -> Text:
    """What an action is called: the usual words, unless ``words_ru`` of ``data/system.toml`` knows better."""
    return book(SYSTEM).word(f"action.{id}", usual)
