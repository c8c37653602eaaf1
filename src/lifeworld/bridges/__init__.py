"""Other harnesses and protocols: each bridge is small, and imported by nobody."""
