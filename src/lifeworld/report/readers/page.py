def page(episodes, out, title):
    return out
