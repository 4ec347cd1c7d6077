"""A grid tactical simulator that shows its rulings."""

__version__ = "0.1.0"
