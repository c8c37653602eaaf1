"""Talk between friends, neighbours, club mates and colleagues, two at a time."""

# ruff: noqa: E501 — a turn's alternative is one line

SCRIPT = """
= coffee | friend colleague neighbour club | 1.6
a {hey} coffee {when}? [I'm near {cafes}|{cafes}, say|Thinking of {cafes}].
a Do you have time for a coffee {when}? [It has been too long|I owe you one|My head needs air].
a {cafes}, {when}? [They have|I hear they have] {baking} again.
-
b {yes} [{hour} ok|Is {hour} all right|Around {hour}]?
b {no} [Next week|Could we do {day}]?
b [Only if|If] they have {baking}. {hour}?
-
a {day} at {hour} [then|it is]. {bye}
a Perfect. [I'll get us the window table|First one there orders|Look for the {item}].
- days maybe
b That was [good|nice], let's not wait until {season_end} [again|next time].

= catchup | family friend neighbour club colleague | 1.6
a {hey} how are you [these days|getting on|doing]? [I heard from {person}|Last I heard you had {course}].
a [Long time|It's been ages]. How's life with {season}?
a [You crossed my mind|Thought of you] when I [walked past {place}|heard {song}|saw a {item} like yours].
- later
b [Not bad|All right], {mood} mostly. {weather_c} here. And you?
b [Busy|Up and down|Better], {course} on {day}s, [work|sleep] the rest. You?
b {hey} [funny|nice] that you write, I [dreamt|was thinking] of you. I'm {mood}, [thanks|mostly].
-
a Much the same. [We should do|Let's do] {outdoors} some time.
a [Same here|Can't complain], my {bodypart} [complains for me|is the only news]. [{outdoors_c} soon|Walk soon]?
- maybe
b {yes} [{day}|Next week|When it's [dry|warmer|lighter]].

= lend | friend neighbour club colleague | 1.3
a Could I borrow your {item} {when}? [Mine is broken|I'll bring it back on {day}|For {person}'s party].
a Do you still have [the|my] {item}? [I need it|I'd need it] {when}.
-
b [Sure|Of course], it's {spot}. [Ring when you're here|I'm in until {hour}].
b {person} has it[, I think|. Shall I ask]. [Otherwise take|You could have] the old one.
b {yes} [I'll leave it|It's] by the door.
-
a {thanks} [I'll come by|I'll fetch it] around {hour}.
- days maybe
a [Your|The] {item} is back {spot_back}. [And some {baking}|With a small present|Slightly cleaner].

= film | friend film | 1.4
a1 [Have you seen|Did you see] {film}[ yet|]? [{person} cried|They show it again on {day}].
a2 {film} {when}? [{hour} at the Rialto|There are seats left in row {row}].
-
b2 {yes} [I'll get the tickets|Popcorn is on me|You choose the row].
b1 [Seen it|Saw it on {day}]. [{number_c} hours of fog|The dog survives|The ending is worth it].
b {no} But I'd [see|watch] {film} [with subtitles|in spring|on your sofa].
- days maybe
a Still thinking about {film}. [That last scene|The bit with the {item}|Did she know].
- maybe
b {haha} [I slept from|I missed the part after] minute {minutes}.

= book | friend book | 1.4
a1 [Halfway through|Finished|I'm on page {minutes}0 of] {book}. [Nobody warned me|You were right|It's {compliment}].
a2 Which [one|book] is next? [I vote for|What about] {book}.
a3 I can't find {book} anywhere. [Do you have it|The library has a list of {number}].
-
b1 [Chapter {number}|Wait until chapter {number}|The {item} matters later], [say no more|that's all I say].
b1 {wow} [I gave up|I threw it at the wall|I read it twice].
b3 I [lent mine to {person}|have it {spot}], [take it|come by].
- later maybe
c1 [No spoilers|Stop], I'm [only at page {minutes}|still waiting for mine].
c I liked {book} [better|less] than the last one. [Bring your notes|Long, though].
- maybe
a [We talk|Then] on {day}. [I'll bring|Who brings] {baking}?

= recommend | friend colleague neighbour family | 1.2
a1 Do you know [a good|an honest] [plumber|dentist|electrician|piano teacher|tailor|vet]? [{broken_c} again|For {person2}].
a2 [Where did you get|Who made] the {item} you had on {day}?
-
b1 [Ask {person}|{person} knows one], [on {street}|near {place}]. [Say that I sent you|Not cheap, but good].
b2 [From|At] the place on {street}. About {price}[, I think|].
- maybe
a {thanks} [I'll call|I'll go] {when}.

= gossip | friend colleague | 1.4
a [You won't believe|Guess] who I [met|saw] at {place}. {person}, [with|carrying] [a {item}|{gift}|{number} dogs].
a {person} and {person2}, [did you know|since when]? [I saw them at {place}|At {cafes}, holding hands].
-
b {wow} [Did you say hello|And then|Tell me everything]!
b [I knew|I heard]. {person} told me [on {day}|at {cafes}], [under oath|over {baking}].
-
a [I hid|I pretended to read|I waved with the {item}]. [More over coffee|Not in writing].
a And wearing [that hat|the yellow coat|sunglasses, at night]. [I'll tell you {when}|Call me].

= course | friend colleague neighbour | 0.9
a I've signed up for {course}. [{day}s at {hour}|{number_c} evenings]. [Come with me|Am I mad]?
a {course_c} was [a disaster|wonderful|harder than I thought]. [I'm the oldest|We had {baking} after].
-
b {wow} I always wanted to do that. [What does it cost|When is it]?
b {haha} [Keep me posted|I want to see a result|Send a picture of the first {item}].
-
a About {price} for the term. [There's one place left|They give you a {item}].
a [Ask me in spring|I'll show you|My {bodypart} says no].

= ride | friend colleague club neighbour lifts | 1
a Could you [give me a lift|take me along] on {day}? [I'd be at {place} from {hour}|With a {item}, sorry].
a [Are you driving|Do you take the car] {when}? [The {minutes} bus is cancelled|{reason_c}].
-
b {yes} [I pass|I'll be at] {place} at {hour}.
b {no} [I'm on the bike|The car is at the garage]. Ask {person}?
- maybe
a {thanks} I'll [stand by|wait at] the {landmark}.

= late | friend club partner colleague family | 1.2
a Running {lateness} late, {reason}.
a [Sorry|So sorry], {lateness} late: {reason}.
a {reason_c}. [Be there|With you] in {lateness}.
-
b {ugh} [No rush|Take your time], I'm [inside|at the bar|by the window|people-watching].
b No worries, [I've only just got here|I have {book} with me|I've ordered {dish}].
b [OK|Fine]. [Table in the corner|I'm the one with the {item}].
- maybe
a [Here|I see you]! [Turn round|Nice {item}].

= jobtalk | friend family | 1
a1 [They offered me|I applied for] [the other job|the post upstairs|something at {place}]. [Don't tell|Not a word to] {person}.
a2 How is [work|the new job]? [Still|Are they still] [so many meetings|short of {number} people]?
-
b1 {bravo} [Do you want it|What did you say|More money]?
b1 [Ask for more|Sleep on it], and [talk to {person}|make a list|don't answer before {day}].
b2 [It's a zoo|Calm for once]. {person} [left|is back], that [helps|says it all].
- later maybe
a1 [I said I'd answer|They want to know] by {day}. [My stomach says yes|{mood_c} about it].

= show | friend partner colleague | 1.1
a Are you watching {show}? [I'm on episode {number}|No spoilers].
a {show} [tonight|at yours|new season]? [I have|I'll bring] [crisps|{baking}|blankets].
-
b [Stopped|I stopped] after {number} episodes. [Too many lighthouses|Does it get better]?
b {yes} [I know who did it|I cried at the bridge|The coat alone].
- maybe
a It's [always|never] the [gardener|ferryman|baker]. [That's all I say|Watch episode {number}].

= music | friend partner club | 0.9
a [Listen to|Play] {song} [when you can|on good speakers], [third minute|the second half], [please|tell me].
a {song_c} [was on in|came on at] {cafes} and [everybody stopped|I thought of you|nobody talked].
-
b [On repeat|Listening now] [since {hour}|on the tram]. {thanks}
b [I had|I've got] {song} in my head [all week|since {day}]. [Your fault|Blame you].

= sport | friend club family neighbour | 0.9
a {score}! [Did you see|Were you watching] {team}?
a {team_c} on {day}, [{hour}|I have two tickets|at the Halyard]. [Coming|You in]?
-
b [Don't talk to me about|Not a word about] {team}. [The referee|My neighbour cheered|{score}, at home].
b {yes} [Scarf|Pies] and all.
- maybe
a [Next season|We'll get them on {day}|{person} bet {price} on it].

= borrowmoney | friend club colleague | 0.8
a [Do I still owe you|Didn't I owe you] {price} for [{gift}|the taxi|{dish}]?
a I paid {price} [too much|for everybody] at {place}, [can you check|did you get a slip]?
-
b [No|Nope], [you paid|we're even] [on {day}|with {baking}].
b [Buy|Just get] the next [round|coffee]. [Let's not count|I'd have forgotten].

= neighbourly | neighbour neighbours | 2.4
a1 I have {neighbourly} [here|for you]. [I'm in until {hour}|Just ring].
a1 The courier [left|gave me] {neighbourly}. [Shall I bring it up|It's {spot}].
a2 [Could you|Would you] [water the plants|feed the cat|take in a parcel] from {day} [on|to {day2}]?
-
b1 {thanks} [I'll come down|I'll ring] at {hour}.
b2 {yes} [Leave the key|The key is] {spot}[?|, as always.]
b1 [You're kind|Good of you]. [Home by {hour}|I have {baking} for you].
- maybe
a1 [Take your time|No hurry], it [isn't alive|keeps]. {bye}

= noise | neighbour neighbours | 1.2
a [Was that|Is that] you [with the drill|moving the piano|singing] at {hour}? [Not complaining|The lamp moved].
a Small warning: [we have guests|{person} practises|the drill comes out] on {day} until {hour}.
-
b {haha} [That was|It was] {person}[, learning {course}|]. [Sorry|I'll tell them].
b [No problem|Fine by me|Thanks for telling us]. [I'm out anyway|I sleep through anything].
c [Bring earplugs|Is there cake|Can we come]?

= bins | neighbours neighbour | 1
a1 [Who took|Has anyone seen] the {grocery} [crate|box] from the hall? [It was by the {landmark}|There was a note on it].
a2 Bins are [full|still out]. [Collection moved to|They come on] {day}[, says the letter|].
-
b1 [Not me|Wasn't us]. [{person} on the third|Ask {person}]?
b2 I'll [take them in|push it down|write to the city] {when}.
- maybe
c {thanks} [I owe this house|You get] {baking}.

= workquestion | colleague | 2.4
a1 Do you have the [latest file|numbers|names|photos] [for|from] {day}? [Mine is from {month}|I can't open it].
a2 [Who|Which of us] [talks to|calls] {person} about {day}? I [can|could] at {hour}.
a3 [Quick question|One thing], is it {number} or {number2} [copies|people|versions] for {day}?
-
b1 [In the folder|On the shared drive|On your desk], [the one with today's date|under {month}|green label].
b3 {number_c}[, last I heard|]. [Ask {person} to be sure|It changed on {day}].
b2 I'll [do it|call] after {hour}. [Remind me|Unless you'd rather].
-
a {thanks}
a [Perfect|Good], then I'm [done|out of here by {hour}|less {mood}].

= lunchtwo | colleague | 1.8 | 10-12
a Lunch? [{lunchplace_c}|I'm thinking {lunchplace}], {hour_noon}.
a [Hungry|Are you hungry]? {lunchplace_c} has {dish} today.
-
b {yes} [Give me {minutes} min|Downstairs in {number}|Let me finish this].
b {no} [Meeting until {hour_noon}|I brought {dish}|Eating at my desk].
- maybe
a [Bring back|Want me to bring] [something|{dish}]?

= sickday | colleague | 0.9 | 7-8
a [Not coming in|Staying home] today, {bodypart}. [Can you take|Could you sit in at] the {hour_noon} for me?
a {person} is [out|ill] until {day}. [Can we split|Who takes] the [late one|list]?
-
b {ugh} [Of course|I'll take it], [get well|sleep|soup]!
b [Done|Sorted]. [Don't look at mail|Stay in bed|We survive].
- day maybe
a [Better|Back tomorrow]. {thanks} [I owe you {baking}|Anything I missed].

= compliment | colleague friend | 0.8
a That was {compliment} [today|on {day}|in there]. [{person} said so too|Just saying].
-
b {thanks} [I was shaking|I forgot half of it|I made it up as I went].

= apology | friend partner family | 0.7
a Sorry about [{day}|earlier|last night]. I was {mood} and [it wasn't about you|said too much|you got it all].
-
b [Forgotten|It's fine|All good]. [I was {mood} as well|You did have a point|Cake heals it].
b [Thank you for saying it|That helps]. [Walk {when}|{dish} at mine on {day}]?

= stranger | friend colleague neighbour club | 0.7
a [A man|Someone|A child] on the tram [asked me for|gave me|sang about] [the time|{gift}|a {item}], [and I|then] [laughed|said yes|missed my stop].
-
b {haha} [Only you|Only in this city|Which line]?
b [That was|Sure it wasn't] {person}?

= goodnews | friend family colleague club | 0.9
a [I passed|It worked|They said yes|I got the place]! [{course_c}, done|After {number} tries|I'm {mood}].
-
b {bravo} [When do we celebrate|Cake|Drinks at {place}]?
b {bravo} I [knew it|had no doubt|want all the details].
- maybe
a {day}, {place}, {hour}. [Bring|And bring] {person}.

= badnews | friend family | 0.6
a [Not a good day|Bad day]. [{broken_c}, the {item}, everything|They turned it down|I lost the {item}].
-
b {ugh} [Do you want company|Shall I come over|Walk along {walk}]?
b {ugh} I can bring {dish} [at {hour}|tonight|tomorrow].
- later
a [Come|Yes, come], [the door is open|please|if you like]. {thanks}
a [Better already|Sleep first|Tomorrow maybe]. [But thank you|You're kind].
"""
