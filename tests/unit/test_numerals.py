import pytest

from core.structure.numerals import numeral_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("１２", 12),
        ("一", 1),
        ("十", 10),
        ("十一", 11),
        ("二十", 20),
        ("二十三", 23),
        ("一百", 100),
        ("一百零三", 103),
        ("一百二十三", 123),
        ("二〇二四", 2024),
        ("两", 2),
        ("①", 1),
        ("⑪", 11),
        ("", None),
        ("十十", None),
        ("一二十", None),
        ("A", None),
        ("1.2", None),
    ],
)
def test_numbers_are_read_as_they_are_printed(text, value):
    assert numeral_value(text) == value
