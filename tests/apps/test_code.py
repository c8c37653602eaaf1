"""Brackets' own rules: what differs, what takes a commit back, what a linter says, how code is drawn."""

import pytest
from selectolax.lexbor import LexborHTMLParser
from tests.browsers import in_browser

from lifeworld.apps.code import commands as code
from lifeworld.apps.code.colouring import coloured, compared, marks
from lifeworld.apps.code.examples import examples
from lifeworld.apps.code.frame import shares
from lifeworld.apps.code.models import Change, Commit, File, Folder, Project
from lifeworld.apps.code.problems import Finder, problems
from lifeworld.apps.code.versions import committed, differences, saved, undone, waiting
from lifeworld.apps.code.words import repositories
from lifeworld.core.errors import Refused
from lifeworld.env.drivers.browser import Browser, showing
from lifeworld.proof.crawl import get
from lifeworld.web.look import DESKTOP, Look
from lifeworld.world import World, load

WRITERS = {"nora": 2, "desmond": 1, "wilma": 1, "mila": 1}  # and how many projects each has


@pytest.fixture
def project(world):
    return world.store.one(Project, "name = 'flourlog'")


def file_at(project: Project, path: str) -> File:
    return project.store.one(File, "project_id = ? AND path = ?", project.id, path)


@pytest.mark.parametrize("name", [*WRITERS, "arvid"])
def test_who_writes_programs_has_projects_and_who_does_not_has_none(name: str) -> None:
    world = World(load(name).data).start()
    assert world.store.count(Project) == WRITERS.get(name, 0)
    page = get(world, "/code/").body.decode()
    assert ("No projects yet" in page) == (name not in WRITERS)
    world.close()


def test_who_has_no_project_can_begin_one_and_choose_how_code_is_shown() -> None:
    world = World(load("arvid").data).start()
    kinds = [type(one.command) for one in examples(world.store)]
    assert kinds == [code.AddProject, code.SaveSettings]
    world.close()


def test_settings_show_what_they_change() -> None:
    world = World(load("arvid").data).start()
    assert 'class="code"' in get(world, "/code/settings").body.decode()
    world.do(code.SaveSettings(numbers=False, wrap=True, size="large"))
    for address in ("/code/settings", "/code/"):
        page = get(world, address).body.decode()
        assert 'class="code code-wraps code-large"' in page and 'class="number"' not in page
    world.close()


@pytest.mark.parametrize("one", repositories(), ids=lambda one: one.name)
def test_each_commit_of_a_project_changes_something_and_says_so_once(one) -> None:
    texts = [{}, *(one.texts(number) for number in range(1, len(one.commits) + 1))]
    for number, commit in enumerate(one.commits, 1):
        assert differences(texts[number - 1], texts[number]), commit.message
    assert len({commit.message for commit in one.commits}) == len(one.commits) >= 12
    assert 8 <= len(one.now) <= 20 and differences(texts[-1], one.now)
    assert all(not told.says.startswith("syntax") for at in texts for path in at for told in problems(path, at[path]))


def test_what_is_kept_is_what_was_saved(world, project) -> None:
    assert {one.path: one.kind for one in waiting(world.store, project)} == {
        "flourlog/dough.py": "M",
        "recipes/rye.json": "M",
    }
    world.do(code.MoveFile(file_at(project, "README.md"), "docs/README.md"))
    world.do(code.DeleteFile(file_at(project, "data/bakes.csv")))
    world.do(code.AddFile(project, "new.txt"))
    kinds = {one.path: one.kind for one in waiting(world.store, project)}
    assert kinds["docs/README.md"] == "R" and kinds["data/bakes.csv"] == "D" and kinds["new.txt"] == "A"
    world.do(code.CommitAll(project, "All of it"))
    assert not waiting(world.store, project)
    assert committed(world.store, project) == saved(world.store, project)


