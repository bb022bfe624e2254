-- What people and background work leave behind: not part of a regulation's extraction.

CREATE TABLE jobs (
    job_id     VARCHAR NOT NULL,
    kind       VARCHAR NOT NULL,
    state      VARCHAR NOT NULL,
    subject    VARCHAR NOT NULL,
    stage      VARCHAR NOT NULL,
    done       INTEGER NOT NULL,
    total      INTEGER NOT NULL,
    created_at VARCHAR NOT NULL,
    updated_at VARCHAR NOT NULL,
    report     VARCHAR NOT NULL,  -- JSON
    error      VARCHAR NOT NULL
);

CREATE TABLE corrections (
    correction_id VARCHAR NOT NULL,
    reg_id        VARCHAR NOT NULL,
    kind          VARCHAR NOT NULL,
    anchor        VARCHAR NOT NULL,  -- JSON
    change        VARCHAR NOT NULL,  -- JSON
    made_by       VARCHAR NOT NULL,
    made_at       VARCHAR NOT NULL,
    reason        VARCHAR NOT NULL,
    undone_at     VARCHAR
);

CREATE TABLE context_pages (
    desk        VARCHAR NOT NULL,
    index       VARCHAR NOT NULL,
    kind        VARCHAR NOT NULL,
    name        VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    lifecycle   VARCHAR NOT NULL,
    visibility  VARCHAR NOT NULL,
    parent      VARCHAR,
    created_at  VARCHAR NOT NULL,
    updated_at  VARCHAR NOT NULL,
    body        VARCHAR NOT NULL  -- JSON: detail and evidence, or children
);

CREATE TABLE saved_searches (
    name     VARCHAR NOT NULL,
    query    VARCHAR NOT NULL,
    filters  VARCHAR NOT NULL,  -- JSON
    saved_at VARCHAR NOT NULL
);
