-- Questions that were asked and what came of them, and which regulations each answer quotes.

CREATE TABLE questions (
    question_id VARCHAR NOT NULL,
    asked_at    VARCHAR NOT NULL,
    reply       VARCHAR NOT NULL  -- JSON
);

CREATE TABLE question_sources (
    question_id VARCHAR NOT NULL,
    reg_id      VARCHAR NOT NULL
);
