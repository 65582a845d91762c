-- A website's transactions in the order of booking, whoever's they are: one entry a transaction, as a rule the last of its
-- book's.
CREATE INDEX txn_of_book ON txn (book_id, booked_at, id);
