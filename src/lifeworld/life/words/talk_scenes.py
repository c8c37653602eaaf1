"""Talk that an event gave rise to: its facts are in the slots, so every line may be checked against other apps."""

SCRIPT = """
= dinner-plan | scene
a {hey} dinner at {place} on {day}? [I could do {time}|{time} maybe|Thinking {time}].
a [Shall we|Let's] [try|go back to] {place} on {day}, {time}[ or so|]?
a {place}, {day}, {time}? [I'm hungry already|They have {dish}|It's been too long].
-
b {yes} {time} [is good|works for me|suits me].
b {place}! {yes}
b {day} [is fine|works]. [Is {names} all of us|Who else comes|Just {names}]?
-
a [Booked|Table booked] for {time}, {day}[, by the window|, under my name|].
a [Done|It's done], {place} [has|keeps] a table for us at {time} on {day}.

= dinner-after | scene
a [Home|Back home]. {place} was [worth it|loud but good|even better this time]. [The {dish}|That {dish}]!
a [Still full|Slept like a stone] after {place}. {thanks}
-
b [Best {dish} in town|I'd go back for the {dish}|We closed the place].
b {haha} [And the waiter|The couple next to us|Your face when the bill came].

= paid-me | scene
a Sent you {amount} for {place}. {thanks}
a {amount} is on its way for {place}. [Tell me if it's wrong|Check it, please].
a My share of {place}, {amount}, [sent|done|paid].
- later maybe
b [Got it|Arrived|Saw it], [all square|thanks|that was quick].
b {thanks} [Next one is on me|You didn't have to hurry].

= paid-you | scene
a Just sent you {amount} for {place}.
a My part for {place}, {amount}, should be with you[ now|].
a {amount} for {place}, [sent|done]. {thanks}
- later maybe
b [It's there|Arrived|Got it]. {thanks}
b [That was quick|All good|Perfect]. [Let's go back soon|I still think about the {dish}].

= trip-dates | scene
b So, {town}: {out} to {back}[?|, everyone?|. Can we fix it?]
b [Let's fix it|Proposal]: {town}, {out} until {back}.
-
c {yes} [I've asked for the days|My boss said yes].
c [Works|Fits]. [What about|Which] [the hotel|a house]?
- day
a [I'd take|What about] {hotel}? [{stay} for all of us|{stay} for {nights} nights].
-
b {hotel}, yes. [Book it|Before it's gone].
d {hotel} [has|is] [a roof terrace|by the water|where {person} stayed].
- days
a Booked! The code is {code}, {hotel}, {nights} nights.
a [It's done|Done]: {carrier}, code {code}. {hotel} for {nights} nights.
-
c {wow} [{town}!|I'm packing.|{town}, here we come.]

= trip-pack | scene
b [Who brings|Do we have] the first aid kit to {town}?
b [What's the plan for|How cold is it in] {town}?
-
a I've got [it|that], and [sunscreen|plasters|a map]. We leave {out}.
a [We leave|Leaving] {out}, [don't be late|meet by the clock].
-
c [I'll bring|Bringing] {game} and [a kettle|{baking}|a torch].
d [One bag each|Small bags], {carrier} [is strict|weighs them].

= trip-sight | scene
b I want to see {sight} first. [Before breakfast|Before the crowds].
b [Must we|Can we] book {sight}?
-
c {yes} And then [eat|sit|swim].
c [No|I don't think so], {sight} is free [before ten|on {day}s].
-
a [{sight_c} on the first day|First {sight}], [then no plan|then food].

= trip-after | scene
a Back home, missing {town} already. [The washing machine isn't|{weather_c} here].
a [Two days back|Home], and I still hear {town}.
-
b Same. Can we go back for {sight}?
b I have {minutes} pictures of {sight}[, sorry|. Who wants them].
-
c [I found|There is] sand in my {item}.
d [Next year|In spring], [same house|{hotel}], [same people|no excuses].

= parcel-late | scene
a Did the {thing} come today? It was due yesterday.
a [Still no|No sign of the] {thing}. [They said yesterday|It should be here].
-
b Nothing here. [Want me to|Shall I] ask downstairs?
b [No|Nope], [I was in all day|only post|a bill and a leaflet].
-
a The order number is {number}, if they ask.
a [I'll wait|One more day]. Order {number}, [so you know|just in case].

= parcel-neighbour | scene
a The courier left a box for you with me. [Quite light|Says {shop}].
a I have your parcel [here|downstairs], [in until {hour}|just ring]. {shop}, I think.
-
b {thanks} [I'll fetch it|Down in {minutes} minutes].
b [Oh good|At last], that's the {thing}. {thanks}

= double-charge | scene
a {place} charged me twice. {amount}, {amount}, within a minute.
a [Look at this|Odd]: {amount} at {place}, two times[, same minute|].
-
b {ugh} [Ring them|Write to them|Tell the bank].
b [Did you|Have you] [tap twice|kept the slip]? [They'll refund it|Call them].
-
a [Called|I called], they [say|promise] it'll be back [in a week|in five days].
a [Will do|I'll go in person] {when}. [{amount} is {amount}|It's the principle].

= refund | scene
a {place} [sent back|refunded] the {amount}. [Only|After] five days[!|.]
-
b {wow} [Told you|Drinks on you|So it does happen].

= cancelled-class | scene
a No {what} on {day}, [they're ill|cancelled]. [What now|Drinks instead|So I'm free].
a {what} on {day} is cancelled[, just got the letter|]. [An evening off|What do I do now].
-
b {ugh} [Walk|Tea|{cafes}] instead?
b [Good|Finally], I [hadn't prepared|was {mood} anyway].

= birthday | scene
a [Happy birthday|Many happy returns|Happy happy birthday], {name}! [All the best|May it be a good one|Cake later].
a [It's your day|Happy birthday]! [Hope there is cake|Don't work too long|Sending {gift} and love].
- later
b {thanks} [You remembered|There's {baking}|I'm {mood} and {age}].
b {thanks} [Come by|Drop in] [after {hour}|on {day}], there's [wine|{baking}|too much of everything].

= birthday-mine | scene
a [Happy birthday|Many happy returns|All the best today]! [You're not a day older|{gift_c} is coming|Enjoy it].
a [Congratulations|Happy birthday], {name}! [Cake|See you at {hour}|Hope they spoil you].
- later
b {thanks} [I feel {mood}|I had {baking} for breakfast|Come round on {day}].
b {thanks} [So many messages|You're the first|Hugs back].

= split-ask | scene
a [What do I owe you|How much was it] for {what}?
a {what}: [what's my part|how much each]?
-
b {amount}, [no rush|when you like].
b [Makes|That's] {amount} [each|for you].
-
a [Sent|Done]. {thanks}
a [On its way|Paid], {amount}.

= split-tell | scene
a {what} was {amount} each[, for the record|]. [I paid|I got it].
a [I paid|Got] for {what}. {amount} each, [no rush|whenever].
-
b [Sent|Paid]. {thanks}
b {amount}, [done|on its way].
- maybe
c [Same|Me too], [sent|one minute].

= appointment | scene
a [Don't forget|Remember] {title} on {day} at {time}.
a {title} is on {day}, {time}. [Are you coming|All set|Need a lift]?
-
b {yes} [It's in the calendar|{time}, got it].
b [Noted|I know], {time}. [Meet there|I'll be there].

= running-to | scene
a [Nearly there|On my way] to {title}. [Save me a seat|{lateness_c} out].
-
b [You're fine|No hurry], [they haven't started|still coats everywhere].
"""
