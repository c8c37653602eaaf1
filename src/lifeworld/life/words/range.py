"""The online shop's range, one line an article: name | emoji | dollars | how it varies.

How it varies: c a colour, s a clothes size, cs both, h a shoe size, - nothing.
"""

RANGE: dict[str, str] = {
    "Kitchen": """
Electric Kettle 1.7 L | teapot | 39 | c
Gooseneck Pour-Over Kettle | teapot | 64 | c
Cast Iron Skillet 26 cm | cooking | 44 | -
Carbon Steel Wok | shallow-pan-of-food | 38 | -
Enamel Dutch Oven 5 L | pot-of-food | 129 | c
Chef's Knife 20 cm | kitchen-knife | 72 | -
Bread Knife, Serrated | kitchen-knife | 29 | -
Bamboo Chopping Board | wood | 24 | -
Burr Coffee Grinder | hot-beverage | 89 | c
French Press 1 L | hot-beverage | 34 | c
Espresso Cups, Set of 4 | teacup-without-handle | 27 | c
Stoneware Mugs, Set of 6 | hot-beverage | 42 | c
Digital Kitchen Scale | balance-scale | 22 | c
Banneton Proofing Basket | bread | 19 | -
Silicone Baking Mat, Pair | cookie | 16 | -
Springform Cake Tin 24 cm | birthday-cake | 18 | -
Muffin Tray, 12 Cups | cupcake | 17 | -
Hand Mixer, 5 Speeds | bowl-with-spoon | 49 | c
Countertop Blender | cup-with-straw | 95 | c
Rice Cooker 1.8 L | cooked-rice | 59 | c
Bamboo Steamer, 2 Tiers | dumpling | 23 | -
Salad Spinner | green-salad | 26 | c
Glass Storage Jars, Set of 5 | jar | 31 | -
Lunch Box, 3 Compartments | bento-box | 21 | c
Insulated Food Flask | pot-of-food | 33 | c
Cocktail Shaker Set | cocktail-glass | 36 | -
Wine Glasses, Set of 6 | wine-glass | 45 | -
Tumblers, Set of 8 | tumbler-glass | 32 | c
Linen Tea Towels, Set of 3 | roll-of-paper | 19 | c
Canvas Apron | cook | 28 | c
Fondue Set | fondue | 56 | c
Waffle Iron | waffle | 47 | -
Toaster, 2 Slots | bread | 41 | c
Pizza Stone 35 cm | pizza | 37 | -
Olive Oil Dispenser | olive | 18 | -
Pepper Mill, Beech | salt | 25 | -
Garlic Press | garlic | 15 | -
Cheese Board with Knives | cheese-wedge | 39 | -
Ice Cream Maker | soft-ice-cream | 84 | -
Chopstick Set, 10 Pairs | chopsticks | 14 | c
""",
    "Home": """
Linen Duvet Cover | bed | 98 | c
Percale Pillowcases, Pair | bed | 29 | c
Wool Throw | sheaf-of-rice | 76 | c
Blackout Curtains, Pair | window | 54 | c
Floor Lamp, Arched | light-bulb | 119 | c
Reading Lamp with Clamp | light-bulb | 35 | c
Dimmable Bulbs, Pack of 4 | light-bulb | 24 | -
Beeswax Candles, Set of 6 | candle | 22 | -
Oak Picture Frame A3 | framed-picture | 27 | c
Round Wall Mirror 60 cm | mirror | 68 | c
Folding Step Stool | chair | 34 | c
Ladder Bookshelf | books | 109 | c
Storage Baskets, Set of 3 | basket | 38 | -
Laundry Hamper, Two Sections | basket | 44 | c
Door Mat, Coir | door | 26 | -
Umbrella Stand | closed-umbrella | 41 | c
Wall Clock, Silent | mantelpiece-clock | 33 | c
Cotton Bath Towels, Pair | shower | 36 | c
Shower Curtain, Waffle Weave | shower | 28 | c
Bath Mat, Quick Dry | bathtub | 21 | c
Toilet Brush with Holder | toilet | 19 | c
Soap Dispenser, Stoneware | lotion-bottle | 17 | c
Cordless Stick Vacuum | broom | 189 | c
Broom and Dustpan Set | broom | 23 | -
Spray Mop | bucket | 32 | -
Microfibre Cloths, Pack of 12 | sponge | 15 | -
Clothes Airer, Foldable | coat | 46 | -
Garment Steamer | dress | 58 | c
Hangers, Pack of 20 | coat | 18 | c
Draught Excluder | door | 20 | c
Oil-Filled Radiator | fire | 85 | -
Desk Fan, Quiet | wind-face | 43 | c
Dehumidifier 10 L | droplet | 159 | -
Smoke Alarm, 10 Years | fire-extinguisher | 31 | -
Key Cabinet, Beech | key | 29 | -
Magnetic Notice Board | pushpin | 25 | c
Velvet Cushion Cover | couch-and-lamp | 17 | c
Sofa Arm Tray | couch-and-lamp | 30 | -
Ceramic Plant Pot 22 cm | potted-plant | 26 | c
Scented Diffuser, Fig | candle | 32 | -
""",
    "Electronics": """
Noise-Cancelling Headphones | headphone | 199 | c
Wireless Earbuds | headphone | 89 | c
Portable Speaker | speaker-high-volume | 69 | c
Bookshelf Speakers, Pair | radio | 229 | c
USB-C Charger 65 W | electric-plug | 39 | c
Braided USB-C Cable 2 m | electric-plug | 15 | c
Power Bank 20,000 mAh | battery | 45 | c
Rechargeable AA Batteries, 8 Pack | battery | 24 | -
Mechanical Keyboard | keyboard | 109 | c
Ergonomic Mouse | computer-mouse | 52 | c
Laptop Stand, Aluminium | laptop | 41 | c
Laptop Sleeve 14 Inch | laptop | 27 | c
27-Inch Monitor | desktop-computer | 279 | -
Webcam 1080p | video-camera | 58 | -
Desk Microphone | studio-microphone | 79 | -
External SSD 1 TB | floppy-disk | 94 | c
Memory Card 128 GB | computer-disk | 21 | -
Tablet 11 Inch | mobile-phone | 349 | c
E-Reader 7 Inch | open-book | 139 | c
Smart Plug, Pack of 3 | electric-plug | 33 | -
Wi-Fi Mesh Router, Pair | wireless | 169 | -
Fitness Band | watch | 64 | c
Instant Camera | camera | 98 | c
Instant Film, 40 Shots | film-frames | 36 | -
Tripod, Travel Size | camera | 47 | -
Phone Case, Clear | mobile-phone | 18 | -
Screen Protector, 3 Pack | mobile-phone | 14 | -
Car Phone Mount | automobile | 22 | -
Projector, Pocket Size | film-projector | 249 | -
Streaming Stick | television | 42 | -
Digital Radio | radio | 73 | c
Alarm Clock with Sunrise | alarm-clock | 56 | -
Video Doorbell | bell | 119 | -
Indoor Camera | video-camera | 38 | -
Label Printer | printer | 62 | -
Photo Printer, Compact | printer | 124 | -
Graphing Calculator | abacus | 85 | -
Game Controller | video-game | 59 | c
HDMI Switch, 4 Ports | electric-plug | 28 | -
Surge Protector, 8 Sockets | electric-plug | 31 | -
""",
    "Clothing": """
Merino Crew Jumper | coat | 84 | cs
Oxford Shirt | necktie | 52 | cs
Linen Shirt | t-shirt | 58 | cs
Heavy Cotton T-Shirt | t-shirt | 24 | cs
Striped Breton Top | t-shirt | 34 | cs
Straight Jeans | jeans | 68 | cs
Corduroy Trousers | jeans | 64 | cs
Pleated Midi Skirt | dress | 56 | cs
Wrap Dress | dress | 79 | cs
Rain Jacket | coat | 118 | cs
Quilted Gilet | safety-vest | 74 | cs
Wool Overcoat | coat | 219 | cs
Fleece Zip-Up | coat | 62 | cs
Thermal Base Layer | running-shirt | 38 | s
Running Tights | running-shirt | 45 | s
Swim Shorts | shorts | 33 | cs
Swimsuit, Crossed Back | one-piece-swimsuit | 48 | cs
Wool Socks, 3 Pairs | socks | 21 | c
Ankle Socks, 6 Pairs | socks | 16 | c
Cotton Briefs, 5 Pack | briefs | 28 | s
Pyjama Set | bed | 49 | cs
Terry Bathrobe | bathtub | 66 | cs
Knitted Beanie | billed-cap | 19 | c
Baseball Cap | billed-cap | 22 | c
Straw Sun Hat | womans-hat | 31 | -
Lambswool Scarf | scarf | 39 | c
Leather Gloves | gloves | 47 | cs
Touchscreen Gloves | gloves | 18 | c
Leather Belt | necktie | 36 | c
Silk Tie | necktie | 33 | c
Canvas Tote | handbag | 20 | c
Leather Satchel | briefcase | 129 | c
Court Sneakers | running-shoe | 85 | h
Trail Running Shoes | running-shoe | 112 | h
Chelsea Boots | womans-boot | 139 | h
Hiking Boots, Waterproof | hiking-boot | 149 | h
Felt Slippers | flat-shoe | 35 | h
Leather Sandals | womans-sandal | 72 | h
Rain Boots | hiking-boot | 54 | h
Nursing Clogs | flat-shoe | 59 | h
""",
    "Books": """
The Salt Road | closed-book | 17 | -
A Year Without Maps | green-book | 19 | -
Letters to the Lighthouse Keeper's Daughter | blue-book | 16 | -
The Cartographer's Wake | orange-book | 18 | -
Seventeen Small Kitchens | books | 32 | -
Bread in Cold Weather | bread | 29 | -
One Pot, Forty Suppers | pot-of-food | 26 | -
Fermenting at Home | jar | 23 | -
The Patient Gardener | seedling | 27 | -
Wild Birds of the Northern Coast | bird | 24 | -
Field Guide to Mosses | herb | 22 | -
The Quiet Algorithm | closed-book | 21 | -
Drawing What You See | pencil | 25 | -
The Typographer's Pocket Book | black-nib | 20 | -
Cities for Walking | cityscape | 34 | -
Timber Joints, an Atlas | carpentry-saw | 48 | -
Bicycle Repair, Page by Page | bicycle | 22 | -
Knots for Every Day | knot | 15 | -
First Steps in Bouldering | mountain | 19 | -
Night Shift: a Nurse's Notebook | stethoscope | 16 | -
How to Talk to Teenagers | speaking-head | 18 | -
Money, Plainly | money-bag | 17 | -
The Sunday Crossword Omnibus | puzzle-piece | 14 | -
Chess Endings Explained | chess-pawn | 23 | -
Harbour Noir | closed-book | 13 | -
The Drowned Bell | blue-book | 14 | -
An Inventory of Winds | green-book | 18 | -
Glass Summer | orange-book | 15 | -
The Last Ferry Home | closed-book | 16 | -
Moth Hours: Poems | open-book | 12 | -
The Moon Is a Bakery | full-moon-face | 11 | -
Otter Learns to Wait | otter | 10 | -
The Big Book of Diggers | tractor | 13 | -
My First Atlas | world-map | 18 | -
Conversational Portuguese | open-book | 28 | -
Piano for Late Beginners | musical-keyboard | 24 | -
Choral Warm-Ups | musical-score | 19 | -
Sailing Small Boats | sailboat | 26 | -
Essays on Slowness | open-book | 17 | -
The Ropewalk Murders | closed-book | 13 | -
""",
    "Sports": """
Climbing Chalk, 300 g | mountain | 14 | -
Chalk Bag | mountain | 23 | c
Climbing Shoes | hiking-boot | 104 | h
Climbing Harness | knot | 66 | s
Finger Training Board | wood | 49 | -
Yoga Mat 6 mm | lotus | 37 | c
Cork Yoga Block, Pair | lotus | 24 | -
Resistance Bands, Set of 5 | flexed-biceps | 22 | -
Adjustable Dumbbell 20 kg | flexed-biceps | 119 | -
Kettlebell 12 kg | flexed-biceps | 45 | -
Foam Roller | flexed-biceps | 26 | c
Skipping Rope | flexed-biceps | 13 | -
Swimming Goggles | goggles | 19 | c
Swimming Cap | goggles | 11 | c
Dry Bag 20 L | water-wave | 28 | c
Life Vest, Adult | ring-buoy | 72 | s
Camping Tent, 2 Persons | tent | 179 | c
Sleeping Bag, 3 Seasons | camping | 98 | c
Inflatable Sleeping Mat | camping | 64 | -
Camping Stove | fire | 48 | -
Headlamp 400 Lumen | flashlight | 34 | c
Trekking Poles, Pair | mountain | 55 | -
Daypack 22 L | backpack | 69 | c
Hydration Flask 750 ml | cup-with-straw | 24 | c
Cycling Helmet | bicycle | 62 | cs
Bike Lights, Front and Rear | bicycle | 35 | -
Folding Bike Lock | locked | 54 | -
Track Pump | bicycle | 38 | -
Chain Cleaning Kit | bicycle | 21 | -
Puncture Repair Kit | bicycle | 9 | -
Inner Tubes, Pair | bicycle | 13 | -
Panniers, Pair | backpack | 86 | c
Tennis Balls, Tube of 4 | tennis | 10 | -
Badminton Set | badminton | 44 | -
Table Tennis Bats, Pair | ping-pong | 32 | -
Football, Size 5 | soccer-ball | 27 | -
Frisbee 175 g | flying-disc | 15 | c
Boules Set | pool-8-ball | 42 | -
Running Belt | running-shirt | 20 | c
Massage Gun | flexed-biceps | 88 | -
""",
    "Garden": """
Pruning Shears | scissors | 27 | -
Hand Trowel, Steel | seedling | 16 | -
Watering Can 8 L | sweat-droplets | 29 | c
Garden Hose 20 m | sweat-droplets | 48 | -
Gardening Gloves | gloves | 14 | cs
Kneeling Pad | herb | 17 | -
Seed Tray, Set of 5 | seedling | 19 | -
Tomato Seeds, Heirloom Mix | tomato | 8 | -
Wildflower Seed Mix 100 g | blossom | 12 | -
Herb Starter Kit | herb | 24 | -
Tulip Bulbs, 30 Pack | tulip | 22 | -
Sunflower Seeds, Giant | sunflower | 7 | -
Rose Bush, Climbing | rose | 34 | c
Lavender Plants, 6 Pack | hyacinth | 31 | -
Potting Soil 40 L | potted-plant | 18 | -
Organic Fertiliser 1.5 kg | seedling | 15 | -
Compost Bin 220 L | recycling-symbol | 68 | -
Raised Bed, Larch | wood | 94 | -
Terracotta Pots, Set of 4 | potted-plant | 33 | -
Hanging Basket, Pair | basket | 28 | -
Trellis, Willow | wood | 23 | -
Garden Twine 100 m | yarn | 9 | -
Bird Feeder | bird | 26 | -
Nesting Box | empty-nest | 29 | -
Bird Seed 5 kg | bird | 19 | -
Insect Hotel | lady-beetle | 32 | -
Solar Path Lights, 8 Pack | light-bulb | 39 | -
String Lights 10 m | sparkles | 27 | -
Folding Garden Chair | chair | 58 | c
Bistro Table, Round | chair | 89 | c
Parasol 2.5 m | umbrella-on-ground | 76 | c
Fire Bowl 55 cm | fire | 99 | -
Charcoal Grill, Compact | cut-of-meat | 109 | c
Grill Tongs, Long | meat-on-bone | 18 | -
Leaf Rake | maple-leaf | 25 | -
Snow Shovel | snowflake | 31 | -
Border Spade | pick | 37 | -
Wheelbarrow | wheel | 84 | -
Rain Gauge | cloud-with-rain | 13 | -
Plant Labels, Slate, 12 Pack | label | 14 | -
""",
    "Toys & Games": """
Wooden Train Set | locomotive | 54 | -
Building Blocks, 100 Pieces | brick | 36 | -
Teddy Bear, Tawny | teddy-bear | 26 | -
Plush Otter | otter | 22 | -
Hand Puppets, Set of 4 | monkey-face | 29 | -
Nesting Dolls | nesting-dolls | 24 | -
Kite, Delta | kite | 21 | c
Spinning Top, Beech | yo-yo | 9 | -
Yo-Yo, Ball Bearing | yo-yo | 14 | c
Puzzle 1,000 Pieces, Harbour | puzzle-piece | 19 | -
Puzzle 500 Pieces, Alpine Meadow | puzzle-piece | 16 | -
Puzzle 2,000 Pieces, Old Map | puzzle-piece | 28 | -
Board Game: Salt Merchants | game-die | 44 | -
Board Game: Lighthouse | game-die | 38 | -
Board Game: Seven Bridges | game-die | 52 | -
Card Game: Magpie | joker | 15 | -
Card Game: Bluff & Bramble | joker | 17 | -
Dice Set, 7 Pieces | game-die | 12 | c
Chess Set, Folding | chess-pawn | 42 | -
Dominoes, Double Nine | black-square-button | 18 | -
Mahjong Set | mahjong-red-dragon | 74 | -
Watercolour Set, 24 Pans | artist-palette | 31 | -
Crayons, 48 Colours | crayon | 11 | -
Modelling Clay, 12 Colours | artist-palette | 18 | -
Origami Paper, 200 Sheets | page-with-curl | 13 | -
Bracelet Loom Kit | thread | 20 | -
Science Kit: Crystals | gem-stone | 27 | -
Science Kit: Volcano | volcano | 25 | -
Microscope for Beginners | microscope | 63 | -
Telescope, Tabletop | telescope | 98 | -
Marble Run, 80 Pieces | bullseye | 46 | -
Remote-Control Car | racing-car | 49 | c
Robot Building Kit | robot | 79 | -
Skateboard, Complete | skateboard | 68 | c
Scooter, Foldable | kick-scooter | 87 | c
Juggling Balls, Set of 3 | circus-tent | 16 | -
Ukulele, Soprano | guitar | 57 | c
Harmonica in C | musical-note | 24 | -
Magic Trick Box | magic-wand | 32 | -
Bath Boats, Set of 3 | sailboat | 17 | -
""",
    "Health & Beauty": """
Hand Cream, Shea 75 ml | lotion-bottle | 12 | -
Unscented Body Lotion 500 ml | lotion-bottle | 17 | -
Sunscreen SPF 50 | sun-with-face | 21 | -
After-Sun Gel | sun | 14 | -
Olive Soap, 4 Bars | soap | 16 | -
Shampoo Bar, Rosemary | soap | 13 | -
Conditioner, Oat Milk | lotion-bottle | 15 | -
Beard Oil, Cedar | lotion-bottle | 19 | -
Safety Razor | razor | 38 | c
Razor Blades, 50 Pack | razor | 16 | -
Electric Toothbrush | toothbrush | 69 | c
Brush Heads, 4 Pack | toothbrush | 24 | -
Bamboo Toothbrushes, 6 Pack | toothbrush | 12 | -
Dental Floss, 3 Rolls | tooth | 10 | -
Hair Dryer, Ionic | wind-face | 64 | c
Wooden Hair Brush | hair-pick | 22 | -
Nail Care Set | nail-polish | 20 | -
Nail Polish, Quick Dry | nail-polish | 11 | c
Lip Balm, 3 Pack | lipstick | 9 | -
Tinted Moisturiser | lipstick | 27 | c
Face Serum, Vitamin C | droplet | 34 | -
Clay Mask 150 g | jar | 18 | -
Cotton Rounds, Reusable | cloud | 14 | -
Bath Salts, Eucalyptus 1 kg | bathtub | 19 | -
Massage Oil, Arnica | lotion-bottle | 17 | -
Heat Pad | fire | 36 | -
Hot Water Bottle, Knitted | fire | 24 | c
Digital Thermometer | thermometer | 15 | -
Blood Pressure Monitor | stethoscope | 58 | -
First Aid Kit, 90 Pieces | adhesive-bandage | 29 | -
Plasters, Assorted, 80 Pack | adhesive-bandage | 8 | -
Compression Socks | socks | 23 | cs
Weekly Pill Organiser | pill | 13 | c
Vitamin D, 180 Tablets | pill | 17 | -
Magnesium, 120 Capsules | pill | 19 | -
Herbal Tea, Sleep Blend | teacup-without-handle | 11 | -
Sleep Mask, Silk | sleeping-face | 25 | c
Ear Plugs, 20 Pairs | ear | 12 | -
Bathroom Scale | balance-scale | 37 | c
Make-Up Bag | clutch-bag | 21 | c
""",
    "Office & Pets": """
Dot Grid Notebook A5 | notebook | 16 | c
Sketchbook A4, 120 gsm | notebook-with-decorative-cover | 22 | -
Fountain Pen, Fine | fountain-pen | 42 | c
Bottled Ink 50 ml | black-nib | 18 | c
Gel Pens, 10 Pack | pen | 13 | c
Mechanical Pencil 0.5 | pencil | 15 | c
Fineliners, Set of 8 | paintbrush | 24 | -
Sticky Notes, 12 Pads | memo | 14 | -
Wall Planner | spiral-calendar | 19 | -
Desk Calendar | tear-off-calendar | 15 | -
Ring Binders, 5 Pack | open-file-folder | 22 | c
Filing Box, Linen | card-file-box | 27 | c
Document Tray, 3 Levels | inbox-tray | 31 | c
Desk Organiser, Walnut | pencil | 39 | -
Stapler, Long Arm | paperclip | 28 | -
Scissors, 21 cm | scissors | 12 | c
Cutting Mat A3 | triangular-ruler | 20 | -
Steel Ruler 50 cm | straight-ruler | 11 | -
Envelopes C5, 100 Pack | envelope | 14 | -
Greeting Cards, Box of 20 | love-letter | 23 | -
Wrapping Paper, 5 Rolls | wrapped-gift | 17 | -
Parcel Tape, 6 Rolls | package | 16 | -
Printer Paper, 2,500 Sheets | page-facing-up | 34 | -
Seat Cushion, Memory Foam | seat | 36 | c
Footrest, Adjustable | chair | 45 | -
Dog Bed, Medium | dog | 59 | c
Dog Lead 2 m | guide-dog | 19 | c
Dog Chews, 20 Pack | bone | 16 | -
Rope Toy | dog-face | 11 | -
Dry Dog Food 12 kg | dog | 58 | -
Cat Tree, 140 cm | cat | 89 | c
Cat Litter 10 L | cat-face | 17 | -
Wet Cat Food, 24 Pouches | cat | 26 | -
Scratching Post | cat-face | 35 | -
Feather Wand | feather | 9 | -
Pet Carrier | paw-prints | 44 | c
Water Fountain for Pets | droplet | 38 | -
Aquarium Plants, 6 Pack | tropical-fish | 21 | -
Fish Flakes 250 g | fish | 10 | -
Hamster Wheel, Silent | hamster | 18 | -
""",
}

