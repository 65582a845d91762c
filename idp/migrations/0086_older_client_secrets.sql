-- oldest compatible migration: 0085
-- Secrets that a client had before its previous one, as a JSON list of digest and end, the newest first: a second rotation
-- within the overlap ends no secret early. A server of version 0085 refuses them and leaves them in their row.
ALTER TABLE clients ADD COLUMN older_secrets TEXT NOT NULL DEFAULT '[]';
