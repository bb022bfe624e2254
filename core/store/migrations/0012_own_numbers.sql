-- The numbers that a document bears itself (GB 38755—2019), for those that refer to it.
ALTER TABLE regulations ADD COLUMN numbers VARCHAR[];
UPDATE regulations SET numbers = [];