BRANDS: dict[str, tuple[str, ...]] = {
    "Kitchen": ("Larkspoon", "Hobbs & Ember", "Tamarisk", "Ovenbird", "Plain Table"),
    "Home": ("Willowmere", "Nordhaven", "Quill & Oak", "Dunmore", "Softstone"),
    "Electronics": ("Voltara", "Pinnaclic", "Auralis", "Hexaware", "Brightloop"),
    "Clothing": ("Fennimore", "Saltmarsh", "Otterburn", "Tailwright", "Loom & Tide"),
    "Books": ("Halfmoon Press", "Gannet Books", "Ropewalk Editions", "Thistledown House", "Kingfisher & Sons"),
    "Sports": ("Crux", "Fellrunner", "Tarn", "Velomoor", "Highbank"),
    "Garden": ("Hedgeling", "Sorrel & Son", "Greenspade", "Rootwell", "Applegarth"),
    "Toys & Games": ("Tumblewick", "Pebble & Pip", "Foxlantern", "Merry Cog", "Boardwright"),
    "Health & Beauty": ("Seafennel", "Purely Dew", "Alderbath", "Morrow", "Calendine"),
    "Office & Pets": ("Inkwell Row", "Papermoth", "Deskbury", "Waggle", "Whiskerdown"),
}

