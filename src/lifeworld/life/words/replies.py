"""What people answer to a message or a letter of the owner's, by what it seems to be about."""

# Each kind with the words that show it; the first that fits counts.
KINDS: tuple[tuple[str, str], ...] = (
    ("late", r"\b(running late|be late|late for|delayed|on my way|stuck in)\b"),
    ("sorry", r"\b(sorry|apolog|my fault|forgive)"),
    ("birthday", r"\b(happy birthday|congrat|many happy)"),
    ("thanks", r"\b(thanks|thank you|cheers|grateful)\b"),
    ("cancel", r"\b(cancel|can't make|cannot make|call off|postpone|reschedule)"),
    ("money", r"(\$\s?\d|\b(paid|owe|transfer|split|my half|my share)\b)"),
    ("invitation", r"\b(fancy|join|come over|dinner|lunch|coffee|drinks|would you like|are you free|shall we|let's)\b"),
    ("when", r"\b(what time|when|which day|how long)\b.*\?"),
    ("where", r"\b(where|which place|what's the address)\b.*\?"),
    ("how", r"\bhow (are|is|was|did)\b"),
    ("question", r"\?"),
    ("greeting", r"^\s*(hi|hey|hello|good (morning|evening|afternoon))\b"),
    ("night", r"\b(good night|sleep well|see you|bye)\b"),
)

MESSAGES: dict[str, tuple[str, ...]] = {
    "late": (
        "{ugh} I'll wait [inside|by the door|at the bar].",
        "No rush, I've got a book with me.",
        "[Fine|All right], I'll order for us meanwhile.",
        "Take your time, I'm only just leaving myself.",
    ),
    "sorry": (
        "Don't worry about it, [really|honestly].",
        "It's forgotten already.",
        "These things happen. [Buy me a coffee|Let's talk when we meet].",
        "All good between us.",
    ),
    "birthday": (
        "{thanks} That makes my day.",
        "You remembered! {thanks}",
        "{thanks} There will be cake, come and get some.",
    ),
    "thanks": (
        "Any time.",
        "It was nothing, [really|truly].",
        "Glad it helped. [How did it go in the end|Did it work out]?",
        "You'd do the same for me.",
    ),
    "cancel": (
        "{ugh} Another day then?",
        "A pity, but I understand. [{day} instead|Some time next week]?",
        "OK, I'll take it out of my calendar.",
    ),
    "money": (
        "Got it, {thanks}",
        "[Noted|Seen], I'll check when I'm at my desk.",
        "That sounds right to me. [We're even|All square].",
        "Thanks for doing the sums, I never do.",
    ),
    "invitation": (
        "{yes} [What time|Just say when].",
        "{yes} I'll bring something [sweet|to drink].",
        "{no} But ask me again [next week|soon], please.",
        "Let me look at my week, I'll tell you tonight.",
        "{yes} I was hoping you'd ask.",
    ),
    "when": (
        "Around {hour}, if that suits you.",
        "{hour}, I think. I'll tell you if it changes.",
        "Any time after {hour} is fine.",
        "I'd say {day}, but let me check.",
    ),
    "where": (
        "At {place}, as far as I know.",
        "Let's say {place}, it's halfway for both of us.",
        "I'll send you the address in a moment.",
    ),
    "how": (
        "[Fine|All right], thank you. {mood_c} today. And you?",
        "Better than last week. How are things with you?",
        "Busy, but it went well. Tell you more when I see you.",
    ),
    "question": (
        "Good question. I'll find out and tell you.",
        "I think so, yes.",
        "Not that I know of. Why?",
        "Let me ask {person}, then I'll come back to you.",
        "Yes, as far as I remember.",
    ),
    "greeting": (
        "{hey} What's up?",
        "Hello to you, too. Everything all right?",
        "Hi! I was just thinking of you.",
    ),
    "night": (
        "{bye}",
        "Sleep well, talk tomorrow.",
        "See you, take care.",
    ),
    "statement": (
        "[Noted|Good to know], {thanks}",
        "{wow} Tell me more when we meet.",
        "Ah, I see. [That makes sense|Makes sense now].",
        "OK! I'll keep it in mind.",
        "Right, I'll let the others know as well.",
    ),
}
MESSAGES["how"] = tuple(text.replace("{mood_c}", "A bit {mood}") for text in MESSAGES["how"])

LETTERS: dict[str, tuple[str, ...]] = {
    "question": (
        "{dear}\n\nThank you for your letter. The short answer is yes; the long one I'd rather give you in person. "
        "Shall we say {day}, after {hour}?\n\n{regards}",
        "{dear}\n\nI had to ask around, but I think it can be done. Give me until {day} and I'll write again with "
        "the details.\n\n{regards}",
        "{dear}\n\nI don't know, to be honest, but {person} will. I've passed your question on.\n\n{regards}",
    ),
    "statement": (
        "{dear}\n\nThank you for letting me know. I've made a note of it and will see to my part.\n\n{regards}",
        "{dear}\n\nGot your letter, and all is clear. See you soon, I hope.\n\n{regards}",
    ),
}
