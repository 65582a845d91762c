-- Raised whenever all sessions of a user end: a session that was begun under a lower one counts no more.
ALTER TABLE users ADD COLUMN session_epoch BIGINT NOT NULL DEFAULT 0;
