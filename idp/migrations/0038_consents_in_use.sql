-- When a consent last gave a client anything; whoever uses one holds its row, so that a revocation comes before or after.
ALTER TABLE consents ADD COLUMN used_at BIGINT;
