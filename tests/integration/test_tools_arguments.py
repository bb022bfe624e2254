"""Whatever arguments a tool is given, it answers or fails in a known way.

``GRIDCODE_TOOL_EXAMPLES=500`` tries 500 sets for every tool.
"""

import json
import os
import types
from typing import Annotated, Literal, Union, get_args, get_origin

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import GridCodeError
from core.tools import TOOLS, call_tool, error_answer
from tests.integration.tool_calls import ENGLISH, REG, SAMPLE_CALLS, WRITING_CALLS
from tests.made_desks import put_sample_desk

EXAMPLES = int(os.environ.get("GRIDCODE_TOOL_EXAMPLES", "40"))

NAMES = [
    *("", " ", "\0", "\x1b[31m", "\ud800", "../../etc/passwd", "'; DROP TABLE pages; --", "%", "*"),
    *("注1", "注①", "注一百", "见注", "方案A", "Note 1", "1)", "表6-2", "表2-2注1", "表1～表99999"),
    *(
        "第六章",
        "第〇章",
        "第6.3节",
        "附录A",
        "附件1第十条",
        "6.3",
        "6",
        "R1",
        "Article 5",
        "A.1.1.1",
    ),
    *(
        "见第六章",
        "第三节",
        "第一条至第六十条",
        "DL/T 5429-2009",
        "《电力法》第三条",
        "Paragraph 2",
    ),
    *("第九百九十九万章", "9" * 400, "第" * 50, "母线失压", "总则", "()", "(a)(1)(A)", "②", "Ⅳ"),
    *(f"{REG}/s6.3", f"{REG}/p0020/b00", f"{REG}/t-6-3", f"{REG}/t-6-3/g1", f"{REG}/p0020/n1"),
    *(f"{REG}/p9999999999/b00", f"{REG}/p0020/b99", f"{REG}/", f"{REG}@1/s6", "x" * 3000),
]
REG_IDS = [REG, REG, REG, REG, ENGLISH, "linjiang_dispatch_2023", f"{REG}@1", "nope", "", "\0"]
INDEXES = [
    "usr-0",
    "usr-1",
    "usr-2",
    "usr-3",
    "usr-4",
    "usr-5",
    "sys-1",
    "tool",
    "",
    "usr-99",
    "\0",
]
NUMBERS = [0, 1, 2, 6, 10, 20, 35, 36, -1, 2**31, 2**63, 10**30]

texts = st.one_of(st.sampled_from(NAMES), st.text(max_size=30))
numbers = st.one_of(st.sampled_from(NUMBERS), st.integers(-5, 60))
wrong = st.one_of(
    st.none(), st.floats(), st.lists(texts, max_size=3), st.dictionaries(texts, texts, max_size=2)
)


def values_for(name, annotation):
    """Values that a type lets through, mostly."""
    if name == "reg_id":
        return st.sampled_from(REG_IDS)
    if name in ("index", "parent", "new_parent"):
        return st.sampled_from(INDEXES)
    if name == "desk":
        return st.sampled_from([None, None, None, "desk-sample", "母线失压", "nope", "", "\0"])
    origin = get_origin(annotation)
    if origin is Annotated:
        return values_for(name, get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return st.one_of([values_for(name, option) for option in get_args(annotation)])
    if origin is Literal:
        return st.sampled_from(get_args(annotation))
    if origin in (list, tuple):
        return st.lists(values_for(name, get_args(annotation)[0]), max_size=3)
    known = {str: texts, int: numbers, bool: st.booleans(), type(None): st.none()}
    return known.get(annotation, wrong)


def argument_sets(tool):
    """Mostly sound, sometimes with something missing, unknown or of a wrong type."""
    fields = tool.arguments.model_fields
    sound = {name: values_for(name, field.annotation) for name, field in fields.items()}
    required = {name: sound[name] for name, field in fields.items() if field.is_required()}
    optional = {name: sound[name] for name in sound.keys() - required.keys()}
    anything = {name: st.one_of(values, texts, numbers, wrong) for name, values in sound.items()}
    good = [arguments for name, arguments in SAMPLE_CALLS + WRITING_CALLS if name == tool.name]
    changed = st.builds(
        dict.__or__, st.sampled_from(good), st.fixed_dictionaries({}, optional=optional)
    )
    return st.one_of(
        changed,
        st.fixed_dictionaries(required, optional=optional),
        st.fixed_dictionaries({}, optional=anything | {"unknown": texts}),
    )


@pytest.mark.parametrize("name", TOOLS)
def test_any_arguments_give_an_answer_or_a_known_failure(sample_library, name):
    outcomes = set()

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(arguments=argument_sets(TOOLS[name]), budget=st.sampled_from([None, 20_000, 1_000]))
    def try_them(arguments, budget):
        try:
            answer = call_tool(sample_library, name, arguments, budget)
        except GridCodeError as error:
            failure = error_answer(error)
            assert failure["error"]
            assert failure["hint"]
            json.dumps(failure, ensure_ascii=False)
            outcomes.add("failure")
        else:
            assert answer["source"]
            json.dumps(answer, ensure_ascii=False, allow_nan=False)
            outcomes.add("answer")

    try:
        try_them()
    finally:
        put_sample_desk(sample_library)
    assert outcomes == {"answer", "failure"}


@pytest.mark.parametrize("name", TOOLS)
def test_every_argument_is_explained_to_an_agent(name):
    schema = TOOLS[name].arguments.model_json_schema()
    for field, described in schema.get("properties", {}).items():
        assert described.get("description"), field
