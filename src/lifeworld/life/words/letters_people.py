"""Letters by people: `~ key | who writes`, `> subject` lines to choose from, a body; `--- me` or `--- them` answers it."""

# ruff: noqa: E501 — a paragraph is one line

SCRIPT = """
~ recipe | family friend neighbour
> [That|The] recipe[, at last|, as promised|]
> {dish}: how I do it
{dear}

You asked how I make the {dish}. [It is hardly a recipe|There is no secret], but here it is. Start with more onion than seems decent, {minutes} minutes on a low flame, and don't answer the door.

The rest goes in together: {grocery}, {grocery2}, a spoon of something sharp. [Taste before you salt|Let it stand while you lay the table]. It serves {number}, or two with a good appetite.

[Tell me how it turns out|Report back, with a photograph please].

{regards}
--- me
{dear}

Made it {when}. [There was none left to photograph|The pan came back clean]. I used {grocery2} instead, because the shop had none, and nobody noticed.

{regards}

~ visit | family friend
> [Coming|Passing] through in [two|three|four] weeks
> A bed for [one night|two nights]?
{dear}

I have to be in town on a {day} [next month|soon] and wondered about your sofa. I would come by the {hour} train and be gone after breakfast, and I'd bring {gift}.

If it's a bad week, say so plainly; there is always the {hotel}. But I'd much rather hear your news than read it.

{regards}
--- me
{dear}

Of course, come. The sofa has been looked at sternly and will behave. I'm home from {hour} on; the key is with the neighbours if the train is early.

{regards}
--- them
Settled, then! I'll write when I sit in the train.

{regards}

~ photos | family friend club
> Photos from [Sunday|the walk|the weekend|that evening]
> {number} pictures, one of them good
{dear}

Here are the pictures from {place}. I threw out the ones with closed eyes, which left {number}. The one by the water is the best, I think, even if {weather} got into it.

If you want it larger, I'll have a print made. They do them well at the shop on Weaver Street.

{regards}

~ bookloan | friend family neighbour
> {book}
> I finished {book}[ at two in the morning|]
{dear}

I have finished {book} and I have opinions. The first half is a {compliment} book, and then comes chapter {number} and everybody starts explaining things to one another.

You can have it back {when}, or I'll pass it to {person}, who has been asking. What did you make of the ending?

{regards}
--- me
{dear}

I liked the ending! Or I liked that somebody finally went outside. Do pass it on, and then let us have a proper argument over coffee at {cafe}.

{regards}

~ health | family
> How we are
> News from [here|home], nothing grave
{dear}

You asked for news. The {bodypart} is better than it was, and the doctor says to keep walking, which I was going to do anyhow. {weather_c} has kept us in for {number} days.

{person} came by with {gift} and stayed until the lamps were lit. We talked about you, of course, all of it good.

[Ring when you can|Don't trouble to ring, I know the days are long]. {regards}

~ thankyou | family friend neighbour
> Thank you[!| for yesterday| for the other evening]
> A late thank-you
{dear}

I meant to write on the same evening and then {reason_past}. So, late and meant all the more: thank you. The {dish} was a triumph and I haven't laughed like that since {season_was}.

I think I left my {item} with you, probably {spot}. No hurry whatever; I'd be glad of a reason to come again.

{regards}

~ moving | friend
> New address[, again|]
> We are moving!
{dear}

It's done, we have signed. From next month we live on {street}, {number} flights up, with a view of other people's kitchens. There's a room for guests if guests don't mind the bicycle.

I will need strong friends on a {day} and can pay in {dish}. [No pianos|One piano. Sorry].

{regards}

~ concert | friend club
> Two tickets going[, {day}|]
> Would you like to come to {song}?
{dear}

I've been given two tickets for {day} and {person} can't come. It's the small hall, {number} musicians, and they begin with something from {place} that hasn't been heard for a century, possibly with reason.

Doors at {hour}. Let me know by the day before, or I'll ask the next name on my list. The list is short.

{regards}
--- me
{dear}

Yes, gladly. I'll bring the {item} that you left here and buy the drinks.

{regards}

~ reunion | friend
> [Ten|Fifteen|Twenty] years, would you believe it
> A table for the old lot?
{dear}

It struck me on the tram that it's a round number this year. {person} is in town for a month, and I thought that we might get a long table at {place} and see who is still recognisable.

I've found {number} addresses. Do you still have one for {person2}? The last I heard was a postcard.

{regards}

~ advice | friend family
> May I ask you something
> A question, not urgent
{dear}

I'm going round in circles and you are good at corners. They've offered me the other post: {number} people, more money, and a desk by the lift. Everybody says to take it, which makes me suspicious.

You needn't answer in writing. A walk by {walk} would do.

{regards}
--- me
{dear}

A walk it is. My first thought is that you wrote one line about the money and two about the desk. {day}, after {hour}?

{regards}

~ clubnews | club
> Who has the key?
> {day}: change of time
{dear}

A small matter: the hall is taken on {day} until {hour}, so we begin half an hour later than usual. Please tell those who don't read their mail; you know who they are.

The cash box stands at {price}. If someone still owes for last month, now would be handsome.

{regards}

~ tickets_owed | club friend
> What I still owe you
> Accounts
{dear}

I did the sums on the train. For the {item} and both suppers I make it {price}, less what you owe me for the taxi. Does that agree with yours?

If so I'll send it {when}. If not, let us each pay half of the difference and never speak of it.

{regards}

~ lostproperty | neighbour club
> Is this your {item}?
> Found: one {item}
{dear}

Somebody left a {item} {spot_hall}, and {person} thinks that it's yours. I've hung it inside by the meters so that it stays dry.

If it isn't, pass this on; it is too good to lose.

{regards}
--- me
{dear}

It is mine, thank you! I'd already written it off. I'll fetch it {when}.

{regards}

~ stairs | neighbour
> [The stairs|Noise|Bicycles] in the hall
> From downstairs, with good wishes
{dear}

I don't like to make a thing of it, but there were {number} bicycles in the hall on {day}, and {person} could not get past with the pram. Could we agree on the hooks at the back?

The landlord is no help. I have asked him {number} times since {season_was}.

{regards}

~ garden | neighbour
> Plums, please take some
> The hedge, the fence, the plums
{dear}

The tree has lost all sense of measure. There's a basket by the gate and another behind it; take what you can carry. They want to be eaten within {number} days.

And while I have you: would you mind if they cut the hedge on {day}? It'll be loud until {hour}.

{regards}

~ old_teacher | friend family
> A voice from long ago
> You won't remember this
{dear}

I was clearing the attic and found the programme of that evening, the one with the broken lamp. You are in the third row, looking {mood}. I'd forgotten the hats.

I thought that you should have it, so it's in the post. No answer needed. But I should like to know what became of {person}.

{regards}

~ wish | friend family
> Happy birthday[!|, a little late|🎂]
> Many happy returns
{dear}

All good wishes for your day, and for the quiet one after it. I hope that someone has baked and that nobody sings too long.

There's {gift} on its way to you. If it's not there by {day}, blame the courier and not me.

{regards}
"""
