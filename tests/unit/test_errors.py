import inspect

import core.errors as errors
from core.errors import GridCodeError


def _classes():
    return [
        found
        for _, found in inspect.getmembers(errors, inspect.isclass)
        if found.__module__ == errors.__name__
    ]


def test_every_error_is_in_the_tree_drawn_in_the_docstring():
    assert all(issubclass(found, GridCodeError) for found in _classes())
    assert [found.__name__ for found in _classes() if found.__name__ not in errors.__doc__] == []


def test_the_names_of_the_original_systems_are_kept():
    names = {found.__name__ for found in _classes()}
    assert {
        "RegulationNotFoundError",
        "PageNotFoundError",
        "InvalidPageRangeError",
        "AnnotationNotFoundError",
        "TableNotFoundError",
        "ChapterNotFoundError",
        "ReferenceResolutionError",
    } <= names


def test_an_error_says_what_happened_and_what_to_do():
    error = errors.PageNotFoundError("angui_2024", 151, 150)
    assert str(error) == "angui_2024 has no page 151."
    assert error.hint == "Its pages are 1 to 150."
    assert error.exit_code == 1


def test_a_regulation_that_is_not_there_is_told_with_the_one_most_like_it():
    error = errors.RegulationNotFoundError("NERC_cip-008", ["nerc_cip-008-6", "hj212"])
    assert error.hint == "Is it nerc_cip-008-6? list_regulations shows what there is."
    assert "Is it" not in errors.RegulationNotFoundError("angui_2024", ["hj212"]).hint
