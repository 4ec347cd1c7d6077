"""The immutable position: board, creatures, who judges it. No input or output."""
