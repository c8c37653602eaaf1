"""One gets into Harbour Bank by a PIN."""

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank.models import Session
from lifeworld.web import Gate
from lifeworld.web.language import N_

GATE = Gate(
    shut=lambda store: not store.get(Session, 1).signed_in,
    signs_out=c.SignOut,
    opens=(c.SignIn,),
    entry=lambda store: (c.SignIn(store.get(Session, 1).pin),),
    says=N_("Should you be asked for it, my PIN is {pin}."),
    facts=lambda store: {"pin": store.get(Session, 1).pin},
)