COLOURS: dict[str, tuple[str, ...]] = {
    "Kitchen": ("Cream", "Slate", "Sage", "Rust"),
    "Home": ("Oat", "Charcoal", "Moss", "Clay", "Midnight"),
    "Electronics": ("Black", "Silver", "Sand"),
    "Clothing": ("Navy", "Ecru", "Olive", "Burgundy", "Black"),
    "Books": (),
    "Sports": ("Black", "Teal", "Coral"),
    "Garden": ("Green", "Anthracite", "Cream"),
    "Toys & Games": ("Red", "Blue", "Yellow"),
    "Health & Beauty": ("White", "Rose", "Graphite"),
    "Office & Pets": ("Blue", "Grey", "Terracotta", "Green"),
}

BLURBS: dict[str, tuple[str, ...]] = {
    "Kitchen": (
        "Made for cooks who use one good thing every day rather than ten now and then.",
        "Sits well in the hand, cleans up in a minute and does not mind the dishwasher.",
        "Heavy where it should be, light where you lift it.",
        "Tested in small kitchens, where everything has to earn its place on the shelf.",
        "The sort of piece that moves house with you.",
    ),
    "Home": (
        "Quietly handsome, and sturdy enough for a house with people in it.",
        "Comes flat, goes together with one key and stays together.",
        "Natural materials that look better after a year than on the first day.",
        "Designed for rented flats: no drilling, no marks left behind.",
        "A small change that makes a room feel finished.",
    ),
    "Electronics": (
        "Charges fast, lasts long and works with what you already own.",
        "One button to switch it on, and nothing to sign up for.",
        "Built to be opened: spare parts are sold for seven years.",
        "Small enough for a coat pocket, good enough for every day.",
        "Set up in under five minutes, with a printed guide for once.",
    ),
    "Clothing": (
        "Cut with room to move, in cloth that keeps its shape wash after wash.",
        "An everyday piece that goes from bicycle to meeting.",
        "Pre-washed, so the fit you try on is the fit you keep.",
        "Double seams where it wears first, and a spare button inside.",
        "Warm without bulk; runs true to size.",
    ),
    "Books": (
        "A reader's favourite that has been passed from hand to hand since it came out.",
        "Generously illustrated, with an index that was made by a person.",
        "Short chapters, long afterthoughts.",
        "The new edition has larger type and a foreword by the author.",
        "Begin it on a Sunday; it will be finished by Tuesday.",
    ),
    "Sports": (
        "Made by people who use it on wet Tuesdays, not only on sunny peaks.",
        "Light, tough and easy to rinse off at the end of the day.",
        "A steady companion for beginners that experts do not grow out of.",
        "Packs down small and dries overnight.",
        "Grippy where you want it and forgiving where you need it.",
    ),
    "Garden": (
        "For balconies, beds and the odd roof; happy outdoors all year.",
        "Strong enough for clay soil, small enough for a window box.",
        "Comes with a planting calendar for the northern coast.",
        "Made from material that goes back to the earth in the end.",
        "Takes a winter outside without complaint.",
    ),
    "Toys & Games": (
        "Keeps small hands busy and large ones curious.",
        "Rules on one page, arguments for a whole evening.",
        "Smooth edges, bright colours and no batteries.",
        "Every piece can be ordered again when the sofa eats one.",
        "A present that is still played with in March.",
    ),
    "Health & Beauty": (
        "Gentle, simple and made in small batches; nothing in it that needs a footnote.",
        "Tested on volunteers with very sensitive opinions.",
        "A month's use in a packet that fits the smallest cabinet.",
        "Refills cost a third less and come in paper.",
        "Does one thing and does it quietly.",
    ),
    "Office & Pets": (
        "A small pleasure for a desk that sees a lot of Mondays.",
        "Lies flat, stays put and does not shed on the carpet.",
        "Approved by a panel of patient dogs and one difficult cat.",
        "Comes in paper wrapping and leaves as something useful.",
        "Made to last longer than the resolution that bought it.",
    ),
}
