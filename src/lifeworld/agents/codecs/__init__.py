"""Each provider's vocabulary, written once: rows of native call and action, which are read in either direction.

`rows.py` has what rows are made of; each other module is one provider's codec. Adapters read calls with it; the mock
server, calibration and exports write them.
"""
