"""Keys: every command has one, none is taken twice, and other keyboard layouts work."""

from __future__ import annotations

from collections import Counter

import pygame
import pytest

from tactics.ui.commands import CTRL, SHIFT, Binding, Command, camp_sections, command_of, fight_sections, sections

BINDINGS = [binding for section in sections() for entry in section.entries for binding in entry.bindings]
CAMP_BINDINGS = [one for section in camp_sections() for entry in section.entries for one in entry.bindings]
FIGHT_BINDINGS = [one for section in fight_sections() for entry in section.entries for one in entry.bindings]


def test_every_command_has_a_key() -> None:
    assert {binding.command for binding in (*BINDINGS, *FIGHT_BINDINGS, *CAMP_BINDINGS)} == set(Command)


@pytest.mark.parametrize("bindings", [BINDINGS, FIGHT_BINDINGS, CAMP_BINDINGS], ids=["table", "fight", "camp"])
def test_no_key_means_two_things(bindings: list[Binding]) -> None:
    used = Counter((binding.key, binding.modifiers) for binding in bindings)
    assert [key for key, times in used.items() if times > 1] == []


@pytest.mark.parametrize("binding", BINDINGS, ids=lambda one: one.label)
def test_a_key_gives_its_command(binding: Binding) -> None:
    assert command_of(binding.key, binding.scancode, binding.modifiers) is binding.command


@pytest.mark.parametrize("binding", FIGHT_BINDINGS, ids=lambda one: one.label)
def test_a_key_gives_its_command_in_a_fight(binding: Binding) -> None:
    assert command_of(binding.key, binding.scancode, binding.modifiers, fight=True) is binding.command


def test_letters_work_on_a_russian_keyboard() -> None:
    assert command_of(ord("й"), pygame.KSCAN_Q, 0) is Command.ASK
    assert command_of(ord("ы"), pygame.KSCAN_S, pygame.KMOD_LCTRL) is Command.SAVE_SVG


def test_other_keys_and_modifiers_mean_nothing() -> None:
    assert command_of(pygame.K_F7, 0, 0) is None
    assert command_of(pygame.K_q, pygame.KSCAN_Q, CTRL | SHIFT) is None
    assert command_of(pygame.K_q, pygame.KSCAN_Q, pygame.KMOD_NUM) is Command.ASK
