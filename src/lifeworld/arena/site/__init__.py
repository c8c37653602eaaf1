"""The arena's pages: the battle and its vote, live battles, the leaderboard, accounts, administration."""
