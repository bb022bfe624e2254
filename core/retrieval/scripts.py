"""Which characters are written without blanks between words."""

# Ideographs with their extensions, the repetition mark, the round zero, and kana.
CJK = "々〇\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
CJK_PUNCTUATION = "、。〈-】〔-〟"
