"""Names for the many: given names and surnames from everywhere, put together anew in each life."""

FIRST: tuple[str, ...] = tuple(
    """
    Abena Adaeze Aiko Alba Alistair Amara Anders Anouk Arturo Astrid Aurelio Beatrix Bashir Bram Brigid Calla Cassius
    Celeste Chidi Corin Cosima Dagny Darius Delphine Dmitri Eilidh Elio Elodie Emeka Enzo Esme Ezra Farah Felix Fenna
    Fiona Freya Gideon Greta Hana Hamish Hiro Idris Ilse Imani Ingrid Isolde Ivo Jaya Joaquin Josephine Juno Kaito
    Kamala Kenji Kwame Laszlo Leila Leonie Linnea Lorcan Lucia Magnus Malik Mairead Marisol Mateus Mei Milo Mirela
    Nadia Naveen Niamh Nils Noor Odette Olu Orla Oskar Paloma Pascal Petra Quentin Rafael Ravi Reiko Rhiannon Roland
    Rosalind Rufus Ruth Sabine Samir Saoirse Selma Sigrid Simone Soraya Stellan Sunita Suki Tamsin Tariq Thea Tomas
    Uma Ursula Valentin Vera Viktor Wanda Winston Xiomara Yara Yusuf Zainab Zora René Søren Inês Zoë Jürgen Chloë
    """.split()
)

LAST: tuple[str, ...] = tuple(
    """
    Abernathy Achterberg Adeyinka Alvarado Applewhite Arkwright Baptiste Bellweather Bergstrand Birdsall Blackwood
    Bramwell Brightwater Calloway Carrasco Chandrasekar Clearbrook Coldwell Corrigan Dalgaard Danjuma Delacroix
    Dimitriou Dunleavy Eastwick Ekström Elderfield Engelbrecht Fairweather Falconer Farrington Ferreira Fitzwalter
    Fontaine Gallowglass Garrick Goldwater Greenhalgh Grimaldi Hallorann Hammersley Haverford Hawthorne Holloway
    Ibarra Ironwood Iwasaki Janssen Jovanovic Kaplan Kettering Kilbride Kowalczyk Kurosawa Lachance Langstrom Larkin
    Leclair Lindqvist Lockhart Macavoy Mahmoud Marchetti Mbeki Merriweather Montague Nakagawa Nightingale Novak
    Nwosu Oakenshaw Oduya Okonkwo Olander Ostrowski Palmgren Pemberton Petrov Quillfeather Quintero Rahimi Ravenhill
    Redfern Rosenthal Rutherglen Sandoval Sedgwick Sheffield Silverthorne Sokolov Stavros Sutherland Tamburini
    Thackeray Thistlewood Tregarth Underhill Valcourt Vandermeer Varga Vasquez Wainwright Waverly Whitlock Winterbourne
    Yamashiro Yarrow Zabriskie Zimmer Zielinski Amoah Bhandari Castellano Dragomir Eze
    """.split()
)

# First names of men among FIRST and the biographies' casts, so that drawn faces fit; all others are drawn as women.
MEN = frozenset(
    """
    Alistair Anders Ansel Anselm Arturo Basil Bram Casper Cassius Corin Darius Desmond Dmitri Elio Emeka Felix Finn Gus
    Hal Hamish Ivo Joaquin Jonas Josiah Jürgen Kaito Kenji Kofi Kwame Laszlo Lionel Lloyd Magnus Malik Marc Marek Mateus
    Naveen Nils Olu Oskar Pascal Pim Quentin Rafael René Roland Ruben Rufus Rupert Samir Stellan Søren Tariq Theo Tobias
    Tomas Tomasz Viktor Winston Yusuf
    """.split()
)