def test_a_commit_is_taken_back_around_what_came_later(world, project) -> None:
    commit = world.store.one(Commit, "message LIKE 'Salt to half%'")
    with pytest.raises(Refused) as refused:
        world.do(code.Revert(commit))
    assert refused.value.code == "waiting"
    world.do(code.CommitAll(project, "Later"))
    world.do(code.Revert(commit))
    text = file_at(project, "flourlog/dough.py").text
    assert "half_grams" not in text and "def levain" in text and "FRICTION = 24" in text
    assert "def half_grams" not in file_at(project, "flourlog/units.py").text


def test_what_was_changed_is_taken_back_around_what_came_later() -> None:
    before, after = "a\nb\nc", "a\nB\nc"
    assert undone("0\na\nB\nc\nd", before, after) == "0\na\nb\nc\nd"
    assert undone(after, None, after) is None and undone(None, before, None) == before
    assert undone("a\nc\nx", "a\nb\nc", "a\nc") == "a\nb\nc\nx"


@pytest.mark.parametrize("now", ["a\nX\nc", "a\nc", None])
def test_a_line_that_has_changed_again_is_not_taken_back(now: str | None) -> None:
    with pytest.raises(ValueError):
        undone(now, "a\nb\nc", "a\nB\nc")


def test_a_deleted_file_comes_back_as_it_was(world, project) -> None:
    gone = world.store.one(Change, "text IS NULL AND path = 'flourlog/timer.py'")
    back = world.do(code.Restore(gone))
    assert back.text == gone.before and "def ring" in back.text
    assert world.store.count(Folder, "project_id = ? AND path = 'flourlog'", project.id) == 1


def test_a_folder_takes_along_what_is_in_it_and_nothing_that_only_begins_so(world, project) -> None:
    world.do(code.AddFile(project, "recipes2/spelt.json"))
    world.do(code.MoveFolder(world.store.one(Folder, "path = 'recipes'"), "old/bread"))
    paths = set(saved(world.store, project))
    assert "old/bread/rye.json" in paths and "recipes2/spelt.json" in paths and "recipes/rye.json" not in paths
    world.do(code.DeleteFolder(world.store.one(Folder, "path = 'old'")))
    assert not [path for path in saved(world.store, project) if path.startswith("old/")]


@pytest.mark.parametrize(
    ("path", "text", "says"),
    [
        ("a.py", "import os", "'os' imported but unused"),
        ("a.py", "print(pth)", "undefined name 'pth'"),
        ("a.py", "def f(:", "syntax error"),
        ("a.json", '{"a": 1 "b": 2}', "Expecting ',' delimiter"),
        ("a.json", "[" * 9000, "too deeply nested"),
        ("a.json", "1" * 9000, "integer string conversion"),
        ("a.toml", "a = 1\nb", "Expected '='"),
        ("a.md", "{", ""),
    ],
)
def test_the_linter_of_a_language_says_what_is_wrong(path: str, text: str, says: str) -> None:
    told = [one.says for one in problems(path, text)]
    assert (says in told[0]) if says else not told


def test_a_line_in_colours_reads_as_it_is_written() -> None:
    for one in repositories():
        for path, text in one.now.items():
            drawn = [LexborHTMLParser(f"<p>{line}</p>").text() for line in coloured(path, text)]
            assert drawn == text.split("\n")
    assert '<b class="k">import</b> ' in coloured("a.py", "import os")[0]
    assert coloured("a.html", "<b>&amp;") and "<script>" not in str(coloured("a.txt", "<script>"))


def test_what_differs_is_shown_with_the_lines_around_it() -> None:
    before = "\n".join("abcdefghij")
    (hunk,) = compared("a.txt", before, before.replace("e", "E"))
    assert [(line.sign, line.old, line.new) for line in hunk[3:5]] == [("−", 5, 0), ("+", 0, 5)] and len(hunk) == 8
    assert marks(before, f"{before.replace('e', 'E')}\nk") == {5: "changed", 11: "new"}


