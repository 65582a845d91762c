-- The secret that a client had before its last rotation counts until this moment, so that back ends can change over.
ALTER TABLE clients ADD COLUMN previous_secret_digest TEXT;
ALTER TABLE clients ADD COLUMN previous_secret_expires_at BIGINT;
