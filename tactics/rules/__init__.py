"""What every rulebook shares: questions, verdicts, citations, switches. No book's numbers."""
