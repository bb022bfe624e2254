-- What an analyst names a thing by, and the thing: 第六章, 表6-2, 注1. One row per name and thing.
-- lookup_key is a 63-bit hash of regulation and name (core/store/keys.py). core/store/lookups.py
-- writes these rows, also for the regulations that were saved before.

CREATE TABLE lookups (
    lookup_key BIGINT NOT NULL,
    reg_id     VARCHAR NOT NULL,
    name       VARCHAR NOT NULL,
    item_id    VARCHAR NOT NULL,
    page_num   INTEGER NOT NULL
);
CREATE INDEX lookups_by_key ON lookups (lookup_key);

-- References by their page and by what they lead to, figures by their id. The tables are written
-- anew: DuckDB does not index a column that the same transaction has updated.
ALTER TABLE cross_references RENAME TO references_before;
CREATE TABLE cross_references (
    page_key       BIGINT NOT NULL,
    target_key     BIGINT,
    reference_id   VARCHAR NOT NULL,
    reg_id         VARCHAR NOT NULL,
    text           VARCHAR NOT NULL,
    reference_type VARCHAR NOT NULL,
    parsed_target  VARCHAR NOT NULL,
    state          VARCHAR NOT NULL,
    reason         VARCHAR NOT NULL,
    target         VARCHAR,           -- JSON
    target_id      VARCHAR,           -- out of target, to ask what refers to something
    candidates     VARCHAR NOT NULL,  -- JSON
    page_num       INTEGER NOT NULL,
    block_id       VARCHAR NOT NULL,
    table_id       VARCHAR,
    "row"          INTEGER,
    col            INTEGER,
    "start"        INTEGER NOT NULL,
    "end"          INTEGER NOT NULL,
    box            DOUBLE[]
);
INSERT INTO cross_references BY NAME
SELECT
    stable_key(reg_id || chr(0) || page_num) AS page_key,
    stable_key(target_id) AS target_key,
    *
FROM references_before
ORDER BY rowid;
DROP TABLE references_before;
CREATE INDEX cross_references_by_page ON cross_references (page_key);
CREATE INDEX cross_references_by_target ON cross_references (target_key);

ALTER TABLE figures RENAME TO figures_before;
CREATE TABLE figures (
    figure_key     BIGINT NOT NULL,
    figure_id      VARCHAR NOT NULL,
    reg_id         VARCHAR NOT NULL,
    page_num       INTEGER NOT NULL,
    box            DOUBLE[] NOT NULL,
    image_name     VARCHAR NOT NULL,
    number         VARCHAR,
    caption        VARCHAR,
    block_id       VARCHAR,
    chapter_id     VARCHAR,
    context_before VARCHAR NOT NULL,
    context_after  VARCHAR NOT NULL,
    description    VARCHAR NOT NULL,
    described_by   VARCHAR NOT NULL,
    figure_type    VARCHAR NOT NULL
);
INSERT INTO figures BY NAME
SELECT stable_key(figure_id) AS figure_key, *
FROM figures_before
ORDER BY rowid;
DROP TABLE figures_before;
CREATE INDEX figures_by_key ON figures (figure_key);
