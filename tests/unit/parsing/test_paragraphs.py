from core.parsing.blocks import page_frame, text_block
from core.parsing.clause_numbers import heal_clause_numbers
from core.parsing.ink import Area, Glyph, PageInk, Word
from core.parsing.lines import lines_of
from core.parsing.mended_words import mend_words
from core.parsing.page_reading import _blocks
from core.parsing.paragraphs import paragraphs_of

SIZE = 10.0


def word(text, left, baseline, *, size=SIZE, width=None, is_bold=False, follows_blank=False):
    """A word whose characters are a full or half square wide."""
    glyphs = []
    at = left
    for character in text:
        step = width or (size if ord(character) > 0x2E7F else 0.5 * size)
        glyphs.append(Glyph(character, at, at + step))
        at += step
    return Word(
        left=left,
        top=baseline - 0.8 * size,
        right=at,
        bottom=baseline + 0.2 * size,
        text=text,
        size=size,
        baseline=baseline,
        is_bold=is_bold,
        follows_blank=follows_blank,
        glyphs=tuple(glyphs),
    )


def paragraphs(*words):
    lines, _ = lines_of(words)
    frame = page_frame(595, 842, lines)
    return [text_block(paragraph, frame) for paragraph in paragraphs_of(lines)]


def texts(*words):
    return [block.text for block in paragraphs(*words)]


FULL = "本标准规定了保证电力系统安全稳定运行的基本要求以及安全稳定标准和计算"  # to the margin


def test_an_indented_first_line_and_its_next_line_are_one_paragraph():
    assert texts(word(FULL, 92, 100), word("分析。" + FULL[:25], 72, 116)) == [
        FULL + "分析。" + FULL[:25]
    ]


def test_a_numbered_item_below_a_short_heading_begins_anew():
    assert texts(
        word("（一）加强负荷管理", 92, 100),
        word("1．" + FULL[:31], 92, 116),
        word("110kV" + FULL[:20], 72, 132),
    ) == ["（一）加强负荷管理", "1．" + FULL[:31] + "110kV" + FULL[:20]]


def test_text_beside_a_table_is_not_cut_line_by_line_for_the_text_below_the_table():
    left = [
        word("调度自动化主站应具备数据采集处理和控制功能", 72, 100),
        word("其可用率不低于百分之九十九点七机组一次调频", 52, 116),
        word("限幅不小于额定负荷。", 52, 132),
    ]
    right = [word("线路停电操作应按断路器的顺序进行。", 310, 300)]
    lines, _ = lines_of([*left, *right])
    found = paragraphs_of(lines, obstacles=[Area(310, 90, 540, 280)])
    assert [len(paragraph.lines) for paragraph in found] == [3, 1]


def test_a_reference_that_the_line_end_cuts_off_begins_no_clause():
    lead = FULL[:33] + "应符合"
    assert texts(word(lead[1:], 92, 100), word("6.1.3及6.2.1的规定。", 72, 116)) == [
        lead[1:] + "6.1.3及6.2.1的规定。"
    ]
    assert texts(word(FULL[:34] + "、", 92, 100), word("表6-2规定", 72, 116)) == [
        FULL[:34] + "、表6-2规定"
    ]


def test_a_list_of_numbers_that_the_line_end_cuts_is_no_list_of_items():
    lead = FULL[:32] + "。第5、"
    assert texts(word(lead[1:], 92, 100), word("7、9条另有规定。", 72, 116)) == [
        lead[1:] + "7、9条另有规定。"
    ]
    lead = FULL[:33] + "见表1、"
    assert texts(word(lead[1:], 92, 100), word("2、3的规定。", 72, 116)) == [
        lead[1:] + "2、3的规定。"
    ]
    lead = FULL[:32] + "如下："
    assert texts(word(lead[1:], 92, 100), word("2、停电。", 92, 116)) == [lead[1:], "2、停电。"]


def test_a_numbered_item_behind_a_full_line_begins_anew():
    above = "（一）" + FULL[:30] + "。"
    assert texts(word(above, 92, 100), word("1.日前预测：", 92, 116)) == [above, "1.日前预测："]
    assert texts(word(FULL[:34] + "约", 72, 100), word("1.5倍。", 72, 116)) == [
        FULL[:34] + "约1.5倍。"
    ]


def test_each_footnote_with_a_raised_mark_begins_anew():
    def marked(mark, text, baseline):
        return word(mark, 72, baseline - 4, size=6), word(text, 81, baseline)

    assert texts(*marked("a", "从故障发生时起算", 100), *marked("b", "夜间可延长", 116)) == [
        "a 从故障发生时起算",
        "b 夜间可延长",
    ]


def test_a_numbered_heading_in_smaller_print_low_on_a_page_is_no_footnote():
    body = [word(FULL, 72, 100 + 16 * nth) for nth in range(6)]
    found = paragraphs(
        *body,
        word("5 线路保护整定", 72, 650, size=8, is_bold=True),
        word("5.1 纵联差动保护", 72, 680, size=8),
        word("5 见附录中的说明", 72, 720, size=8),
    )
    assert [block.kind for block in found[-3:]] == ["heading", "heading", "footnote"]


def test_a_clause_behind_a_full_line_of_the_last_one_still_begins_anew():
    assert texts(word(FULL, 92, 100), word("6.1.3", 72, 116), word("限额", 107, 116)) == [
        FULL,
        "6.1.3 限额",
    ]


