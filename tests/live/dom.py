"""As much of a browser as a live page needs: elements by id, and htmx's out-of-band swaps."""

from html.parser import HTMLParser

VOID = {"input", "br", "img", "meta", "link", "hr", "use", "path"}


class Element:
    def __init__(self, tag, attrs):
        self.tag, self.attrs, self.children, self.parent = tag, dict(attrs), [], None

    def add(self, child, at=None):
        self.children.insert(len(self.children) if at is None else at, child)
        if isinstance(child, Element):
            child.parent = self

    def find(self, name):
        if self.attrs.get("id") == name:
            return self
        inner = (child.find(name) for child in self.children if isinstance(child, Element))
        return next((found for found in inner if found), None)

    def html(self):
        attrs = "".join(f' {name}="{value or ""}"' for name, value in self.attrs.items())
        inner = "".join(
            child.html() if isinstance(child, Element) else " ".join(child.split()) for child in self.children
        )
        return f"<{self.tag}{attrs}>{inner}</{self.tag}>"


class _Builder(HTMLParser):
    def __init__(self):
        super().__init__()
        self.root = self.at = Element("body", ())

    def handle_starttag(self, tag, attrs):
        element = Element(tag, attrs)
        self.at.add(element)
        if tag not in VOID:
            self.at = element

    def handle_startendtag(self, tag, attrs):
        self.at.add(Element(tag, attrs))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert tag == self.at.tag, f"</{tag}> closes <{self.at.tag}>"
            self.at = self.at.parent

    def handle_data(self, data):
        self.at.add(data)


def parse(html):
    """Return the markup as a tree under one body."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    assert builder.at is builder.root
    return builder.root


def swap(page, html):
    """Do to the page what htmx does with these out-of-band swaps."""
    for new in [child for child in parse(html).children if isinstance(child, Element)]:
        how, _, where = new.attrs.pop("hx-swap-oob", "true").partition(":#")
        old = page.find(where or new.attrs["id"])
        assert old, f"the page has no #{where or new.attrs['id']}"
        _SWAPS[how](old, new)


def _replace(old, new):
    _insert(old, [new])
    _remove(old)


def _remove(old, _new=None):
    old.parent.children.remove(old)


def _retag(old, new):
    old.attrs = new.attrs


def _insert(old, items):
    for place, item in enumerate(items, start=old.parent.children.index(old)):
        old.parent.add(item, place)


def _append(old, new):
    for child in new.children:
        old.add(child)


_SWAPS = {
    "true": _replace,
    "tag": _retag,
    "delete": _remove,
    "beforeend": _append,
    "beforebegin": lambda old, new: _insert(old, new.children),
}
