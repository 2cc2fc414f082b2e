"""A picture that a cell made opens by itself when it is clicked: eight curves of a motion are small on a telephone."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri


class Opened(SphinxPostTransform):
    default_priority = 900  # after outputs have become pictures
    formats = ("html",)

    def run(self, **_: object) -> None:
        page = self.app.builder.get_target_uri(self.env.docname)
        for picture in list(self.document.findall(nodes.image)):
            file = self.env.images.get(picture.get("uri", ""))
            if file and "_build" in picture["uri"] and not isinstance(picture.parent, nodes.reference):
                target = relative_uri(page, f"_images/{file[1]}")
                link = nodes.reference("", "", refuri=target, internal=True, classes=["picture"])
                picture.replace_self(link)
                link += picture


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_post_transform(Opened)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
