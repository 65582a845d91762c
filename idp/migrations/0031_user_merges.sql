-- Two users who turned out to be one person: `from` is gone into `into`, until it is undone. `sequence` rises at every
-- change of a merge; who takes the next number holds the one row of `user_merge_sequence` until the commit, so that
-- numbers become visible in their order.
CREATE TABLE user_merges (
    id           TEXT PRIMARY KEY,
    from_user_id TEXT NOT NULL REFERENCES users (id),
    into_user_id TEXT NOT NULL REFERENCES users (id),
    way          TEXT NOT NULL,
    sequence     BIGINT NOT NULL UNIQUE,
    merged_at    BIGINT NOT NULL,
    undone_at    BIGINT
);
CREATE UNIQUE INDEX user_merges_standing ON user_merges (from_user_id) WHERE undone_at IS NULL;
CREATE INDEX user_merges_by_target ON user_merges (into_user_id, merged_at);

CREATE TABLE user_merge_sequence (
    id   BIGINT PRIMARY KEY,
    last BIGINT NOT NULL
);
INSERT INTO user_merge_sequence (id, last) VALUES (1, 0);

-- What a merge moved, so that exactly this moves back: ids, or for an address the address.
CREATE TABLE user_merge_moves (
    merge_id TEXT NOT NULL REFERENCES user_merges (id) ON DELETE CASCADE,
    kind     TEXT NOT NULL,
    item     TEXT NOT NULL,
    PRIMARY KEY (merge_id, kind, item)
);

-- Where somebody who is gone is found now.
ALTER TABLE users ADD COLUMN merged_into TEXT;
CREATE INDEX users_by_merge ON users (merged_into);
-- For whom a device made a passkey, where that is not the user who has it now: devices know it under that user's name.
ALTER TABLE passkeys ADD COLUMN made_for TEXT;
