from itertools import pairwise

from core.parsing.figure_regions import figure_regions
from core.parsing.ink import Area, PageInk, Shape, Word


def drawn(*points, is_filled=False, fill_color=(0, 0, 0)):
    lines = tuple((*a, *b) for a, b in pairwise(points))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    area = Area(min(xs), min(ys), max(xs), max(ys))
    return Shape(area, lines, not is_filled, is_filled, fill_color=fill_color)


def page(shapes=(), bitmaps=(), words=()):
    return PageInk(600, 800, words=tuple(words), shapes=tuple(shapes), bitmaps=tuple(bitmaps))


DIAGRAM = [
    drawn((100, 100), (200, 100), (200, 150), (100, 150), (100, 100)),
    drawn((200, 125), (260, 125)),
    drawn((260, 100), (360, 100), (360, 150), (260, 150), (260, 100)),
    drawn((360, 125), (400, 180)),
]


def test_a_picture_is_a_figure_but_a_scan_a_sign_and_a_hairline_are_not():
    bitmaps = [Area(0, 0, 600, 800), Area(50, 50, 250, 200), Area(300, 300, 312, 312)]
    bitmaps.append(Area(50, 400, 550, 401))
    (region,) = figure_regions(page(bitmaps=bitmaps), [])
    assert region.is_raster
    assert region.area == Area(50, 50, 250, 200)


def test_tiles_of_one_picture_are_one_figure():
    tiles = [Area(50, 50 + 30 * n, 250, 80 + 30 * n) for n in range(4)]
    (region,) = figure_regions(page(bitmaps=tiles), [])
    assert region.area == Area(50, 50, 250, 170)


def test_boxes_and_arrows_are_a_drawing():
    (region,) = figure_regions(page(DIAGRAM), [])
    assert not region.is_raster
    assert region.area == Area(100, 100, 400, 180)


def test_what_lies_in_a_table_is_none():
    assert figure_regions(page(DIAGRAM), [Area(90, 90, 410, 190)]) == []


def test_rules_underlines_and_white_boxes_are_none():
    rules = [drawn((50, 100 + 60 * n), (550, 100 + 60 * n)) for n in range(6)]
    white = drawn((50, 50), (300, 300), is_filled=True, fill_color=(255, 255, 255))
    assert figure_regions(page([*rules, white]), []) == []


def test_a_frame_full_of_text_is_none():
    words = [Word(105, 102 + 12 * n, 395, 113 + 12 * n, "文字") for n in range(6)]
    assert figure_regions(page(DIAGRAM, words=words), []) == []


def line_of_words(left, baseline, count):
    return [
        Word(
            left + 30 * n,
            baseline - 9,
            left + 30 * n + 27,
            baseline + 2,
            "words",
            "F",
            11,
            baseline,
        )
        for n in range(count)
    ]


def test_a_stamp_over_running_text_or_over_a_table_is_no_figure():
    stamp = Area(300, 300, 400, 360)
    through = line_of_words(60, 330, 14)
    assert figure_regions(page(bitmaps=[stamp], words=through), []) == []
    assert figure_regions(page(bitmaps=[stamp]), [Area(50, 340, 550, 500)]) == []
    assert len(figure_regions(page(bitmaps=[stamp]), [Area(50, 361, 550, 500)])) == 1


def test_labels_in_and_beside_a_picture_do_not_make_it_a_stamp():
    picture = Area(100, 100, 400, 300)
    labels = [*line_of_words(150, 150, 4), *line_of_words(410, 150, 2)]
    assert len(figure_regions(page(bitmaps=[picture], words=labels), [])) == 1


def test_paragraphs_in_a_drawn_box_stay_text_and_a_legend_does_not():
    frame = Area(50, 100, 550, 500)
    paragraphs = [word for n in range(9) for word in line_of_words(60, 130 + 30 * n, 16)]
    legend = [word for n in range(9) for word in line_of_words(60, 130 + 30 * n, 5)]
    assert figure_regions(page(bitmaps=[frame], words=paragraphs), []) == []
    assert len(figure_regions(page(bitmaps=[frame], words=legend), [])) == 1
