"""Squares, lattice points, spaces, sizes, texts and problems. No third-party imports."""
