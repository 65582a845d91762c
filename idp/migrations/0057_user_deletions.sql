-- Users who were deleted, for whoever has to follow. Their numbers are those of merges (user_merge_sequence): who follows
-- both hears of a merge before it hears that who stayed is gone. Who went into a deleted user is deleted too.
CREATE TABLE user_deletions (
    user_id    TEXT PRIMARY KEY REFERENCES users (id),
    sequence   BIGINT NOT NULL UNIQUE,
    deleted_at BIGINT NOT NULL
);
-- Whom an older version has deleted, as far back as the trail goes.
INSERT INTO user_deletions (user_id, sequence, deleted_at)
    SELECT gone.id, (SELECT last FROM user_merge_sequence WHERE id = 1) + ROW_NUMBER() OVER (ORDER BY gone.at, gone.id), gone.at
    FROM (SELECT told.id, MIN(told.at) AS at
          FROM (SELECT u.id, a.at FROM audit a JOIN users u ON u.id = a.subject WHERE a.action = 'user.deleted'
                UNION ALL
                SELECT u.id, a.at FROM audit a JOIN users u ON u.merged_into = a.subject WHERE a.action = 'user.deleted') AS told
          GROUP BY told.id) AS gone;
UPDATE user_merge_sequence SET last = last + (SELECT COUNT(*) FROM user_deletions) WHERE id = 1;
