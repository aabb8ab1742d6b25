"""Lines over time and what is still out, drawn: nothing on each other, whatever the numbers are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.view import Count, Course, Tally, View
from renderers import picture
from renderers.sheet import Curve, Words
from renderers.theme import LINES
from tests.renderers.screens import COURSE, FRIENDS, speaker, t
from tests.renderers.test_layout import faults

NAMES = ("小明", "很长很长的名字" * 4, "")
counts = st.builds(
    Count, st.sampled_from(("大", "10", "很长的话")), st.integers(0, 108), st.integers(0, 108)
)


@st.composite
def some_course(draw):
    """Lines of up to nine people, over up to a hundred rounds."""
    names = draw(st.lists(st.sampled_from(NAMES), max_size=9))
    after = st.tuples(*(st.integers(-(10**9), 10**9) for _ in names))
    points = draw(st.lists(after, max_size=draw(st.sampled_from((3, 100)))))
    return Course(t("走势"), tuple(names), tuple(points), draw(st.none() | st.integers(0, 8)))


@given(course=some_course(), out=st.lists(counts, max_size=20))
def test_nothing_lies_on_anything_else(course, out):
    view = View(t("战绩"), (course, Tally(t("记牌器"), tuple(out))))
    assert faults(picture.sheet(view, speaker(FRIENDS))) == []


def test_every_line_runs_through_its_points_and_ends_at_its_name():
    sheet = picture.sheet(View(t("战绩"), (COURSE,)), speaker(FRIENDS))
    plots = [item for item in sheet.items if isinstance(item, Curve) and len(item.points) > 2]
    assert sorted(curve.line for curve in plots) == list(range(len(COURSE.names)))
    ends = {curve.line: curve.points[-1][1] for curve in plots}
    assert [ends[line] for line in sorted(ends)] == sorted(ends.values()), "the best stands highest"
    own = max(plots, key=lambda curve: curve.thick)
    assert own is plots[-1], "one's own lies over the others"
    said = [item.text for item in sheet.items if isinstance(item, Words)]
    assert {"小明", "阿强", "小雅", "电脑·石"} <= set(said)
    assert len(plots) <= len(LINES)
