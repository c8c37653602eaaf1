"""What people and machines in this city say: data for the grammars."""
