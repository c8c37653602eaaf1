"""Parts of speech by temper: what people say before, after and instead of the matter itself."""

EMOJI: dict[str, tuple[str, ...]] = {
    "warm": ("😊", "❤️", "🙏", "🌞", "🤗", "😄", "💛", "🌷", "☺️", "👏", "🍀", "💐"),
    "chaotic": ("😂", "💀", "🙃", "🫠", "😭", "✨", "🔥", "👀", "🤡", "😅", "🤯", "🐸", "🥲", "🫡"),
    "terse": ("👍", "👌"),
    "formal": ("🙂",),
}

SLANG: tuple[tuple[str, str], ...] = (
    ("because", "bc"),
    ("you are", "ur"),
    ("tomorrow", "tmrw"),
    ("to be honest", "tbh"),
    ("I don't know", "idk"),
    ("by the way", "btw"),
    ("don't", "dont"),
    ("I'm", "im"),
    ("can't", "cant"),
    ("really", "rly"),
    ("probably", "prob"),
    ("going to", "gonna"),
    ("people", "ppl"),
    ("minutes", "mins"),
)

CONTRACTED: tuple[str, ...] = (
    "I'm",
    "I'll",
    "I've",
    "I'd",
    "don't",
    "can't",
    "won't",
    "isn't",
    "didn't",
    "it's",
    "It's",
    "that's",
    "That's",
    "we're",
    "We're",
    "we'll",
    "you're",
    "there's",
    "couldn't",
)
EXPANDED: tuple[str, ...] = (
    "I am",
    "I will",
    "I have",
    "I would",
    "do not",
    "cannot",
    "will not",
    "is not",
    "did not",
    "it is",
    "It is",
    "that is",
    "That is",
    "we are",
    "We are",
    "we will",
    "you are",
    "there is",
    "could not",
)

