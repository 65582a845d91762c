-- oldest compatible migration: 0077
-- The id of each user change, by its number. A restored backup gives numbers out a second time: a client that follows the
-- changes sends the id of the last one that it read, and the idp answers if another change has that number here. The id stays
-- when a later change replaces the row of this one. A replica of an older version numbers changes without ids.
CREATE TABLE user_change_ids (
    sequence BIGINT PRIMARY KEY,
    id       TEXT NOT NULL
);
-- Changes that have a number already.
-- SQLite only
INSERT INTO user_change_ids (sequence, id)
    SELECT numbered.sequence, 'chg_' || lower(hex(randomblob(16)))
    FROM (SELECT sequence FROM user_merges UNION SELECT sequence FROM user_deletions UNION SELECT sequence FROM user_switches
          UNION SELECT last FROM user_merge_sequence WHERE last > 0) AS numbered;
-- PostgreSQL only
INSERT INTO user_change_ids (sequence, id)
    SELECT numbered.sequence, 'chg_' || replace(CAST(gen_random_uuid() AS TEXT), '-', '')
    FROM (SELECT sequence FROM user_merges UNION SELECT sequence FROM user_deletions UNION SELECT sequence FROM user_switches
          UNION SELECT last FROM user_merge_sequence WHERE last > 0) AS numbered;
