"""Fights by the Dungeon Fantasy RPG: manoeuvres, active defences, wounds."""
