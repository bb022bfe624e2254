-- No foreign keys and no primary keys: DuckDB neither cascades the first nor reclaims the space of
-- rows replaced under the second. `gridcode doctor` checks what they would have kept.
-- *_key columns are 63-bit hashes of an id (core/store/keys.py). A single BIGINT with an index is
-- what DuckDB looks up quickly; the id itself is compared as well, so a collision is harmless.
-- Boxes are [left, top, right, bottom] in fractions of the page. Times are ISO 8601 text in UTC.

CREATE TABLE regulations (
    reg_id      VARCHAR NOT NULL,
    title       VARCHAR NOT NULL,
    source_file VARCHAR NOT NULL,
    total_pages INTEGER NOT NULL,
    indexed_at  VARCHAR NOT NULL,
    sha256      VARCHAR NOT NULL,
    edition     INTEGER NOT NULL,
    description VARCHAR NOT NULL,
    keywords    VARCHAR[] NOT NULL,
    engine      VARCHAR NOT NULL,
    doubts      VARCHAR[] NOT NULL
);

-- body is the whole PageDocument as JSON: a page is read in one lookup.
CREATE TABLE pages (
    page_key       BIGINT NOT NULL,
    reg_id         VARCHAR NOT NULL,
    page_num       INTEGER NOT NULL,
    text_quality   VARCHAR NOT NULL,
    ocr_confidence DOUBLE,
    body           VARCHAR NOT NULL
);
CREATE INDEX pages_by_key ON pages (page_key);

-- What is asked about blocks without their page at hand; the block itself is in the page's body.
CREATE TABLE blocks (
    block_id      VARCHAR NOT NULL,
    reg_id        VARCHAR NOT NULL,
    page_num      INTEGER NOT NULL,
    order_in_page INTEGER NOT NULL,
    block_type    VARCHAR NOT NULL,
    chapter_key   BIGINT,
    chapter_id    VARCHAR,
    heading_level INTEGER,
    table_id      VARCHAR,
    text          VARCHAR NOT NULL
);
CREATE INDEX blocks_by_chapter ON blocks (chapter_key);

CREATE TABLE tables (
    table_key        BIGINT NOT NULL,
    table_id         VARCHAR NOT NULL,
    reg_id           VARCHAR NOT NULL,
    number           VARCHAR,
    caption          VARCHAR,
    caption_page     INTEGER,
    page_start       INTEGER NOT NULL,
    page_end         INTEGER NOT NULL,
    chapter_id       VARCHAR,
    section_number   VARCHAR,
    header_row_count INTEGER NOT NULL,
    row_headers      VARCHAR[] NOT NULL,
    col_headers      VARCHAR[] NOT NULL,
    row_count        INTEGER NOT NULL,
    col_count        INTEGER NOT NULL,
    joins            VARCHAR NOT NULL,  -- JSON
    kind             VARCHAR NOT NULL,
    confidence       DOUBLE NOT NULL
);
CREATE INDEX tables_by_key ON tables (table_key);

CREATE TABLE table_segments (
    table_key           BIGINT NOT NULL,
    table_id            VARCHAR NOT NULL,
    reg_id              VARCHAR NOT NULL,
    segment_id          VARCHAR NOT NULL,
    page_num            INTEGER NOT NULL,
    box                 DOUBLE[] NOT NULL,
    row_range           INTEGER[] NOT NULL,
    header_rows_dropped INTEGER NOT NULL,
    continued_caption   VARCHAR
);
CREATE INDEX table_segments_by_table ON table_segments (table_key);

CREATE TABLE table_cells (
    table_key BIGINT NOT NULL,
    table_id  VARCHAR NOT NULL,
    reg_id    VARCHAR NOT NULL,
    "row"     INTEGER NOT NULL,
    col       INTEGER NOT NULL,
    row_span  INTEGER NOT NULL,
    col_span  INTEGER NOT NULL,
    content   VARCHAR NOT NULL,
    is_header BOOLEAN NOT NULL,
    page_num  INTEGER NOT NULL,
    box       DOUBLE[],
    continued VARCHAR NOT NULL  -- JSON
);
CREATE INDEX table_cells_by_table ON table_cells (table_key);

CREATE TABLE annotations (
    note_id         VARCHAR NOT NULL,
    reg_id          VARCHAR NOT NULL,
    annotation_id   VARCHAR NOT NULL,
    annotation_type VARCHAR NOT NULL,
    variant_key     VARCHAR NOT NULL,
    content         VARCHAR NOT NULL,
    page_num        INTEGER NOT NULL,
    box             DOUBLE[],
    block_id        VARCHAR,
    table_id        VARCHAR,
    related_blocks  VARCHAR[] NOT NULL
);

CREATE TABLE annotation_links (
    note_id  VARCHAR NOT NULL,
    reg_id   VARCHAR NOT NULL,
    page_num INTEGER NOT NULL,
    block_id VARCHAR NOT NULL,
    table_id VARCHAR,
    "row"    INTEGER,
    col      INTEGER,
    text     VARCHAR NOT NULL
);

CREATE TABLE chapters (
    chapter_key      BIGINT NOT NULL,
    node_id          VARCHAR NOT NULL,
    reg_id           VARCHAR NOT NULL,
    section_number   VARCHAR NOT NULL,
    label            VARCHAR NOT NULL,
    title            VARCHAR NOT NULL,
    level            INTEGER NOT NULL,
    numbering        VARCHAR NOT NULL,
    parent_id        VARCHAR,
    children_ids     VARCHAR[] NOT NULL,
    page_start       INTEGER NOT NULL,
    page_end         INTEGER NOT NULL,
    "order"          INTEGER NOT NULL,
    heading_block_id VARCHAR,
    heading_box      DOUBLE[],
    direct_block_ids VARCHAR[] NOT NULL
);
CREATE INDEX chapters_by_key ON chapters (chapter_key);

CREATE TABLE cross_references (
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

CREATE TABLE figures (
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
