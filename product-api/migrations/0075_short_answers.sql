-- oldest compatible migration: 0074
-- An answer that is kept under a key: the letter of a template and the values that differ (src/idempotency/template.rs), in the
-- place of the headers and the body. A row of an older version keeps both and is read as before. A server of version 0074 that
-- runs at the same time takes a shorter answer for one that was pruned: it does nothing again, and says what the key has made.
ALTER TABLE api_operation ADD COLUMN answer TEXT;
