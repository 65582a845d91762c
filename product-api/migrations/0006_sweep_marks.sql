-- When the sweep last began to take an unfinished registration away: from then on it can never be finished, and
-- another replica's sweep leaves it alone for a while.
ALTER TABLE websites ADD COLUMN sweep_marked_at BIGINT;
