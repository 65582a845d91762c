-- What the clients file said of a client when it was last applied, as a digest: what the admin API changed since stays
-- until the file says something else.
ALTER TABLE clients ADD COLUMN file_digest TEXT;
