"""Long tasks: 20 to 60 actions of the oracle, none of them padding, over several apps."""
