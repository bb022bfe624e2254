-- The text that is searched. Token fields and vectors are added with the search index.

CREATE TABLE chunks (
    chunk_id       VARCHAR NOT NULL,
    reg_id         VARCHAR NOT NULL,
    chunk_index    INTEGER NOT NULL,
    content        VARCHAR NOT NULL,
    heading        VARCHAR NOT NULL,
    start_position INTEGER NOT NULL,
    end_position   INTEGER NOT NULL,
    page_num       INTEGER NOT NULL,
    page_end       INTEGER NOT NULL,
    block_ids      VARCHAR[] NOT NULL,
    block_types    VARCHAR[] NOT NULL,
    table_id       VARCHAR,
    chapter_id     VARCHAR,
    section_number VARCHAR
);
