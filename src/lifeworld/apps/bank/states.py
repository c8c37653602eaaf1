"""Where the owner may have left Harbour Bank."""

from lifeworld.apps.bank.models import Account, Bill, Card, Entry, Payee
from lifeworld.web.states import State, at

STATES = (
    State("account", at(Account, "/account/{id}")),
    State("activity", "/activity?q=market"),
    State("entry", at(Entry, "/entry/{id}")),
    State("spending", "/spending"),
    State("half-budgeted", "/budgets", {"A month": "250"}),
    State("splitting", at(Entry, "/entry/{id}/split", "kind = 'card'")),
    State("requests", "/requests"),
    State("transfer", "/transfer"),
    State("half-paid", at(Bill, "/bill/{id}/pay")),
    State("bills", "/bills"),
    State("payee", at(Payee, "/payee/{id}")),
    State("half-written", "/payees/add", {"Name": "Harbour Glass"}),
    State("card", at(Card, "/card/{id}")),
    State("filing", at(Entry, "/entry/{id}/category")),
    State("half-noted", at(Entry, "/entry/{id}/note"), {"Note": "Ask about"}),
    State("people", "/people"),
    State("settings", "/settings"),
    State("signed-out", "/sign-in", signed_out=True),
)
