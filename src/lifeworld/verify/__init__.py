"""(changes, expectation, answer, trajectory) -> Verdict, pure: see `judge`; what is expected is in `expectation`."""
