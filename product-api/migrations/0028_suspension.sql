-- Suspended websites: by whom, and whether the client at the idp may still be as it was before (client_behind). Whoever
-- tells the idp holds the client until client_held_until, so that one does at a time; the sweep goes on where it was left.
ALTER TABLE websites ADD COLUMN suspended_by TEXT CHECK (suspended_by IN ('owner', 'operator'));
ALTER TABLE websites ADD COLUMN client_behind BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE websites ADD COLUMN client_held_until BIGINT;
CREATE INDEX websites_client_behind ON websites (client_held_until, id) WHERE client_behind;
