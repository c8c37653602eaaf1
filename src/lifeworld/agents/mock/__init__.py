"""Mock server of the providers, on this machine's loopback: checks what adapters send, and plays scripted answers.

`script.py` says what is answered, `server.py` serves it, and each provider has a file that reads its requests, holds
them against its rules and writes answers: unified actions, translated the other way round.
"""
