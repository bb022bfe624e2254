"""The few words of an exported reply, in both languages."""

from core.services.comparison_reports.wording import Language

WORDS: dict[Language, dict[str, str]] = {
    "zh": {
        "asked_at": "提问时间：{}",
        "written_by": "由模型 {} 撰写，引文和数字已逐一核对。",
        "no_model": "未使用模型：以下内容均逐字摘自所注页面。",
        "not_found": "在这些规程中未找到依据。",
        "answer": "回答",
        "sources": "依据",
        "conflicts": "规程之间的差异",
        "followed": "（由 [{}] 的“{}”引至）",
        "page_only": "（仅标注页码，无可核对的引文）",
        "unverified": "未能核实",
    },
    "en": {
        "asked_at": "Asked at {}",
        "written_by": "Written by the model {}; every quotation and number was looked up.",
        "no_model": "No model was used: everything below is quoted from the page it names.",
        "not_found": "Not found in these regulations.",
        "answer": "Answer",
        "sources": "Sources",
        "conflicts": "Where the regulations differ",
        "followed": "(led here by “{1}” in [{0}])",
        "page_only": "(a page is named, but nothing on it could be looked up)",
        "unverified": "Could not be verified",
    },
}
