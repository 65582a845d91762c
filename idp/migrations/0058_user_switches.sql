-- Users whom somebody has switched off or on, for whoever has to follow: of each the last switch, by which client and under
-- a number of its own. The numbers are those of merges and deletions (user_merge_sequence).
CREATE TABLE user_switches (
    user_id     TEXT PRIMARY KEY REFERENCES users (id),
    sequence    BIGINT NOT NULL UNIQUE,
    is_active   BOOLEAN NOT NULL,
    switched_by TEXT NOT NULL,
    switched_at BIGINT NOT NULL
);
-- Who is switched off already, by whomever it was.
INSERT INTO user_switches (user_id, sequence, is_active, switched_by, switched_at)
    SELECT id, (SELECT last FROM user_merge_sequence WHERE id = 1) + ROW_NUMBER() OVER (ORDER BY updated_at, id), FALSE, 'idp', updated_at
    FROM users WHERE NOT is_active AND merged_into IS NULL AND id NOT IN (SELECT user_id FROM user_deletions);
UPDATE user_merge_sequence SET last = last + (SELECT COUNT(*) FROM user_switches) WHERE id = 1;
