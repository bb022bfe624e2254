from core.parsing.glyph_folding import folding_for
from core.parsing.text_quality import is_doubtful, judge_text

CHINESE = "电力系统在运行中承受扰动的能力，应符合下列要求。"


def folded(text):
    return text.translate(folding_for(text))


def test_ordinary_text_is_good_and_stays_as_it_is():
    text = CHINESE + "220 kV 及以上的电力系统（含分布式电源）：见表3-1；“N-1”原则——如下"
    assert judge_text(text) == "good"
    assert folded(text) == text


def test_full_width_letters_and_digits_are_folded_but_chinese_punctuation_stays():
    text = "２．６　电压等级为２２０ｋＶ及以上（含），见ＧＢ／Ｔ１："
    assert judge_text(text) == "folded"
    assert folded(text).replace("\u3000", " ") == "2.6 电压等级为220kV及以上（含），见GB/T1："


def test_letters_hidden_in_rare_ideographs_come_back():
    assert folded("犌犅／犜３８６３６—２０２０") == "GB/T38636—2020"
    assert folded("狊狋犪犫犻犾犻狋狔") == "stability"
    assert folded("２０１９\ue011１２") == "2019-12"


def test_a_rare_ideograph_in_a_name_is_left_alone():
    assert folded("起草人：李犇、王小明，2019年") == "起草人：李犇、王小明，2019年"


def test_a_lone_disguised_letter_is_one_where_all_digits_are_full_width():
    assert folded("电压犝不低于０．９") == "电压U不低于0.9"


def test_no_text_is_none_and_unmapped_glyphs_are_garbage():
    assert judge_text(" \n ") == "none"
    assert judge_text("\ufffd" * 5 + "正文") == "garbage"
    assert judge_text("\x15\x11\x15\x15" * 5 + CHINESE) == "garbage"


def test_chinese_punctuation_without_ideographs_is_garbage():
    assert judge_text("úé48>K，=d>X Z。bcN>H，gh；9X>48：ij45、ghO6。bc，Zm。") == "garbage"


def test_scripts_thrown_together_are_garbage_but_a_page_of_one_is_not():
    assert judge_text("ᇍ⿄ᆚ䩹ㅵ⧚㋏㒳ҹᇍ⿄ᆚ䩹Ўㅵ⧚ᇍ䈵ⱘᆚ䩹ㅵ⧚㋏㒳Ǆ") == "garbage"
    assert judge_text("حبيبي كتاب السلام عليكم ورحمة الله") == "good"
    assert judge_text("Закон о накнадама за коришћење јавних добара") == "good"


def test_signs_of_a_symbol_font_do_not_make_a_page_doubtful():
    assert not is_doubtful(CHINESE + "\uf0b7 第一项 \uf03d 5")


def test_a_font_whose_hyphens_are_soft_ones_casts_no_doubt():
    row = "Active power 3 AI MW 0\u00ad500 4 s sending\u00adend \u00ad "
    assert not is_doubtful(row * 20)
