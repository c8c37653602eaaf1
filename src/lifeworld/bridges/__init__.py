"""Other harnesses, protocols and formats: each bridge is small, and imported by nobody."""
