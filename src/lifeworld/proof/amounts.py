"""How much there is of what an app's lists show, in each content."""

from lifeworld.world import World, load

# The tables whose rows people look for: what is bought from and by whom, filed under them or settled once is beside.
ITEMS = {
    "bank": ("bank_entry", "bank_bill"),
    "calendar": ("calendar_event", "calendar_guest"),
    "mail": ("mail_thread", "mail_message"),
    "maps": ("maps_visit",),
    "messenger": ("messenger_message", "messenger_reaction"),
    "shop": ("shop_order", "shop_order_line"),
    "todo": ("todo_task", "todo_step"),
}


def amounts(profile: str, content: str) -> dict[str, int]:
    """Return the number of rows of each table that an app's lists show, in a profile's life with this content."""
    world = World(load(profile, content).data)
    try:
        return {table: world.store.value(f"SELECT count(*) FROM {table}") for each in ITEMS.values() for table in each}
    finally:
        world.close()
