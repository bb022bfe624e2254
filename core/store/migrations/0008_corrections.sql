-- What parsing read of a PDF, before the document as a whole is understood: corrections are laid
-- over it, and undone by leaving them out. parsed is JSON, compressed by core/store/extractions.py.
CREATE TABLE extractions (
    reg_id VARCHAR NOT NULL,
    parsed BLOB NOT NULL
);

-- Where a correction took hold the last time, or why it did not.
ALTER TABLE corrections ADD COLUMN place VARCHAR;  -- JSON
ALTER TABLE corrections ADD COLUMN lost VARCHAR DEFAULT '';
