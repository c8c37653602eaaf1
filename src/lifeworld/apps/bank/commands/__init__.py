"""Harbour Bank's verbs."""

from lifeworld.apps.bank.commands.accounts import CloseAccount, OpenAccount, RenameAccount, SetPrimary
from lifeworld.apps.bank.commands.budgets import RemoveBudget, SetBudget
from lifeworld.apps.bank.commands.cards import (
    BY_KEY,
    OFFERS,
    ApplyForCard,
    CloseCard,
    Freeze,
    HideNumber,
    ShowNumber,
    Unfreeze,
)
from lifeworld.apps.bank.commands.entries import Annotate, DisputeCharge, Recategorise, WithdrawDispute
from lifeworld.apps.bank.commands.payees import (
    AddPayee,
    DeletePayee,
    EditPayee,
    Star,
    StartAutopay,
    StopAutopay,
    Unstar,
)
from lifeworld.apps.bank.commands.payments import (
    PEOPLE_LIMIT,
    CancelScheduled,
    PayBill,
    PayPayee,
    SchedulePayment,
    SendMoney,
    Transfer,
)
from lifeworld.apps.bank.commands.requests import RequestMoney, SplitPayment, WithdrawRequest
from lifeworld.apps.bank.commands.session import MOST_MISSED, SignIn, SignOut
from lifeworld.apps.bank.commands.settings import HideNumbers, SaveAlerts, SaveProfile, SaveSettings

__all__ = [
    "BY_KEY",
    "MOST_MISSED",
    "OFFERS",
    "PEOPLE_LIMIT",
    "AddPayee",
    "Annotate",
    "ApplyForCard",
    "CancelScheduled",
    "CloseAccount",
    "CloseCard",
    "DeletePayee",
    "DisputeCharge",
    "EditPayee",
    "Freeze",
    "HideNumber",
    "HideNumbers",
    "OpenAccount",
    "PayBill",
    "PayPayee",
    "Recategorise",
    "RemoveBudget",
    "RenameAccount",
    "RequestMoney",
    "SaveAlerts",
    "SaveProfile",
    "SaveSettings",
    "SchedulePayment",
    "SendMoney",
    "SetBudget",
    "SetPrimary",
    "ShowNumber",
    "SignIn",
    "SignOut",
    "SplitPayment",
    "Star",
    "StartAutopay",
    "StopAutopay",
    "Transfer",
    "Unfreeze",
    "Unstar",
    "WithdrawDispute",
    "WithdrawRequest",
]
