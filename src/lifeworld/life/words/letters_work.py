"""Letters by colleagues, in the same notation as those by others."""

# ruff: noqa: E501 — a paragraph is one line

SCRIPT = """
~ minutes | colleague
> Minutes of [Monday|Tuesday|Wednesday|Thursday]
> What we decided on {workday}
{dear}

Short notes so that nobody has to remember. We keep to the second option; {person} asks for prices by {workday}. The question of who tells the others was left open, {number} votes to {number}.

Please correct me before {hour_work} tomorrow, after that it's history.

{regards}

~ deadline_moved | colleague
> Moved: [the deadline|the review|the hand-in]
> {workday}, not {workday2}
{dear}

They have moved the date. It's {workday} now, {hour_work}, which gives us {number} days less than we had and the same amount of work. I've shifted what could be shifted.

Could you look at your part and say what you'd drop first? [Better to choose than to run out|I'd rather we choose it ourselves].

{regards}
--- me
{dear}

I'd drop the second round and keep the test. If anyone complains, I'll take the call. You'll have mine by {workday}.

{regards}

~ draft | colleague
> Draft for your red pen
> Version {number}, be honest
{dear}

Attached is the draft. Pages {number} to ten are sound, I think; the beginning is not. It explains what everyone knows and hurries over what nobody does.

I need it back by {workday}. Be [blunt|honest], there is no time for politeness.

{regards}

~ cover | colleague
> Could you stand in for me on {workday}?
> {workday}: a favour
{dear}

I have to be at the {errand} on {workday} at {hour_work} and it can't be moved, I tried. Could you take over for an hour? {person} knows the matter and the papers are on my desk, {spot_desk}.

I'd return it whenever you like, including the dull ones.

{regards}
--- me
{dear}

Yes, that's fine. Leave me a page with names, please, I always mix up the two from the third floor.

{regards}

~ expenses | colleague
> Receipts for {month}
> Expenses: what is missing
{dear}

I'm closing {month}, and from you there's a hole of {price}. It looks like a train ticket. If you have the receipt, photograph it; if you don't, write one line that says so and sign it.

Everything else is in order, which is rarer than you'd think.

{regards}
--- me
{dear}

Here it is, creased but legible. It was in my {item}, with two others from last year.

{regards}

~ newcomer | colleague
> New from {workday}: {person}
> Please be kind to {person}
{dear}

From {workday} on {person} is with us, for half a year to begin with. I've put the desk by the window, and you down for the first lunch because you are the friendliest of us, or were last week.

A round of introductions at {hour_work}, with cake if somebody brings one.

{regards}

~ praise | colleague
> That went well
> A word about {workday}
{dear}

I don't write these often enough. On {workday} you were {compliment}, and the others noticed. When the questions came I saw {person} put the pen down, and that hasn't happened in {number} years.

No answer needed. Take the afternoon off if you can.

{regards}

~ broken_thing | colleague
> The [printer|projector|door|coffee machine] again
> Who has the manual?
{dear}

It has stopped again. I've turned it off and on and said the usual words. The label says to call {person}, who left in {month}.

Does anyone have the contract? [I'll ring them myself|I'm willing to ring them, I only need the number].

{regards}

~ survey | colleague
> Two minutes: how was it?
> Please fill this in by {workday}
{dear}

The people upstairs want to know how the last quarter was. It is {number} questions, and one of them is about chairs. I promised {minutes} answers and have {number}.

It's anonymous. I'd recognise your commas, but I won't look.

{regards}

~ supplier | colleague
> Offer from the supplier
> They came down to {price}
{dear}

I had them on the phone for {minutes} minutes. They'll do it at {price} a piece if we order before {workday}, and not a cent less, and I believe them this time.

Shall I say yes? The other two haven't even answered.

{regards}
--- me
{dear}

Say yes, and ask for the delivery in two parts. We have no room for all of it at once.

{regards}

~ farewell | colleague
> My last day
> Goodbye, and where the keys are
{dear}

{workday} is my last day. I've written down what I know; it came to {number} pages, and half of it is about the archive. The keys are {spot_desk}.

It has been good here, on the whole very good. Come and see me; I shall be three streets away with better coffee.

{regards}

~ room | colleague
> Room double-booked on {workday}
> We can't have the big room
{dear}

We and the others have both booked the big room at {hour_work} on {workday}. They were first by {number} minutes, so we go to the small one, or we start earlier. I'd start earlier.

Tell me which, and I'll write to everyone.

{regards}
--- me
{dear}

Earlier, please. And let's leave on time for once.

{regards}
"""
