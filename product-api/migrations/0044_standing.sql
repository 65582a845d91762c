-- How a book stands, added up with its usage: credits by the kind of their lots, and `net`, which is what all wallets hold
-- less what they owe. A number that no honest book reaches is where it stops. What was rolled up before is begun anew.
CREATE TABLE usage_standing (
    book_id BIGINT NOT NULL,
    kind    TEXT NOT NULL,
    credits BIGINT NOT NULL,
    PRIMARY KEY (book_id, kind)
);
-- The first spend of a book.
CREATE TABLE usage_first (
    book_id  BIGINT PRIMARY KEY,
    spent_at BIGINT NOT NULL
);
DELETE FROM usage_of_book;
DELETE FROM usage_of_wallet;
UPDATE usage_writer SET reached = writer * 4398046511104, is_open = TRUE;

-- Customers with a subscription; no spend changes it.
CREATE INDEX customers_subscribed ON customers (website_id, mode) WHERE subscribed;
