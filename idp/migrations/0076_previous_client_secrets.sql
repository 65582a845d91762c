-- A client's previous secret stays valid until it expires, so that back ends can change over to the new one.
ALTER TABLE clients ADD COLUMN previous_secret_digest TEXT;
ALTER TABLE clients ADD COLUMN previous_secret_expires_at BIGINT;
