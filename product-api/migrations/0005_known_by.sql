-- Whether the website may be told the customer's user_id: it named the subject itself, or the user signed in with
-- its client.
ALTER TABLE customers ADD COLUMN user_shown BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE customers SET user_shown = TRUE WHERE user_id IS NOT NULL AND email IS NULL;
CREATE INDEX users_by_email ON users (email) WHERE email IS NOT NULL;