def test_articles_are_never_glued():
    assert texts(
        word("第十五条", 92, 100), word(FULL[:20] + "。", 142, 100, follows_blank=True),
        word("第十六条", 92, 116), word(FULL[:20] + "。", 142, 116, follows_blank=True),
    ) == ["第十五条 " + FULL[:20] + "。", "第十六条 " + FULL[:20] + "。"]  # fmt: skip


def test_a_heading_is_not_glued_to_its_paragraph():
    blocks = paragraphs(
        word("3.2.4", 72, 100), word("电网分层分区", 107, 100, follows_blank=True),
        word(FULL, 92, 116), word("平衡的区域。", 72, 132),
    )  # fmt: skip
    assert [(block.kind, block.text) for block in blocks] == [
        ("heading", "3.2.4 电网分层分区"),
        ("text", FULL + "平衡的区域。"),
    ]


def test_a_chapter_behind_a_full_last_line_begins_anew():
    last = FULL[:33] + "。"
    assert texts(word(last, 72, 100), word("5通信连接", 72, 116), word(FULL, 92, 132)) == [
        last,
        "5通信连接",
        FULL,
    ]
    goes_on = "3台机组同时跳闸时，应立即报告值班调度员，并按事故处理规定执行。"
    assert texts(word(last, 72, 100), word(goes_on, 72, 116)) == [last + goes_on]


def test_an_entry_of_the_contents_is_not_glued_to_the_next():
    first, second = "3.2 缩略语" + "…" * 24 + " 1", "4 协议基础" + "…" * 24 + " 2"
    assert texts(word(first, 72, 100), word(second, 72, 116)) == [first, second]


def test_a_short_last_line_ends_the_paragraph():
    assert texts(word(FULL, 92, 100), word("参照执行。", 72, 116), word(FULL, 72, 132)) == [
        FULL + "参照执行。",
        FULL,
    ]


def test_a_clause_number_alone_stands_before_its_term():
    blocks = paragraphs(
        word(FULL, 72, 100), word("2.1", 72, 116), word("电力系统稳定性", 92, 132),
        word(FULL, 92, 148), word("2.2", 72, 164),
    )  # fmt: skip
    assert [block.text for block in blocks] == [FULL, "2.1", "电力系统稳定性", FULL, "2.2"]


def test_numbers_set_in_overlapping_squares_are_whole_again():
    pieces = [word("6.", 64.9, 140, width=9.7), word("2.", 73.3, 140, width=9.7)]
    pieces += [word("1", 81.7, 140, width=9.7), word("车架", 100, 140, follows_blank=True)]
    assert texts(*mend_words(pieces)) == ["6.2.1 车架"]


def test_numbers_torn_apart_by_blanks_are_healed_where_the_page_does_so_throughout():
    torn, _ = lines_of([word("7. 2. 3设置参数", 72, 100), word("7. 3位置", 72, 120)])
    assert [line.text for line in heal_clause_numbers(torn)] == ["7.2.3设置参数", "7.3位置"]
    items, _ = lines_of([word("2. 3台主变停运", 72, 100)])
    assert [line.text for line in heal_clause_numbers(items)] == ["2. 3台主变停运"]


def test_letters_in_full_squares_get_their_blank_back():
    wide = "犌犅３８７"
    lefts = [435.0, 444.2, 458.8, 465.8, 472.8]
    glyphs = tuple(Glyph(c, x, x + 13.1) for c, x in zip(wide, lefts, strict=True))
    cover = Word(435, 170, 486, 187, wide, size=27.0, baseline=184, glyphs=glyphs)
    (line,) = lines_of(mend_words([cover]))[0]
    assert line.text == "GB 387"
    assert round(line.size, 1) == 13.1


def test_superscripts_are_known_by_their_place_in_the_text():
    (block,) = paragraphs(word("电压限值", 72, 100), word("1", 113, 96, size=6))
    assert block.text == "电压限值1"
    assert block.superscripts == ((4, 5),)


def test_lines_carry_their_stretch_of_the_text():
    (block,) = paragraphs(word(FULL, 72, 100), word("第二行。", 72, 116))
    assert [block.text[line.start : line.end] for line in block.lines] == [FULL, "第二行。"]


def two_columns():
    left = [word("左栏文字内容很长一直写到栏边上" + str(n), 60, 100 + 14 * n) for n in range(6)]
    right = [word("右栏文字内容很长一直写到栏边上" + str(n), 310, 100 + 14 * n) for n in range(6)]
    return [w for pair in zip(left, right, strict=True) for w in pair]


def test_two_columns_are_not_interleaved():
    title = word("跨越两栏的标题写在两栏的上方并且相当长足以跨过中缝", 150, 60, size=14)
    ink = PageInk(595, 842, words=(title, *two_columns()))
    text = "".join(block.text for block in _blocks(ink, []))
    assert text.index("跨越") < text.index("左栏") < text.index("右栏")
    assert text.rindex("左栏") < text.index("右栏")


def test_wide_blanks_of_justified_text_are_no_columns():
    rows = [
        (word("sentence ends here." + "x" * (6 * n % 17), 72, 100 + 12 * n), 100 + 12 * n)
        for n in range(8)
    ]
    words = [w for first, y in rows for w in (first, word("Another goes on", first.right + 14, y))]
    lines, gutters = lines_of(words)
    assert not gutters
    assert len(lines) == 8


def test_a_typed_rule_stands_alone():
    printed = [
        word("Findings", 400, 60),
        word("_" * 80, 50, 74),
        word("carried", 50, 88),
        word("over", 90, 88, follows_blank=True),
    ]
    assert texts(*printed) == ["Findings", "_" * 80, "carried over"]