# Slots that depend on who speaks. Parts are templates themselves.
PARTS: dict[str, dict[str, tuple[str, ...]]] = {
    "yes": {
        "terse": (
            "[Yes|Yep|Yeah].",
            "[OK|Okay|K].",
            "[Sure|Fine|Alright|Right].",
            "[Works|Suits me|Good by me|Can do].",
            "[I'm in|In|Count me in|Me too].",
            "[Deal|Done|Agreed|Will do].",
            "[Yes|OK|Sure|Fine], [{hour} maybe|why not|no problem|go on].",
            "[No objection|Makes sense|Good plan|Good idea|Why not].",
        ),
        "warm": (
            "[Yes|Oh yes|Ah yes|Yes, yes], [please|gladly|with pleasure|I'd love to|of course]!",
            "[Oh lovely|How lovely|Lovely|Wonderful|Perfect|Marvellous], [yes|I'm in|count me in|I'd like that]!",
            "[What a nice idea|What a good idea|That sounds lovely|Sounds wonderful|That would make my week]!",
            "[Of course|Absolutely|Naturally|Always], [dear|my dear|you needn't ask|for you anything].",
            "[I was hoping you'd say that|You read my mind|I'd been hoping for that].",
            "[Gladly|Happily|With joy]!",
        ),
        "chaotic": (
            "[YES|yesss|yes yes yes|omg yes|hell yes|yep yep|uh yes]",
            "[obviously|duh|naturally|clearly], [yes|I'm in|say no more|I live for this]",
            "[say no more|sold|in in in|I'm there|consider me present|there with bells on]",
            "[already|basically] [wearing my shoes|halfway there|out of the door|on it]",
            "[was about to ask the same|get out of my head|you had me at hello|my calendar is a lie anyway]",
            "[100%|one million percent|a thousand times yes|who am I to say no]",
        ),
        "formal": (
            "[Yes|Certainly|By all means|Gladly|With pleasure], [thank you|that suits me|I should like that|why not].",
            "[That suits me well|That would suit me|That is quite convenient|I have no objection].",
            "[Agreed|Very well|Very good|So be it|Excellent].",
            "[I should be glad to|I should be delighted to|It would be a pleasure|I shall be there].",
            "[You may count on me|Please count me in|Do put me down for it].",
        ),
    },
    "no": {
        "terse": (
            "[Can't|Cannot|No|Nope], [sorry|busy|working|not this time|other plans].",
            "[Won't make it|Not this week|Not today|Pass this time|Bad day for me].",
            "[Away|Busy|Working|Asleep by then|Double-booked].",
        ),
        "warm": (
            "[Oh no|Ah|Oh dear|What a pity], I [can't|won't manage|can't make it], [I'm so sorry|I'd have loved to]!",
            "[I wish I could|If only I could|I'd so like to], but [not this time|I've promised|the day is full].",
            "[Next time for certain|Another time, promise|Ask me again, please]!",
        ),
        "chaotic": (
            "[noooo|ugh|argh|nooo why], [I can't|can't|booked|working] [😭|and I hate it|and it's a crime]",
            "[tragically no|the universe says no|my diary says no|no and I'm furious]",
            "[can't|no can do], [ask me why|long story|don't ask|saving a goat basically]",
        ),
        "formal": (
            "[I am afraid|Unfortunately|Regrettably|Sadly] [I cannot|I am engaged that day|it will not be possible].",
            "[I must decline|I shall have to decline], [with regret|with apologies|this once].",
        ),
    },
    "thanks": {
        "terse": (
            "[Thanks|Cheers|Ta|Thx|Appreciated].",
            "[Thanks|Cheers], [owe you one|good of you|helps a lot|saved me a trip|means a lot].",
            "[Nice one|Good of you|Much appreciated|Kind of you].",
        ),
        "warm": (
            "[Thank you so much|Thank you, thank you|Thanks a million|A thousand thanks|Oh thank you]!",
            "[You're a treasure|You're an angel|You're so kind|What would I do without you|You are the best].",
            "[That's so kind of you|That's very dear of you|I'm so grateful|Bless you]!",
        ),
        "chaotic": (
            "[thank you|thankyouuu|thanksss|ty ty ty] [you legend|you saint|you absolute hero|forever|x1000]",
            "[legend|hero behaviour|saved my life|bowing deeply|crying with gratitude]",
            "[I owe you a kidney|naming my firstborn after you|you get a statue]",
        ),
        "formal": (
            "[Thank you|Many thanks|My thanks|Thank you very much][ for that| for your trouble| once more|].",
            "[Much obliged|I am obliged to you|I am most grateful|That is very kind of you].",
        ),
    },
    "hey": {
        "terse": ("", "", "", "[Hey|Hi|Yo].", "[Quick one|Question|So|Listen]:"),
        "warm": (
            "[Hi|Hello|Hey|Good morning|Hello there] {other}[!|,]",
            "[Hello dear|Hi dear|Hey lovely|Hi you],",
            "",
            "[Hope your day is kind|Hope you slept well|Hope all's well].",
        ),
        "chaotic": (
            "[ok so|right so|random but|ok important|listen|question|psst|emergency (not really)]:",
            "[HELLO|hey hey|hiii|oi|{other}!!|knock knock]",
            "",
        ),
        "formal": (
            "[Good morning|Good day|Hello|Dear] {other}[.|,]",
            "[A short question|A small matter|If I may ask|One thing]:",
            "",
        ),
    },
    "bye": {
        "terse": ("", "", "[See you|Later|Bye|Till then]."),
        "warm": (
            "[See you soon|Till then|Big hug|Can't wait|Take care|Love|Kisses]!",
            "[I'm looking forward to it|It'll be lovely|So looking forward].",
            "",
        ),
        "chaotic": (
            "[byeee|ok bye|laters|gotta run|see u there|ciao ciao]",
            "",
            "[I'll be the one sweating|bring snacks]",
        ),
        "formal": ("[Until then|Goodbye for now|I look forward to it|Kind regards].", ""),
    },
    "wow": {
        "terse": ("[Huh|Well|Wow|Really|Oh|Well, well|Hm, nice].", "[Didn't expect that|Big news|News to me]."),
        "warm": (
            "[Oh|Oh really|Oh my|Oh how nice|Well I never|Goodness|No!|Oh, tell me more]!",
            "[I had no idea|What a story|You don't say|I can't believe it]!",
        ),
        "chaotic": (
            "[WHAT|no way|screaming|stop it|I can't even|excuse me??|hold on WHAT|aaaaah]",
            "[unreal|this is everything|I'm deceased|plot twist|brb processing]",
        ),
        "formal": (
            "[Remarkable|How interesting|Is that so|Indeed|Well, well|I had not heard|You surprise me].",
            "[I should never have thought it|That is news to me].",
        ),
    },
    "bravo": {
        "terse": ("[Nice|Good|Well done|Finally|Good for you|Impressive|Knew it].",),
        "warm": (
            "[Oh wonderful|How lovely|Bravo|Oh how good|Hooray|What good news|Oh, I'm so glad]!",
            "[That makes me so happy|You deserve it|I knew it|I'm proud of you]!",
        ),
        "chaotic": (
            "[iconic|frame it|main character energy|YESSS|let's goooo|legend behaviour|I'm so proud I'm loud]",
        ),
        "formal": (
            "[How splendid|How very nice|Well done indeed|Excellent news|I am delighted].",
            "[My congratulations|That does you credit|I am very pleased for you].",
        ),
    },
    "ugh": {
        "terse": (
            "[Annoying|Bad luck|Hm|Not great|Rough|Shame|Pity|Figures|Typical].",
            "[That's bad|Could be worse|Been there].",
        ),
        "warm": (
            "[Oh you poor thing|Oh no, I'm sorry|What a shame|Oh dear|Poor you|Oh, how tiring]!",
            "[I'm sorry to hear it|That's not fair|You've earned better].",
        ),
        "chaotic": (
            "[NOOO|rude|crying for you|illegal|ew why|absolutely not|booo|the audacity]",
            "[I will fight them|who do I yell at|shaking my fist at the sky]",
        ),
        "formal": (
            "[I am sorry to hear that|How tiresome|That is unfortunate|What a nuisance|How vexing].",
            "[My sympathies|That is a great pity|I can imagine].",
        ),
    },
    "haha": {
        "terse": ("[Ha|Heh|Funny|Ha, true|Fair].",),
        "warm": ("[Hahaha|Haha|Oh, I laughed out loud|You do make me laugh]!", "[Ha, that's so you|I can see it]!"),
        "chaotic": (
            "[HAHAHA|hahahaha|I'm wheezing|dying|screaming on the tram|lmao]",
            "[spat out my tea|too real|I feel attacked]",
        ),
        "formal": ("[Very droll|That amused me|I had to laugh|Ha][.|, I admit.]",),
    },
}
