-- late_at: when a hold was captured for the last time after its time had run out; nothing is captured of it from then on.
ALTER TABLE hold ADD COLUMN late_at BIGINT;