def test_words_are_found_as_they_are_asked_for() -> None:
    text = "share shares Share"
    assert [Finder("share", *ways).count(text) for ways in ((), (True,), (False, True), (True, True))] == [3, 2, 2, 1]
    assert Finder(r"a.b(\1)").replaced(r"a.b(\1) axb", r"\1") == r"\1 axb"


def test_looking_opens_a_tab_and_closing_it_on_the_file_leads_away(world, project) -> None:
    file = file_at(project, "flourlog/units.py")
    assert "Close flourlog/units.py" not in get(world, f"/code/project/{project.id}").body.decode()
    get(world, f"/code/file/{file.id}")
    assert file_at(project, "flourlog/units.py").opened_at == world.store.now
    world.do(code.CloseFile(file_at(project, "flourlog/units.py")))
    assert file_at(project, "flourlog/units.py").opened_at is None


def test_of_many_languages_three_are_named_and_all_shares_are_a_hundred() -> None:
    texts = {"a.py": "x" * 60, "a.md": "x" * 20, "a.js": "x" * 10, "a.css": "x" * 6, "a.json": "x" * 4, "a.csv": "x"}
    assert [name for _, name, _ in shares(texts)] == ["Python", "Markdown", "JavaScript", "Other"]
    assert sum(percent for _, _, percent in shares(texts)) == 100 and len(shares({"a.py": "x"})) == 1


def test_a_desktop_commits_beside_what_has_changed_and_lists_commits_beside_one() -> None:
    world = World(load("nora").data, Look(device=DESKTOP)).start()
    changed = world.store.one(File, "path = 'flourlog/dough.py'")
    commit = world.store.first(Commit, "project_id = ?", changed.project_id)
    last = world.store.first(Change, "commit_id = ?", commit.id)
    beside = LexborHTMLParser(get(world, f"/code/file/{changed.id}/diff").body.decode()).css_first(".pane")
    assert beside.css_first(f'form[action="/code/project/{changed.project_id}/changes"] [name="message"]')
    for address in (
        f"/code/project/{changed.project_id}/history",
        f"/code/commit/{commit.id}",
        f"/code/change/{last.id}",
    ):
        pane = LexborHTMLParser(get(world, address).body.decode()).css_first(".pane")
        assert pane.css_first(".commits") and not pane.css_first(".tree")
    world.close()


def test_paths_and_code_begin_with_no_capital(world, project) -> None:
    for address in (f"project/{project.id}/new", f"file/{file_at(project, 'README.md').id}/edit"):
        assert 'autocapitalize="none"' in get(world, f"/code/{address}").body.decode()


def test_an_editor_lies_over_its_text_in_colours_and_says_it_once(world, project) -> None:
    file = file_at(project, "flourlog/dough.py")
    found = LexborHTMLParser(get(world, f"/code/file/{file.id}/edit").body)
    layer = found.css_first(".editor pre")
    assert layer.text() == f"{file.text}\n"
    assert layer.attributes["aria-hidden"] == "true" and layer.css("b.k")


def test_what_one_types_lies_beneath_it_in_the_colours_of_the_same_words() -> None:
    async def typed(browser: Browser) -> tuple[str, str, str]:
        world = World(load("desmond").data, Look(device=DESKTOP)).start()
        file = world.store.one(File, "path = 'quiet/shifts.py'")
        async with showing(browser, world) as there:
            await there.look(f"/code/file/{file.id}/edit")
            page = there.screen.page
            await page.keyboard.press("Control+End")
            await page.keyboard.type('\ndef late(now):\n    return "no" if now else 7  # not here')
            layer = page.locator(".editor pre")
            return await page.input_value(".editor textarea"), await layer.text_content(), await layer.inner_html()

    text, beneath, drawn = in_browser(typed)
    assert beneath == f"{text}\n"
    *_, head, last = drawn.removesuffix("\n</span>").split("\n</span><span>")
    assert head == '<b class="k">def</b> late(now):'
    assert [word in last for word in ('s">"no"</b>', 'k">if</b>', 'f">7</b>', 'c"># not here</b>')] == [True] * 4
