"""Talk in groups, by what the group is for."""

# ruff: noqa: E501 — a turn's alternative is one line

SCRIPT = """
= groupplan | group | 0.35
a Who's [free|in] {when} for {outdoors}?
a {outdoors_c}, {when}? [Anyone|Who's in]?
a We haven't all been in one room since {season_was}. {day}?
a When were we all [together|in one room] last[, {season_was}|]? {day}?
-
b {yes}
b {no}
b [If it stays dry|Unless it pours|If I wake up in time], [yes|gladly]. I'd come {hour}-ish.
-
c I can be there at {hour}.
c {no} [Next time|Send pictures].
c [Depends|Maybe], {person} [visits|needs the car] that day.
- maybe
a [Settled|So]: {day}, {hour}, by the {landmark}.
d I'll [bring|make] {baking}.

= groupfound | group | 0.3
a [Whose|To whom belongs this] {item}? [Found it|It was] {spot_hall}.
a [Somebody|One of you] left a {item} at {place}. [I have it|They keep it behind the bar].
-
b [Mine|That's mine]! {thanks}
b [Not mine|No idea]. [{person} has one like it|Ask {person}].
- maybe
c {haha} [I thought so|Third time this year|Tie it to your wrist].

= grouplink | group | 0.3
a [Read this|Seen]: [the Gazette says|they say] {place} [is closing|gets a terrace|is looking for help]. [Thoughts|Pity|Finally].
a [Did you see|Anyone seen] the [notice|poster] at {place}? [{course_c}, free|{day}, {hour}].
-
b {wow} [Since when|Says who]?
b [I read that|Heard it from {person}]. [Half of it is true|Let's see].
- maybe
c [We should|Shall we] go [once more|and look], {when}?

= groupask | group | 0.3
a [Question for all|Quick poll]: {poll}?
a Does anyone know {poll_q}? [{person} doesn't|I've asked {number} people].
-
b [Easy|Clear]: [the first|the second|ask {person}]. [No contest|Since always].
b [No idea|Can't help], [but I want to know|tell me too].
-
c [Neither|Both], [obviously|if possible]. {haha}
c {person} [knows|would know]. [I'll ask|Ringing now].

= groupcount | group | 0.25
a [Who's coming|Head count] on {day}? [So far|I have] {number}.
-
b {yes} [Plus one|And {person}].
b {no}
-
c [Me|Me too], from {hour}.
c [Probably|If the {bodypart} allows|Can I say on {day}]?

= climb | climb | 3
a1 [Who's climbing|Anyone climbing] {when}? [I want to try|I'm after] {grade}.
a2 {grade_c} [is new|went at last|spat me off {number} times]. [Come and see|I have the bruise].
a3 [Can't|No climbing for me] {when}, {bodypart}. [Sorry|Ice and tea].
-
b1 {yes} [I'll bring the {climbkit}|From {hour}]?
b2 {bravo} [I got stuck at|I still can't do] {grade}.
b3 {ugh} [Don't push it|Rest|Tape it].
-
c1 [I'm in|Coming], [but late|after {hour}]. [Somebody save me a mat|Bring chalk].
c2 {grade_c} first, [then food|then I can feel my fingers no more].
- later maybe
d2 [Three tries|{number_c} tries] on {grade} and [I own it|my {bodypart} is gone].
a2 [Beta|The trick]: [left foot high|don't look down|go early with the right hand].

= session | session | 1.6
a [Doors|The hall] [at|from] {hour} on {day}, [the far wall is closed|it will be full].
a [Who has|Did I leave] my {climbkit}? [Last seen|It was] {spot}.
-
b [I have|Got] your {climbkit}[, it smells|]. [Bring it on {day}|You owe me].
b [Then|So] we [start|meet] at {hour}[, shoes on|].
-
c [Warm-up is|I'll be on] the slab[ as usual|]. [No heroics|My {bodypart} agrees].

= tease | tease | 1.2
a [Somebody|Guess who] [fell asleep|left the {item}|sang] at {place}[ again|].
a {person} [says|claims] that [one of you|you lot] [can't cook|cheats at {game}|snores].
-
b {haha} [It was dark|Slander|I have witnesses].
b [No comment|I want a lawyer|That was one time].
- maybe
c {haha} [There's a picture|I've got it on film|Put it in the minutes].

= housenote | house | 2
a1 [Reminder|Note]: [rent|the meter man|the sweep] on {day}[, {hour}|].
a2 [Who|Which of you] [finished|ate] the {dish}? [It had my name on it|I was looking forward to it].
a3 [Friends|Everybody] [over|here] {when}? I'd make {dish} for {number}.
-
b2 [Guilty|It was me]. [It was {compliment}|I'll make a new one|It called to me].
b3 {yes} [I'll bring|Shall I bring] {grocery}?
b1 [Got it|Noted]. [I'm home until {hour}|Somebody has to be in].
-
c2 {haha} [I saw nothing|Count me in|I was asleep].
c1 [I can|I'll] do {chore} [before|after], [promise|unless it rains].

= foodgroup | food | 1.8
a [Tested|Tried] {place} [on {day}|last night]. {dish_c}: [yes|no|twice]. Price: {price}.
a [Craving|Who else craves] {dish}? [{place_c} at {hour}|I could cook].
-
b [Adding it to the list|On my list]. [Better than {place2}|With or without {person}]?
b {yes} [Table for {number}|Before {hour}, please].
- maybe
c I [dream of|still think about] the {dish} [there|from {season_was}].

= familyplan | family visit | 1.4
a1 [Lunch|Sunday lunch], who's coming? [{dish_c} for {number}|There will be {baking}].
a2 [Somebody has to|Who can] [drive|fetch] {person} on {day}, [train at {hour}|I'm working].
a3 {person}'s present: [shall we do|what about] {gift}[, {price} each|]?
-
b1 {yes} I'll bring [the {baking}|{grocery}|chairs].
b2 [I can|I'll do it], [from {hour}|if someone takes the {item}].
b1 {no} [Save me some {dish}|Kiss everyone].
-
c1 [Me too|Same here]. [What time|Is {hour} too late]?
c {haha} [Every year|As always|And no {dish}, please].
- maybe
a1 {hour}, [and not later|sharp|whatever that means in this family].

= photogroup | photo | 2
a [New picture|Look]: {place}, {day}, [{weather}|with {gift}|all {number} of us].
a [First|Another] [tooth|goal|solo|loaf]! [Film follows|{minutes} seconds, mostly wobbling].
-
b {wow} [The {item}|That face|Frame it]!
b [Send the big version|More|Print it, please].
- maybe
c [Who took it|Where is that]? [Is that|Near] {walk}?

= wedding | wedding | 4
a1 [Cake news|Update]: [lemon layer|almond layer|test {number}] [held|leaned|is in the freezer]. [Photo later|Don't ask about the floor].
a1 I [baked|iced] for {minutes} minutes and [it's {mood}|I'm {mood}|the kitchen is white]. [Lemon|Almond] [wins|stays].
a2 [Numbers|Guests]: {minutes} [so far|yes], {number} [maybe|allergic to nuts]. [Chairs|Plates] are [still missing|counted].
a3 [What colour|Which shade] are the napkins? [The venue asks|By {day}, please].
a4 [Who drives|Can anyone fetch|Who meets] {person} [from|at] the station[, {hour}|]? [With luggage|And a hat box].
-
b1 {yes} [I tasted|I'd eat] it [with a spoon|for breakfast|before the speeches].
b1 {bravo} [Bring a piece on {day}|Is it straight]?
b2 [{number} more|And {number}], [{person} wrote|from Wim's side]. [Sorry|Blame the post].
b2 [Breathe|One thing at a time]. [I take|I'll do] the [chairs|plates|seating].
b3 [Cream|Sage|The green one], [I think|we said]. [Ask {person}|I have the list {spot}].
b4 [I can|Let me]. [Which platform|How will I know the hat]?
-
c1 [No hazelnuts|Remember Wim's cousin], [please|I beg you].
c2 [Music|The band] wants [{price} more|a meal|to know the first song]. {song_c}?
c3 [Not white|Anything but pink]. [{person} will say {mood}|Final answer].
c4 [I can|I could] do {day}, [from {hour}|if there's cake].
- maybe
a [You are|This group is] {compliment}. {thanks}
d [Only|Just] {minutes} days. [Who's counting|I'm {mood}].

= worknews | work | 2.6
a1 [The room|Our meeting] is [moved|taken], we're in {room} at {hour_work}.
a2 [Heads up|Note]: [they want|he wants] [the draft|version {number}|numbers] by {day}.
a3 [Who has|Has anyone seen|Where is] the [long cable|sample box|key to {room}|{item}]? [I need it|It was here] [at {hour_work}|on {day}].
-
b1 [Seen|OK]. [I'll be {lateness} late|I'll bring the list|Does it have a window]?
b2 [{day}|By {day}]? {ugh} [Then|So] [we drop|we skip] part {number}.
b2 [On it|Half done]. [Mine by {hour_work}|Who does the summary].
b3 [Check|Look] {spot}. [{person} had it|It was there on {day}].
-
c1 [The small one|That one] has [no air|one socket]. [Bring a chair|I'll open the door].
c2 [I can|Let me] [take|do] [the first half|slides {number} to ten|the talking].
c2 {haha} [Same as last {month}|Version {number}, final, final|I'll make coffee].
c3 [Mine|I took it], [sorry|bringing it back], {minutes} minutes.
- maybe
a {thanks} [Five minutes|Short one], [promise|I mean it].
d [Sorry|Missed this], [I'm at {place}|on the tram]. [Anything left for me|Catching up].

= deadline | deadline | 2
a [Status|Where are we]? [{number_c} points open|{minutes} % done|I've lost count].
a [It's|The hand-in is] {day}, {hour_work}. [What can go|What's missing]?
-
b [My part is done|Mine by {hour}|Mine hangs on {person}].
b [Nearly|Almost], [the pictures|part {number}] [refuse|take {minutes} more minutes].
-
c [Cut|Drop] part {number}. [Nobody reads it|We can send it later].
c [I'll read|Send me] [everything|the last part] [tonight|at {hour}].
- later maybe
a [Sent|It's out]. [Go home|{baking_c} on my desk|Thank you all].

= lunch | lunch | 4 | 9-12
a {lunchplace_c} [today|at {hour_noon}]?
a [Votes|Lunch votes]: {lunchplace} or [bring your own|the usual]?
a [I can smell|Somebody has] {dish}[, I need food|]. {hour_noon}?
-
b {yes} [{minutes} minutes|Meet downstairs].
b {no} [Bring me|Save me] [some {dish}|a bun].
b [Anything but|Not] {lunchplace} [again|please]. {dish_c}?
-
c [In|Coming], [get a table|order me {dish}].
c [Only if|If] we're back by {hour_noon2}.

= tripgroup | trip | 2
a1 [Who|Has anyone] [books|booked] the {tripthing}? [It was {price} yesterday|It fills up].
a2 [Packing|List]: {item}, {tripkit}, [cards|{game}]. [What else|Anything missing]?
a3 [Forecast|It says] {weather} [for the whole week|on {day}]. [Still happy|Bring layers].
-
b2 [I can|I'll] take the {tripkit}[, and {gift} for the hosts|].
b1 [Done|Booked], [{price} each|pay me later|for {number}].
b3 {haha} [Perfect|As ordered]. I [own|have] a {item}.
-
c2 [Do we|Should we] [need|take] {tripkit}? [I have {number}|Mine leaks].
c [Counting days|I told everyone at work|My bag is packed, nearly].
- maybe
a [Meeting|Then we meet] at {hour} [under the clock|at the {landmark}|on the platform].

= baking | baking | 3
a [Crumb shot|Result]: {baking}, [{minutes} minutes|{number} folds], [a brick|the best so far|see for yourself].
a [My starter|It] [smells of {smell}|doubled by {hour}|died while I was away]. [Normal|Help|Advice]?
a [Anyone|Who] [wants|needs] [starter|flour|a proofing basket]? I have {number}.
-
b [More|Less] water, [then wait|colder]. [Mine took {minutes} hours|Patience].
b {bravo} [The ears|That crust|I want a slice]!
b [Feed it|Try] [rye|twice|honey], [talk to it|overnight]. [Works for me|{person} swears by it].
-
c I'd [swap|give] {gift} for [a loaf|{baking}].
c [Same here|Mine too]. [{weather_c} does that|Blame {season}].

= petgroup | pet | 1
c [She was at ours|We found her] [for|after] {minutes} minutes, {pet}.
c [Vet says|The scale says] {number} kilos. [No more|Less] {grocery}.
-
a {haha} [She'll sulk|She knows].
b [Don't tell her|I'll hide the {grocery}|She read this].

= filmgroup | film | 1.4
a [Tuesday|This week]: {film} or {film2}? [Vote|Hands up].
a [Tickets|Seats]: row {row}, {price} each, {film}.
-
b {film}. [The other one|{film2}] has [too much fog|a goose in it|my ex in it].
b [Either|Both]. I'll [be there|bring sweets] by {hour}.
-
c {film2}[, sorry|, final answer|]. [Or we toss a coin|{person} said so].
c [I'm out|Not me], [tell me how it ends|next week].

= social | social | 3
a1 [Drinks|Cake|Ice cream] for {person} on {day}, {hour}, {place}. [Who comes|Reply so I can book].
a2 [We collect|I'm collecting] for {person}: {gift}, {price} [each|a head|if you can].
-
b1 {yes} [Count two|I'll bring {gift}].
b2 {no} [But I'll put in|Here's] {price}.
-
c [Does {person} know|Is it a surprise|Who writes the card]?
c2 [I'll write|Let me do] the card. [No poems|With a poem].

= shift | shift | 5
a [Can anyone|Who can] take my {day} [night|late|early]? [I'd do|I'll give you] {day2} [back|and {baking}].
a [Swap|Swap wanted]: {day} [night|late] for [anything|{day2}|your worst one].
a [We're|Ward is] [{number} short|full] {when}. [Bring food|Pray|Wear good shoes].
-
b [I can|I'll take it], [if|but] I [sleep till {hour}|get {day2} off].
b {no} [Third in a row|Theatre tickets|Kids].
b [Ask {person}|Has {person} answered]? [They owed me one|They like nights].
-
a {thanks} [I'll tell the office|Changing the rota now].
c [I could do|Maybe I can do|I'd do] half of it, from {hour}.
- maybe
c [Who put|Somebody left] {dish} in the staff fridge, [label it|it moved|I salute you].

= wardtalk | shift work | 1
a [Room {number}|Bed {number}] [asks for you|says thank you|wants {grocery} with everything].
a [The printer|The lift|The alarm] [is back|died at {hour}|only likes {person}].
-
b {haha} [Tell them|Say] I'm [off|asleep|in a meeting].
b {ugh} [I'll ring|Log it] [at {hour}|again].

= repair | repair | 4
a1 [Need|Looking for] a {bikepart}, [28 inch|old type|any colour]. [Anyone|In your box]?
a2 [The green one|{person}'s bike|That folding thing] is [done|back|beyond help]. [{minutes} minutes|New {bikepart}].
a3 [Saturday|{day}]: [{number} bikes|{number} kids] so far. [Bring|Who brings] the {bikepart}?
-
b1 [Have one|Got two], {spot}. [Take it|{price} or a beer].
b2 [Fine job|Good]. [The {bikepart} was older than me|I'd have given up].
b3 [I'm there|In] from {hour}. [Coffee|Tea] is on [me|Marek].
-
c2 [Learnt|I learnt] to [true a wheel|set a {bikepart}] [yesterday|from a film], [stand back|it turns].
c1 {thanks} [Keep|Save] me the {bikepart}[ too|].

= games | games | 4
a1 {game} {when}? [My place|{place}], {hour}. [Bring coins|No sulking].
a2 [Final score|For the record]: {person} {number}, [the rest of us {number2}|me {number2}]. [I want a rematch|Cards were wet].
-
b1 {yes} [I feel lucky|I've been practising|Same stakes].
b1 {no} [Deal without me|Keep my chair].
b2 [You counted|He counted] the {item} twice. [As always|I let you win].
-
c1 [I bring|I'll bring] {baking}. [Winner washes up|Loser pays].

= lifts | lifts | 4
a [Who drives|Lift] on {day}? [Kick-off {hour}|Away game|{number} kids].
a [I have|There are] {number} seats [free|left] for {day}. [Back by {hour}|From the school gate].
-
b [I can|We can] do [there|back|both], [if someone takes {day2}|from {hour}].
b [Mine needs|One of mine needs] a seat. {thanks}
-
a [Settled|So]: {hour}, [side gate|by the {landmark}]. [Boots|Water|Shin pads]!
c {score}! [They won|They lost], [muddy|proud|starving].

= choir | choir | 5
a1 [Bring|Please bring] the [green book|black folder|motet] on {day}. [We begin|Start] at bar {minutes}.
a2 [Altos|Dear altos], [page {number}|bar {minutes}]: [breathe after|not before] the comma.
a3 [Who has|Has anyone] a [pencil|spare copy|lozenge|recording] [for {day}|of page {number}]?
-
b3 {yes} [I marked mine|I have {number}].
b1 [At home|In the car] I can [sing|do] it. [In the hall|There] it's [{weather}|another matter].
b1 [I'll be {lateness} late|Late again]: {reason}.
-
c [The basses|The sopranos] [were flat|drank our tea|had a point] [on {day}|again].
c [Edith|She] [smiled|raised an eyebrow] at bar {minutes}. [A good sign|We're done for].
- maybe
d [I shall bring|There will be] {baking} [after|in the break].

= sailing | sailing | 4
a1 [Wind|Forecast] [force {number}|light] on {day}, [north-west|turning]. [Sail|Shall we]?
a2 [The {boatpart}|Her {boatpart}] is [fixed|torn|missing], [{price}|I'll see to it].
-
b1 {yes} [High water|Tide] at {hour}.
b1 {no} [Too much|I'd rather] [wind|varnish].
-
c [I'll bring|Bringing] {dish} [in the flask|for {number}].
a [On board|At the pontoon] by {hour}. [Wear|Bring] [wool|the {item}].

= garden | garden | 4
a1 [The dahlias|The roses|The beans|The irises] [are out|have gone over|look {mood}]. [Come and see|I blame {weather}].
a2 [I have|Too many] [seedlings|plums|courgettes|bulbs] [to give away|going]: {number}. [Who wants|First come].
-
b2 {yes} [I'd take|Keep me] {number}.
b1 [Slugs|Mine have slugs]. [Beer works|Coffee grounds|{person} goes out at night with a lamp].
-
c1 [The judges|They] come on {day}. [Hide|Trim] the [hose|hedge|gnome].
c1 [Water|Feed] them before {hour}, [not after|I read].
"""
