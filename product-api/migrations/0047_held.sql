-- What is held in a book, asked with its summary: one entry for each wallet that holds something. A hold moves the wallet
-- in account_due besides; no spend touches either.
CREATE INDEX account_holding ON account (book_id, kind, held) WHERE held > 0;
