-- oldest compatible migration: 0089
-- A server counts the claimed objects of a connection before each claim. Without this index it reads all waiting ones, and
-- there are tens of thousands after an outage.
CREATE INDEX stripe_object_claimed ON stripe_object (connection_id, claimed_until) WHERE claimed_until IS NOT NULL;

-- An owner's notices read the disputes about which the owner has to decide.
CREATE INDEX dispute_open ON dispute (book_id) WHERE state IN ('inquiry', 'open');

-- A comparison looks again at the open findings of earlier ones, in the order of their ids.
CREATE INDEX reconcile_finding_open_in_order ON reconcile_finding (connection_id, id) WHERE state = 'open';
