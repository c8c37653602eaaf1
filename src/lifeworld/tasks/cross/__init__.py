"""Tasks that take two apps or more: what one of them shows has to be done, or found, in another."""
