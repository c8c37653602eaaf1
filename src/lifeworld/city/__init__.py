"""Port Callow: its map, its places, its lines, and the ways between; the same in every life."""
