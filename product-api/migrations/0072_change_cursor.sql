-- oldest compatible migration: 0071
-- The id of the last user change that was applied, while its number (`change_sequence`) is `sequence`: a replica of an older
-- version moves `sequence` alone. Where the idp does not know the change any more, all changes are read again (`rewound_at`).
ALTER TABLE user_merge_cursor ADD COLUMN change_id TEXT;
ALTER TABLE user_merge_cursor ADD COLUMN change_sequence BIGINT;
ALTER TABLE user_merge_cursor ADD COLUMN rewound_at BIGINT;
ALTER TABLE user_merge_cursor ADD COLUMN is_reading_again BOOLEAN NOT NULL DEFAULT FALSE;

-- Transfers of a merge that was undone and then made again under its id: the next undo does not give them back. The triggers
-- of 0071 let this column change, as `raised`.
ALTER TABLE wallet_transfer ADD COLUMN is_over BOOLEAN NOT NULL DEFAULT FALSE;
