-- What searches read. The keyword index is written by core/store/keyword_index.py alone.

-- One row per searched chunk. The chunks of a regulation have consecutive numbers; a number is used
-- again only after every posting that carries it is gone.
CREATE TABLE keyword_chunks (
    chunk_no          INTEGER NOT NULL,
    chunk_id          VARCHAR NOT NULL,
    reg_id            VARCHAR NOT NULL,
    words_length      INTEGER NOT NULL,
    characters_length INTEGER NOT NULL
);

-- One row per term and regulation. entries are 6 bytes for each chunk that holds the term: chunk_no
-- and frequency (core/store/postings.py). Uncompressed they take twice the room and half the time.
-- term_key is a 63-bit hash of field and term (core/store/keys.py).
-- postings is sorted by term_key, so that DuckDB skips what a query does not ask for;
-- postings_delta holds the regulations added since it was last sorted.
CREATE TABLE postings (
    term_key BIGINT NOT NULL,
    reg_id   VARCHAR NOT NULL,
    entries  BLOB NOT NULL USING COMPRESSION uncompressed
);
CREATE TABLE postings_delta (
    term_key BIGINT NOT NULL,
    reg_id   VARCHAR NOT NULL,
    entries  BLOB NOT NULL USING COMPRESSION uncompressed
);

-- Vectors of several embedders may stand side by side while chunks are embedded anew.
CREATE TABLE chunk_vectors (
    chunk_id VARCHAR NOT NULL,
    reg_id   VARCHAR NOT NULL,
    embedder VARCHAR NOT NULL,
    vector   FLOAT[] NOT NULL
);

-- One row per regulation and embedder. The stamp changes whenever one of the vectors does, so that
-- a reader knows whether the vectors it holds in memory are still those of the store.
CREATE TABLE vector_sets (
    reg_id    VARCHAR NOT NULL,
    embedder  VARCHAR NOT NULL,
    dimension INTEGER NOT NULL,
    stamp     VARCHAR NOT NULL
);
