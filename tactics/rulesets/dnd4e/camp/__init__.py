"""What a party does between two fights by D&D 4e."""
