-- oldest compatible migration: 0089
-- Credits of a lot that were taken back together with their cost. Without them, recognition would take them for used ones.
ALTER TABLE recognition ADD COLUMN taken BIGINT NOT NULL DEFAULT 0 CHECK (taken >= 0);
-- The verification adds up the costs of a book.
CREATE INDEX recognition_of_book ON recognition (book_id);
-- Recognition of a book that has lots with a cost. next_day: the first day (since 1970, in UTC) that is not recognized.
-- after_lot: the last lot that was recognized for this day; a server that works on the book has a lease until held_until.
CREATE TABLE recognition_progress (
    book_id    BIGINT PRIMARY KEY,
    next_day   BIGINT NOT NULL,
    after_lot  BIGINT NOT NULL,
    held_until BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX recognition_progress_due ON recognition_progress (next_day);
INSERT INTO recognition_progress (book_id, next_day, after_lot, held_until, created_at, updated_at)
    SELECT book_id, 0, 0, 0, MIN(created_at), MIN(created_at) FROM recognition GROUP BY book_id;
