from lifeworld.core.observation import Box, Node

TREE = Node(
    "document",
    "Shop",
    children=(
        Node("list", children=(Node("link", "Two", ref="e2"), Node("link", "Three", ref="e3"))),
        Node("textbox", "Name", "Ann", ref="e4"),
    ),
)


def test_nodes_are_found_by_role_and_name() -> None:
    assert TREE.find("link") == Node("link", "Two", ref="e2")
    assert TREE.find("link", "Three") == Node("link", "Three", ref="e3")
    assert TREE.find("link", "Four") is None
    assert [node.name for node in TREE.all("link")] == ["Two", "Three"]
    assert TREE.by_ref("e4") == Node("textbox", "Name", "Ann", ref="e4")


def test_walk_goes_in_document_order() -> None:
    assert [node.role for node in TREE.walk()] == ["document", "list", "link", "link", "textbox"]


def test_text_is_all_words_in_order() -> None:
    assert TREE.text == "Shop\nTwo\nThree\nName\nAnn"


def test_the_centre_of_a_box() -> None:
    assert Box(10, 20, 30, 40).centre == (25, 40)
