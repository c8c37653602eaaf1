"""What businesses send: newsletters and notices, in the voice of each. `@kind` or a key of the directory sends."""

# ruff: noqa: E501 — a paragraph is one line

SCRIPT = """
~ tallow_news | tallow
> This week: {grocery} for less
> Friday's list from Tallow & Rye
Good day {first},

{grocery_c} and {grocery2} are down this week, and the asparagus man is back when he feels like it. We open at eight, Sundays at ten.

Members have two bonus stamps until {day}. Show the card before you pay; after that our till forgets you.

Tallow & Rye Market, Millrace

~ greenbasket_news | greenbasket
> Members' notes: {season}, soil and a vote
> Your co-op needs {number} pairs of hands
Dear member,

The general meeting is on {day} at {hour}, above the shop. On the table: the new roof, the old till, and whether we go on stocking avocados.

Whoever helps on delivery mornings gets ten per cent for the month. We need {number} more people who can lift crates.

Greenbasket Co-op, owned by those who shop here

~ pennywise_news | pennywise
> PRICES DOWN: {grocery} from 89¢
> {first}, your coupons are waiting
Hello {first}!

3 coupons have been added to your card:
{grocery_c}: 20% off
{grocery2_c}: buy two, pay one
Any frozen pizza: 50¢ off

Valid until {day}. One coupon per person and day.

Pennywright Foods

~ pageturner_news | pageturner
> Dog-eared: what we read in {month}
> {book}, and {number} others we pressed on people
Dear readers,

{person} read {book} in one sitting and has been unbearable since. The window is full of it. For those who prefer less weather in their novels, we have a table of short ones near the stove.

On {day} at {hour} a reading, with soup. Chairs are few, floor is plenty.

Yours, Dog-Ear Books

~ boulder_news | boulder
> New routes on {day}: the overhang is back
> Basalt: closed wall, new wall
Hi {first},

The setters have been at it: {number} new lines on the slab and a traverse that the whole staff hates. The far wall stays closed until {day}.

Reminder: please brush what you chalk. The competition is on the last weekend; spectators pay nothing and eat cake.

See you on the mats
Basalt Climbing Hall

~ boulder_cancel | boulder
> Cancelled: technique class on {day}
Hi {first},

We are sorry, {person} has done something to a finger and the technique class on {day} at {hour} is cancelled. The fee will be credited to your next booking, you needn't do anything.

The hall itself is open as usual.

Basalt Climbing Hall

~ rialto_news | rialto
> At the Rialto: {film}
> Two weeks only: {film}
From {day} in the large house: {film}, with the original sound and one interval.

Matinee on Sundays at three, pushchairs welcome, commentary by children expected. Tickets at the door or by telephone.

Rialto Picture House, Old Quay, since a very long time ago

~ philharmonic_news | philharmonic
> The {season} season: your seats
> {day} evening: a quartet and an argument
Dear friend of the house,

Subscribers may choose their seats until {day}. New this year are the Sunday mornings, an hour of music and an hour of coffee, for {price}.

The lift is being repaired. Please tell us if you need the side entrance.

Callow Philharmonic Hall

~ fern_news | fern
> Too much water, too little light: answers
> {number} plants that forgive you
Hello {first},

It's {season}, and your monstera is sulking. Turn it a quarter, water it once, and then leave it alone. We mean it.

New on the benches: ferns from the north, moss by the tray, and a lemon tree that {person} has named. Come by.

Fern & Frond

~ megacart_deals | megacart
> {first}, today only: {dept} up to 40% off
> Your saved items have moved
> Still looking? {dept} you may like
Hello {first},

Prices have changed on things that you looked at. Today in {dept}: up to 40% off until midnight.

Delivery is free from $35. You get this because deals are switched on in your account.

Megacart

~ megacart_code | megacart | code
> {code} is your sign-in code
> Your Megacart code: {code}
Hello {first},

Use {code} to sign in. The code works once and for ten minutes.

If this wasn't you, change your password; we will never ask you for the code.

Megacart account services

~ harbour_code | harbour | code
> Your security code
> Confirm it's you: {code}
Dear {first},

Your security code is {code}. Enter it where you asked for it. It expires in five minutes.

Nobody from the bank will ever ask you for this code, by telephone or otherwise.

Harbour Bank

~ harbour_device | harbour
> New sign-in from a phone
Dear {first},

Your account was opened on a new phone on {day} at {clock}. If that was you, all is well.

If not, call the number on the back of your card. We answer day and night.

Harbour Bank

~ phone_code | phone | code
> Larkline: {code}
Your code is {code}. Do not share it.

Larkline Mobile

~ phone_news | phone
> You have used {minutes}% of your data
> Roaming: what it costs from {next_month}
Hi {first},

This month you've used {minutes}% of your data; at this rate it will last until the end. Nothing to do.

A larger plan is {price} a month. A smaller one would save you money, and it's only fair to say so.

Larkline Mobile

~ internet_works | internet
> Planned works in your street: {day}, 2 to 5 in the morning
Dear customer,

On {day} between 2:00 and 5:00 the connection at your address will be interrupted for up to {minutes} minutes. We are replacing a cabinet that has stood there since before the internet.

Please leave the router switched on.

Fathom Broadband, network

~ electric_tips | electric
> Your meter reading, please
> How you compare with your street
Dear {first},

Please send us your reading by {day}. It takes a minute and spares you an estimate.

Homes like yours used {number} per cent less than last year. If you fell out of step, it's usually the fridge seal.

Callow Light & Power

~ water_notice | water
> Water will be off on {day} from 9 to 12
Dear resident,

On {day} the main in your street will be cleaned. Please run the cold tap for {number} minutes afterwards; the water may look brown and is harmless.

Port Callow Water

~ council_long | council
> Notice under section 14 of the Street Works By-law concerning the temporary closure of parts of Lantern Street, Ropewalk Lane and Anchor Steps to vehicles, bicycles and handcarts between the fish market and the second bollard, including arrangements for deliveries, residents and the Saturday market
To all residents,

The streets named above will be closed to wheels from {day}, for {number} weeks. Deliveries are allowed before nine. The Saturday market takes place on the quay instead.

A plan hangs in the town hall and can be looked at on working days until {hour}.

Port Callow City Council, street works

~ council_waste | council
> Collection days change in {next_month}
Dear household,

From {next_month} paper is collected on {day}, glass every second week. The calendar is attached.

Bins that stand out before six in the evening will be spoken about.

Port Callow City Council

~ dentist_reminder | dentist
> Time for your check-up?
> It has been six months
Dear {first},

By our books your last visit was half a year ago. Please ring us between eight and noon, or answer this letter with two days that suit you.

If you've been elsewhere, we won't take it personally.

Millrace Dental Practice

~ vet_reminder | vet
> Someone is due for a vaccination
Dear {first},

One of our patients in your household is due this month. Bring the yellow booklet, and the patient.

For those who dislike waiting rooms: the quiet hour is on {day} from {hour}.

Eastfield Animal Clinic

~ optician_news | optician
> Your lenses are ready[ to be collected|]
Dear {first},

Your order has arrived, and you can collect it until six on weekdays. Please bring the old pair so that we can compare the fit.

Clearwater Opticians

~ clinic_result | clinic
> Your results are in the portal
Dear {first},

A new document is waiting in the patient portal. Nothing in it is urgent; if it were, we'd have telephoned.

Linden Family Clinic

~ cadence_news | cadence
> New this Friday: {song}
> Your {month} in music
Hey {first},

You listened for {minutes} hours this month. Most played: {song}, {number} times in one night. We don't judge.

New music on Friday, as always, at midnight.

Cadence

~ reel_news | reelplus
> New episodes: {show}
> {first}, don't lose your place in {show}
{show} is back. All {number} episodes of the new season are there from {day}.

You stopped in the middle of an episode. It got better, honestly.

Reel Plus

~ gazette_morning | gazette
> The morning letter: bridges, budgets, {season}
> {day}'s Gazette: the quay question
Good morning,

The council argued until eleven about the bridge and agreed on a committee. In Glasshouse a kiln from 1790 has been found under a car park. The Gulls lost {score}, and deserved to.

The weather: {weather}. The crossword is by {person} and is unfair.

The Callow Gazette

~ skyward_news | skyward
> Miles: {minutes}00 expire in {month}
> Where to in {season}?
Dear {first},

Some of your miles expire at the end of {month}. They are enough for a short hop, or a very good lunch in the lounge.

Fares from {price} until {day}, from {hour} in the morning.

Skyward Air

~ museum_news | museum
> New in the glass hall
> Members' evening on {day}
Dear member,

The new show opens on {day} at {hour}: salt, light, and the letters of a glass-blower to his landlord. Members are welcome the evening before.

Please leave large bags downstairs. The last bag broke something from 1680.

Museum of Salt and Glass

~ college_news | nightclass
> Evening courses: {course} has {number} places left
> Term begins on {day}
Dear {first},

There are places left in {course}, and a waiting list for everything with clay. Fees stay as they were.

The café will be open until nine again. {person} has learnt to use the machine.

Callow Evening College

~ college_cancel | nightclass
> No class on {day}
Dear participants,

{person} is unwell, and the class on {day} is cancelled. It'll be made up at the end of the term.

The homework stands, naturally.

Callow Evening College, office

~ shelter_thanks | shelter
> What {price} does
> {number} beds, and thank you
Dear {first},

Last month {number} more beds were made up every night. That is sheets, soup, and someone at the door who knows names. Part of it was you.

We are looking for blankets, not for clothes. Monday to Friday, side door.

Harbour Lights Shelter

~ school_notice | school
> Trip, letters and lost jumpers
> To all parents of year {number}
Dear parents,

The trip list closes on {day}. The hall is full of jumpers without names; please come and claim yours before {next_month}.

Buses leave at {hour} sharp, from the side gate.

Northgate High School, office

~ rail_news | northrail
> Works on the coast line until {day}
> Changed times from {next_month}
Dear traveller,

Between Port Callow and Gannet Bay buses run instead of trains in the evenings until {day}. Please allow {minutes} minutes more.

Bicycles can't go on the buses. We tried.

Northern Coast Rail

~ spoke_news | spoke
> Your bicycle, {number} months on
> Winter check: {price}
Hello {first},

It's about {number} months since we saw your chain. Bring it in; in this weather it takes {minutes} minutes and saves a cassette.

Saturdays there is the repair table, free, bring your own patience.

Spokesmith Cycles

~ marina_news | marina
> Berths, buoys and the {season} rules
> Harbour notice: crane on {day}
To all berth holders,

The crane stands at the slip on {day} from {hour}. Please sign the list in the office; without a name on the list no boat is lifted.

The showers have hot water again. Thank you for your letters, all of them.

Callow Marina, harbour office

~ employer_people | @me
> Holiday days: yours
> New rules for travel claims
> Fire drill on {day}
Dear {first},

You have {number} days of leave left this year. Please enter them before the end of {month}, or talk to us.

On {day} at {hour} there will be a fire drill. It isn't a surprise, so nobody need be surprised.

People office

~ lettings_notice | lettings
> Inspection of smoke alarms on {day}
> Stairwell: painting from {day}
Dear tenant,

On {day} between eight and noon somebody will come to test the smoke alarms. If you are out, leave a key with a neighbour and tell us with whom.

The stairwell will be painted afterwards. Please take the bicycles, all of them, out of the hall.

Quayside Lettings

~ petalworks_news | petalworks
> What blooms in {month}
{first}, hello from the bucket end of the shop.

There are anemones until they are gone, and branches that open in the warm. We deliver within the city until {hour}.

Petalworks

~ haircut_news | haircut
> A gap on {day} at {hour}
Hi {first}!

Somebody cancelled: {day}, {hour}. First to answer gets it, and the tea.

Shear Delight
"""
