"""The desktop window: it asks and draws, and decides nothing."""
