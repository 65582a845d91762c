-- People whom the idp has deleted: the row stays for the sake of what names its id (ledger, trail, websites), and tells of
-- nobody. The cursor of merges (user_merge_cursor) goes on with deletions: the idp numbers both in one order.
ALTER TABLE users ADD COLUMN deleted_at BIGINT;
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL;

-- A website whose owner was deleted is suspended by that (neither engine changes a CHECK, so the column is made anew).
ALTER TABLE websites ADD COLUMN suspended_by_now TEXT CHECK (suspended_by_now IN ('owner', 'operator', 'deletion'));
UPDATE websites SET suspended_by_now = suspended_by WHERE suspended_by IS NOT NULL;
ALTER TABLE websites DROP COLUMN suspended_by;
ALTER TABLE websites RENAME COLUMN suspended_by_now TO suspended_by;
