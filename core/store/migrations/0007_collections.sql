-- Regulations that people group and describe: what outlives an extraction and goes with its owner.

CREATE TABLE collections (
    name        VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    created_at  VARCHAR NOT NULL
);

-- One row per collection and regulation.
CREATE TABLE collection_members (
    name   VARCHAR NOT NULL,
    reg_id VARCHAR NOT NULL
);

-- Which of title, description and keywords somebody wrote: a re-ingest keeps those. (DuckDB adds no
-- column with a list as its default while its configuration is locked.)
ALTER TABLE regulations ADD COLUMN edited VARCHAR[];
UPDATE regulations SET edited = [];
