"""A page as a tree of parts: what is remembered, and what a change sends."""

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils.translation import override

from games import parts
from games.parts import Part, changes


def item(name, text="x"):
    return Part(name, (f'<li id="{name}">{text}</li>',))


def listing(*items, extra=""):
    return Part("list", _pieces(f'<ol id="list"{extra}>', items, "</ol>"), items)


def page(*children, title="Table", extra=""):
    return Part("page", _pieces(f'<div id="page"{extra}><h1>{title}</h1>', children, "</div>"), children)


def _pieces(start, children, end):
    return (start, *[""] * (len(children) - 1), end) if children else (start + end,)


def test_html_puts_every_part_in_its_place():
    assert page(item("a"), item("b")).html() == (
        '<div id="page"><h1>Table</h1><li id="a">x</li><li id="b">x</li></div>'
    )


def test_nothing_changed_sends_nothing():
    assert changes(page(item("a")), page(item("a"))) == ""


def test_a_changed_part_is_sent_alone():
    old, new = page(item("a"), item("b")), page(item("a"), item("b", "y"))
    assert changes(old, new) == '<li id="b">y</li>'


def test_a_changed_frame_is_sent_whole():
    assert changes(page(item("a")), page(item("a"), title="Desk")) == (
        '<div id="page"><h1>Desk</h1><li id="a">x</li></div>'
    )


def test_a_changed_tag_leaves_what_is_inside():
    old, new = page(item("a"), item("b")), page(item("a"), item("b", "y"), extra=" hidden")
    assert changes(old, new) == '<div id="page" hidden hx-swap-oob="tag"></div><li id="b">y</li>'


def test_a_list_that_grew_sends_what_is_new():
    a, b, c = item("a"), item("b"), item("c")
    assert changes(listing(a), listing(a, b, c)) == (
        '<div hx-swap-oob="beforeend:#list"><li id="b">x</li><li id="c">x</li></div>'
    )
    assert changes(listing(a), listing(b, a)) == '<div hx-swap-oob="beforebegin:#a"><li id="b">x</li></div>'
    assert changes(listing(), listing(a)) == '<div hx-swap-oob="beforeend:#list"><li id="a">x</li></div>'


def test_items_are_put_where_they_belong():
    old = listing(item("b"), item("d"))
    new = listing(item("a"), item("b"), item("c1"), item("c2"), item("d"), item("e"))
    assert changes(old, new) == (
        '<div hx-swap-oob="beforebegin:#b"><li id="a">x</li></div>'
        '<div hx-swap-oob="beforebegin:#d"><li id="c1">x</li><li id="c2">x</li></div>'
        '<div hx-swap-oob="beforeend:#list"><li id="e">x</li></div>'
    )


def test_a_list_that_lost_and_grew_sends_both_and_what_changed_within():
    old = listing(item("a"), item("b"), item("c"))
    new = listing(item("a", "y"), item("c"), item("d"))
    assert changes(old, new) == (
        '<i id="b" hx-swap-oob="delete"></i>'
        '<li id="a">y</li>'
        '<div hx-swap-oob="beforeend:#list"><li id="d">x</li></div>'
    )


@pytest.mark.parametrize(
    "new",
    [
        listing(item("b"), item("a")),
        listing(item("c")),
        listing(item("a"), item("c"), extra=" reversed"),
    ],
)
def test_a_list_in_another_order_or_dress_is_sent_whole(new):
    old = listing(item("a"), item("b"))
    assert changes(old, new) == new.html()


def test_what_is_known_of_shared_parts_is_not_compared_again(monkeypatch):
    compared, real = [], parts._changes

    def counted(old, new, known):
        compared.append(new.id)
        return real(old, new, known)

    monkeypatch.setattr(parts, "_changes", counted)
    old, new = listing(item("a")), listing(item("a"), item("b"))
    known = {}
    mine, theirs = (changes(page(old, title=t), page(new, title=t), known) for t in ("Mine", "Theirs"))
    assert mine == theirs == '<div hx-swap-oob="beforeend:#list"><li id="b">x</li></div>'
    assert compared == ["page", "list", "page"]


def test_what_is_known_is_never_taken_for_a_part_that_came_after():
    known = {}
    for number in range(200):
        old, new = listing(item("a")), listing(item("a"), item(f"b{number}"))
        assert f"b{number}" in changes(old, new, known)


@pytest.fixture
def lines(settings, tmp_path):
    from django.template import engines

    (tmp_path / "line.html").write_text('<li id="{{ id }}">{{ text }}</li>')
    (tmp_path / "lines.html").write_text(
        '{% load live %}<ol id="{{ id }}">{% for t in texts %}{% part "line.html" id=t text=t %}{% endfor %}</ol>'
    )
    (tmp_path / "frame.html").write_text(
        '{% load live %}<div id="{{ id }}"><h1>{{ word }}</h1>{% gap "first" %}<hr>{% gap "others" %}</div>'
    )
    dirs = engines["django"].engine.dirs
    dirs.append(tmp_path)
    yield
    dirs.remove(tmp_path)


