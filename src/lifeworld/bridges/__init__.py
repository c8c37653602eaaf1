"""What leads out of Lifeworld: its recordings in other people's formats."""
