"""What people and machines in this city say: files to read and edit, one folder a language, each checked once."""
