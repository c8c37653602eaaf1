"""Talk at home and in the family."""

# ruff: noqa: E501 — a turn's alternative is one line

SCRIPT = """
= groceries | partner | 3 | 9-18
a [Are you passing|Could you stop at|Are you going by] the shop? We need {grocery} and {grocery2}.
a We're out of {grocery}. And {grocery2}[, I think|, nearly|, as usual].
a {hey} can you [get|bring|pick up] {grocery} on the way? [Also|And maybe|And if you can carry it] {grocery2}.
a Shopping list so far: {grocery}, {grocery2}, [something green|anything for the lunch box|whatever looks good].
-
b {yes} [Anything else|What else|Is that all]?
b On it. {grocery} and {grocery2}, anything [sweet|more|for breakfast]?
b [Already at|Standing in|Just leaving] the shop, where do they [keep|hide] the {grocery2}?
- maybe
a [No, that's all|That's it|Nothing else]. {thanks}
a [Maybe|If they have it,] something for {dish} [tonight|tomorrow].
a [Ask|Try asking] the one with the beard, he [knows everything|is helpful].
- later maybe
b Got everything except {grocery2}, they were [out|sold out|all gone|restocking].
b [Home in|Back in] {minutes} minutes[, put the kettle on|, can you open the door|, hands full].
b They had {grocery} on offer so we now own [a lot of it|too much|enough until {season_end}].

= supper | partner | 2.6 | 11-18
a [What do we eat|What's for supper|Ideas for food] {when}? I could do {dish}.
a I'm thinking {dish} {when}[, or is that too much|. Objections|. Yes].
a {dish} or [leftovers|bread and cheese|the freezer surprise] {when}?
-
b {dish} [sounds good|please|again? fine by me|and I do the dishes].
b {yes} I'll be [home|back] by {hour}.
b [Not hungry yet|Late lunch here], but {dish} [always works|I'd never refuse].
- maybe
a [Then|OK,] {hour}. [Bring|Can you bring] {grocery}[?|, we're out.]
a [Good|Great], I've already [started|chopped the onions|opened the {grocery}].
- later maybe
b [The house smells|It smells] of {dish} [already|down to the street], I love it.
b Save me some {dish}, it'll be [closer to {hour}|later than I said].

= whereis | partner family house | 2
a Have you seen the {item}? [I looked|It's not] {spot}.
a Do you know where the {item} is? [I looked|Not] {spot}[.|, before you ask.]
a Where did we put the {item}? [I've turned the place upside down|I need it in {minutes} minutes].
a The {item} has vanished[ again|]. [Last seen|I left it] {spot}.
-
b {spot_c}, I think. [Or|Otherwise] ask {person}.
b Look {spot}. [It's always there|Behind everything else].
b I lent the {item} to {person} [last week|ages ago|, remember].
- maybe
a [Found it|Got it]! {thanks}
a [Not there|No]. [I'll buy a new one|It will turn up when I stop looking].
a It was {spot} all along[, of course|. I give up].

= hometime | partner | 2 | 14-18
a [When are you|What time will you be] home [today|tonight]?
a [Will you be|Are you] late {when}? [I'd like to|I could] wait with the {dish}.
-
b [About|Around|Before] {hour}[, if the tram cooperates|, unless it drags on|].
b [Leaving in|Out of here in] {minutes} minutes.
b {hour} at the latest. [Start without me|Don't wait].
- later maybe
b [Make that|Sorry, it's now] {lateness} later: {reason}.
- maybe
a {ugh} I'll [keep it warm|eat mine slowly|put a plate on top].

= broken | partner house neighbours | 1.4
a {broken_c} [is making that noise again|has given up|drips|is stuck].
a [Bad news|Well]: {broken} [doesn't work any more|is broken again].
-
b {ugh} [Did you|Have you tried to] [switch it off and on|hit it gently|look behind it]?
b [I'll have a look|Leave it, I'll look] {when}.
b [Call|Shall I call] the landlord?
-
a [Tried that|Did that]. [It hissed|Nothing|It laughed at me].
a [Please|Yes please]. {person} has [a spanner|the number of somebody|done it before].
- day maybe
b Fixed {broken}[, it was a screw|, don't touch it for an hour|. Cost {price}].
b The man for {broken} comes on {day} around {hour}.

= cleaning | partner house | 1.4
a [Whose turn is|Who does] {chore}[ this week|]?
a I've done {chore}. [You owe me|That leaves the rest to you].
-
b [Mine|My turn], I'll do it {when}.
b I did {chore} last time, [and the time before|ask anyone].
- maybe
a [Then I'll|I'll] do {chore} if you do [the shopping|the talking|breakfast].

= visitmum | family | 2
a [When do we see you|Will you come by]? [Your room|The kettle|The dog next door] misses you.
a {hey} are you coming on {day}? I'd make {dish}.
a We thought of [having everyone over|a lunch] on {day}. {dish_c}, and {baking} after.
-
b {yes} [Shall I bring|I'll bring] {gift}?
b {no} [The week after|How about {day}]?
b [I'll try|Let me see]. [If I'm not done by {hour}, start|I can be there at {hour}].
-
a [Just bring yourself|Bring an appetite|Only yourself, and your laundry if you must].
a [Good|Lovely], {person} will be there too[, be warned|].
- days maybe
b That was [lovely|so good], thank you for the {dish}[. I'm still full|].

= familynews | family | 2
a [Did you hear|Have you heard]? {person} [is moving to {street}|has got the job|is learning {course}|has bought a boat].
a [News|Small news]: {person} [called|wrote] and [is coming in spring|sends love|wants the {item} back].
-
b {wow} [Since when|Who told you|Really]?
b {person}? [I'd never have guessed|About time|The one with the boat]?
-
a [Since last week|Apparently|She told me on the phone]. [Don't say you have it from me|Act surprised].
a [Honest|True]. [I had to sit down|I laughed for {minutes} minutes].

= healthcheck | family friend
a1 How is your {bodypart} [today|now|doing]?
a2 [Did the doctor say anything|What did they say] about the {bodypart}?
-
b1 [Better|A bit better|Stiff], thanks. [The exercises help|I walk a lot|Mornings are worst].
b2 [They want|I have] another look [on {day}|in two weeks]. [Nothing bad|Don't worry].
-
a [Good|Good to hear]. [Don't carry anything|Take it slowly], [promise|please]?
a {ugh} [Shall I come|Do you need anything from the shop]?
- maybe
b [I'm fine|All good], [really|honestly]. Just [bored|{mood}].

= photo | family photo friend | 1.3
a [Look what I found|Found this] {spot_find}: [you and {person}|us all] at {walk}, [years ago|with that hair].
a I [printed|framed] the picture from {place}. [It's crooked|It looks good].
a [Sending you|Here's] the one from {day}, [with the {item}|before the rain|eyes open for once].
-
b {wow} [How young we look|Who took that]?
b {haha} [Burn it|I want a copy|That {item}!].
b I remember [that day|it well]. {weather_c}[, of course|, and no coats|].
- maybe
c [Is that me behind|Who is that behind] the {item}?
c {haha} Send it to {person} as well.

= weather | family friend neighbour partner house
a [Have you looked outside|Seen the sky]? {weather_c}[ here|].
a {weather_c} [over here|this morning]. [And with you|How is it there]?
-
b [Same|The same here], {weather}. [I'm not going out|Perfect for soup].
b [Dry so far|Not yet], [but it's coming|fingers crossed for {day}].
b I [hung the washing out|washed the windows] {minutes} minutes ago, naturally.
- maybe
a {haha} [Then let's do|So much for] {outdoors}.

= dream | partner friend family | 0.8
a I dreamt that {dream}. [You were there|Don't ask|You laughed].
a [Woke up at five|Slept badly], because {dream}[ in my dream|].
-
b {haha} [And then|How did it end]?
b [That's the cheese|You need a holiday|I blame {show}].
- maybe
a [I missed my stop|Then the alarm went|There was {dish}, at least].

= loveyou | partner | 1.4
a [Thinking of you|Missing you a bit]. [That's all|Long day|It's {weather} and everyone is cross].
a [You left|Somebody left] {gift} in my bag. [Was that you|I saw that]?
a [Good luck|I'm crossing fingers] [today|for {hour}]. You'll be {compliment}.
-
b [That made me smile|Needed that|You]. [Home soon|See you at {hour}].
b {thanks} [Tell you tonight|More tonight].
b [Likewise|Same here]. {dish} {when}?

= petnews | for-jonas pet | 2
a [Update|News]: the cat is {pet}[, and will not discuss it|. Again|, smiling].
a [Found her|She's] {pet}. [Is that normal|Should I worry|I didn't dare to move her].
a [Someone|The furry one] has [eaten|licked|stolen] the {grocery}.
-
b {haha} [Photo|Proof please]?
b [Leave her|Let her be], she [had a hard night|runs this place|is thinking].
b [Third time this week|Again]? [I'll hide the {grocery}|She's bored].
- maybe
c [Bribe her with|Offer] {grocery}[, always works|].
a [Now she's|And now] {pet}. I give up.

= bedtime | partner | 1 | 21-22
a [Don't wait up|Go to sleep], I'm [on the last tram|still at it until {hour}|stuck: {reason}].
-
b [OK|Right]. [Key's under the mat|Lamp is on|There's {dish} on the stove].
b [Half asleep already|Reading], wake me [gently|with cake].

= weekendplan | partner friend family weekend | 2
a [What about|How about|Fancy] {outdoors} [on {day}|this weekend|if it stays dry]?
a [Plans for|What do we do with] the weekend? I'd vote for {outdoors}.
-
b {yes} [Before noon|After breakfast|Around {hour}]?
b {no} [Work until {hour}|I promised {person} to help with {chore}].
b [Only if|If] we [eat at {place} after|stop at {cafes}|are back by {hour}].
-
a {yes}
a [Fair|OK then]. [Then {day}|We'll see|I'll ask {person}].
- day maybe
b [Still on|Are we still on] for {outdoors}? [It says {weather}|The sky disagrees].
- maybe
a [I don't mind {weather}|Bring a coat|We'll go anyway, {hour}].

= teen-where | for-amara for-theo kids me-first | 3
a [Where are you|Are you home yet|Which bus are you on]? [Food at {hour}|{dish_c} at {hour}].
a [Phone|Keys|Oboe|Lunch box] left on the table. [Do you need it|Shall I bring it|By {hour}]?
-
b [On the bus|Nearly there|{minutes} mins]. [Battery low|What's for dinner|Don't wait].
b [Practice|Training] until {hour}, [then home|can you fetch me].
- maybe
a [OK|Good|Right]. [Text when you leave|Door's open|It's {dish}].

= teen-ask | for-amara for-theo kids me-last | 3
a1 [Staying at|Can I stay at] {person}'s until {hour}? [Homework's done|There's {dish}|pleeease].
a2 I need {price} for [the trip|a present for {person}|the {item}] [by {day}|tomorrow].
a3 [Can you|Could you] [sign|look at] [the form|my essay|page {number}] [before {hour}|tonight]?
-
b1 [OK|Right]. [Be back by {hour}|Text when you leave|Not a minute later].
b1 [No|Not today]. [School tomorrow|Your mother expects you at {hour}].
b2 [Ask|Did you ask] your mother [too|first]? [{price} seems a lot|I can do half].
b2 {price}? [In the jar|On the table]. [Bring me the change|Keep the slip].
b3 [Leave it|Put it] {spot}. [I'll do it|Done] before my shift.
- maybe
a1 [But everyone is going|Fine|Love you]. {bye}
a2 {thanks} [You'll get it back|Change is on the table].
a3 {thanks} [It's due on {day}|Blue pen please].

= birthday-ideas | family partner | 1
a [What do we give|Any idea what to give] {person}? [I thought of|Maybe] {gift}.
a {person}'s birthday is [soon|on {day}], and I have [nothing|only {gift}].
-
b {gift_c}? [We gave that last time|That's good|A safe choice].
b [Let's go halves|I'll join you] on {gift}[, about {price}|].
-
a {yes} I'll [order|get] it [today|before {day}].
"""
