-- The sweep looks for old grants.
CREATE INDEX grants_by_age ON grants (created_at);