def test_templates_make_trees(lines):
    tree = parts.part("lines.html", id="log", texts=("a", "b"))
    assert tree.ids == ("a", "b")
    assert tree.html() == '<ol id="log"><li id="a">a</li><li id="b">b</li></ol>'
    grown = parts.part("lines.html", id="log", texts=("a", "b", "c"))
    assert changes(tree, grown) == '<div hx-swap-oob="beforeend:#log"><li id="c">c</li></div>'


def test_equal_values_give_the_remembered_part(lines):
    found = parts.part("lines.html", id="x", texts=("a",))
    assert parts.part("lines.html", id="x", texts=("a",)) is found
    with override("uk"):
        other = parts.part("lines.html", id="x", texts=("a",))
    assert other is not found
    assert other.children[0] is not found.children[0]


def test_a_frame_has_parts_in_its_gaps(lines):
    a, b = (parts.part("line.html", id=name, text=name) for name in "ab")
    tree = parts.frame("frame.html", {"first": a, "others": (b,)}, id="x", word="Log")
    assert tree == parts.Part("x", ('<div id="x"><h1>Log</h1>', "<hr>", "</div>"), (a, b))
    assert tree.html() == '<div id="x"><h1>Log</h1><li id="a">a</li><hr><li id="b">b</li></div>'


def test_a_gap_may_hold_several_parts_or_none(lines):
    a, b = (parts.part("line.html", id=name, text=name) for name in "ab")
    few = parts.frame("frame.html", {"first": (), "others": ()}, id="x", word="Log")
    assert few == parts.Part("x", ('<div id="x"><h1>Log</h1><hr></div>',))
    many = parts.frame("frame.html", {"first": (), "others": (a, b)}, id="x", word="Log")
    assert many.html() == '<div id="x"><h1>Log</h1><hr><li id="a">a</li><li id="b">b</li></div>'


@pytest.mark.parametrize("gaps", [{"first": ()}, {"first": (), "others": (), "more": ()}])
def test_a_gap_that_is_forgotten_or_not_there_is_an_error(lines, gaps):
    with pytest.raises(ValueError):
        parts.frame("frame.html", gaps, id="x", word="Log")


def test_a_function_puts_a_part_together_instead_of_its_template(lines, monkeypatch):
    monkeypatch.setattr(parts, "_assemblers", {})

    @parts.assembles("frame.html")
    def shown(given):
        found = parts.part("line.html", id="a", text=given["text"])
        return parts.frame("frame.html", {"first": found, "others": ()}, id=given["id"], word="Log")

    tree = parts.part("frame.html", id="assembled", text="b")
    assert tree.html() == '<div id="assembled"><h1>Log</h1><li id="a">b</li><hr></div>'
    assert parts.part("frame.html", id="assembled", text="b") is tree


def test_a_visitors_token_is_never_remembered(lines):
    first = parts.part("lines.html", id="x", texts=("a",), csrf_token="secret")
    assert parts.part("lines.html", id="x", texts=("a",), csrf_token="secret") is not first


class Counted:
    """A text that counts how often it is shown."""

    shown = 0

    def __str__(self):
        self.shown += 1
        return "a<"


def test_a_piece_is_markup_that_equal_values_render_once(lines, tmp_path):
    (tmp_path / "card.html").write_text("<b>{{ text }}</b>\n <i></i>")
    text = Counted()
    assert parts.piece("card.html", text=text) == "<b>a&lt;</b> <i></i>"
    page = Template('{% load live %}<p>{% piece "card.html" text=text %}</p>')
    assert page.render(Context({"text": text})) == "<p><b>a&lt;</b> <i></i></p>"
    assert text.shown == 1


def test_no_part_goes_into_a_piece(lines):
    with pytest.raises(ValueError):
        parts.piece("frame.html", id="x", word="Log")


def test_values_are_escaped_and_do_not_break_the_tree(lines):
    tree = parts.part("lines.html", id="log", texts=("<b>\0",))
    assert "<b>" not in tree.html()


def test_spaces_are_collapsed_but_no_break_spaces_stay(lines):
    assert (
        parts.part("line.html", id="a", text="b \n 2\u00a0\u00a0c").html()
        == '<li id="a">b 2\u00a0\u00a0c</li>'
    )


def test_outside_a_tree_the_tag_writes_the_markup(lines):
    source = '{% load live %}{% part "line.html" id="a" text="b" %}'
    assert Template(source).render(Context()) == '<li id="a">b</li>'


@pytest.mark.parametrize("words", ['"line.html" id="a" text', '"line.html" text "b" id="a"'])
def test_a_part_is_given_values_by_name_only(words):
    with pytest.raises(TemplateSyntaxError):
        Template("{% load live %}{% part " + words + " %}")
