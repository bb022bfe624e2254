-- Chunks are fetched by key through an index (core/store/keys.py). Everything that searches read is
-- made anew from the pages: a regulation without a row in search_sets waits for that.
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
    block_ids      VARCHAR[] NOT NULL,
    block_types    VARCHAR[] NOT NULL,
    table_id       VARCHAR,
    chapter_id     VARCHAR,
    section_number VARCHAR
);
CREATE INDEX chunks_by_key ON chunks (chunk_key);
DELETE FROM keyword_chunks;
DELETE FROM postings;
DELETE FROM postings_delta;
DELETE FROM chunk_vectors;
DELETE FROM vector_sets;

-- One row per indexed regulation. tokenizer names the rules and the dictionary that its tokens were
-- made with; the stamp changes with every change of its index.
CREATE TABLE search_sets (
    reg_id    VARCHAR NOT NULL,
    tokenizer VARCHAR NOT NULL,
    stamp     VARCHAR NOT NULL
);

-- What is offered while somebody types: headings, captions and frequent words. folded is what is
-- compared (core/retrieval/folding.py).
CREATE TABLE suggestions (
    reg_id    VARCHAR NOT NULL,
    kind      VARCHAR NOT NULL,
    text      VARCHAR NOT NULL,
    folded    VARCHAR NOT NULL,
    page_num  INTEGER,
    target_id VARCHAR,
    weight    INTEGER NOT NULL
);
