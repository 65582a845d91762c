-- People who are being switched on or off: the note is there before the idp is asked, and goes with the change of the
-- user's row. One that nobody holds any more (held_until is past) tells the sweep to bring the idp back to that row.
CREATE TABLE user_switches (
    user_id    TEXT PRIMARY KEY,
    attempt    TEXT NOT NULL,
    held_until BIGINT NOT NULL
);
CREATE INDEX user_switches_left ON user_switches (held_until, user_id);
