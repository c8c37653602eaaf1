"""What carriers and houses write to travellers."""

BOOKING: tuple[str, str] = (
    "Your booking {code}: {town}",
    "Dear {first},\n\n"
    "Your journey to {town} is booked. Your reference is {code}; please have it with you when you travel.\n\n"
    "Out: {out}\nBack: {back}\nPaid: {fare}\n\n"
    "Seats can be changed until three hours before you leave. The itinerary is attached.\n\n"
    "{carrier}",
)

HOTEL: tuple[str, str] = (
    "We look forward to you: {nights} nights at {hotel}",
    "Hello {first},\n\n"
    "Thank you for choosing {hotel} in {town}. Your room is reserved for {nights} nights, and {stay} has been paid.\n\n"
    "Rooms are ready from three in the afternoon. If you arrive late, the key waits in the box by the blue door; write "
    "to us and we will send the number.\n\n"
    "Breakfast is from seven to half past ten, or in a bag if you mean to be off early.\n\n"
    "The people of {hotel}",
)

CHECK_IN: tuple[str, str] = (
    "Tomorrow: {town}. You can check in now",
    "Dear {first},\n\n"
    "Check-in for {code} is open. You leave on {out}.\n\n"
    "Bring the document that you booked with. One bag up to 10 kg travels with you, larger ones go to the desk.\n\n"
    "Have a good journey,\n{carrier}",
)

MEALS: tuple[str, ...] = ("Dinner", "Room service", "House wine and dinner", "Supper", "Dinner, terrace")
