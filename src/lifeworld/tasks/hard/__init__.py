"""Long tasks: 20 to 60 actions of the oracle by need, over several apps."""
