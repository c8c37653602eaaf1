"""Each provider's vocabulary, written once: rows of native call and action, which are read in either direction.

`rows.py`, `parts.py` and `grammar.py` have what a codec is made of, `action_spaces.py` lists all in their forms; each
other module is one provider's codec. Adapters read calls with it; the mock server, calibration and exports write them.
"""
