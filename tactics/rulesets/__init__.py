"""One package a rule system. They never import each other."""
