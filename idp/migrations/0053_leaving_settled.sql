-- Whether sessions outside of the database may be left of a person who asked to be deleted: their end is tried again.
ALTER TABLE users ADD COLUMN sessions_may_linger BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX users_who_may_linger ON users (id) WHERE sessions_may_linger;
