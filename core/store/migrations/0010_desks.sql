-- Desks: reading tasks. A desk is what it began with (context_pages: the roots of its segments, or
-- what was imported) and what happened since (context_events). A change is one row: it costs one
-- small insert however large the desk is, and nothing is ever overwritten.

CREATE TABLE desks (
    desk_id      VARCHAR NOT NULL,
    name         VARCHAR NOT NULL,
    question     VARCHAR NOT NULL,
    token_budget BIGINT NOT NULL,
    agent_access VARCHAR NOT NULL,
    created_at   VARCHAR NOT NULL,
    updated_at   VARCHAR NOT NULL
);

-- Nothing wrote this table before.
DROP TABLE context_pages;
CREATE TABLE context_pages (
    desk_id VARCHAR NOT NULL,
    index   VARCHAR NOT NULL,
    body    VARCHAR NOT NULL  -- JSON: the whole page
);

CREATE TABLE context_events (
    desk_id VARCHAR NOT NULL,
    nth     BIGINT NOT NULL,  -- of all events of the desk, from 1
    kind    VARCHAR NOT NULL,
    number  BIGINT NOT NULL,  -- of the step
    step    VARCHAR           -- JSON, when the step is done for the first time
);
