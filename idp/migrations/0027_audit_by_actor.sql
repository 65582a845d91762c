-- The trail is asked what somebody did, and what was done of a kind; people are listed by their age.
CREATE INDEX audit_by_actor ON audit (actor, at);
CREATE INDEX audit_by_action ON audit (action, at);
CREATE INDEX users_by_age ON users (created_at, id);
