"""Between fights by Pathfinder 2e: ten-minute stretches, treating wounds, rest, preparations, and the way on."""
