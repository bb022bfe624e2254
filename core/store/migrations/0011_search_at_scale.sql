-- Rows that searches fetch one by one. DuckDB packs a list of texts so that every fetch unpacks
-- thousands of its neighbours: uncompressed, 200 chunks take 5 ms instead of 23.
-- (DuckDB cannot replay a log in which a table is renamed after its index is dropped.)
CREATE TEMP TABLE chunks_before AS SELECT * FROM chunks ORDER BY rowid;
DROP TABLE chunks;
CREATE TABLE chunks (
    chunk_key      BIGINT NOT NULL,
    chunk_id       VARCHAR NOT NULL,
    reg_id         VARCHAR NOT NULL,
    chunk_index    INTEGER NOT NULL,
    content        VARCHAR NOT NULL,
    heading        VARCHAR NOT NULL,
    start_position INTEGER NOT NULL,
    end_position   INTEGER NOT NULL,
    page_num       INTEGER NOT NULL,
    page_end       INTEGER NOT NULL,
    block_ids      VARCHAR[] NOT NULL USING COMPRESSION uncompressed,
    block_types    VARCHAR[] NOT NULL,
    table_id       VARCHAR,
    chapter_id     VARCHAR,
    section_number VARCHAR
);
INSERT INTO chunks SELECT * FROM chunks_before ORDER BY rowid;
DROP TABLE chunks_before;
CREATE INDEX chunks_by_key ON chunks (chunk_key);

-- What waits to be sorted in is looked up through an index: without one, a search reads all of it.
ALTER TABLE postings_delta RENAME TO postings_delta_before;
CREATE TABLE postings_delta (
    term_key BIGINT NOT NULL,
    reg_id   VARCHAR NOT NULL,
    entries  BLOB NOT NULL USING COMPRESSION uncompressed
);
INSERT INTO postings_delta SELECT * FROM postings_delta_before ORDER BY rowid;
DROP TABLE postings_delta_before;
CREATE INDEX postings_delta_by_term ON postings_delta (term_key);
