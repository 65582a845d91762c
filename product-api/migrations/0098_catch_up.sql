-- oldest compatible migration: 0089
-- True while the clients of a website may lack a scope that users grant now. Rows of older versions are, and those that an older
-- version inserts while both run.
ALTER TABLE websites ADD COLUMN scope_behind BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX websites_scope_behind ON websites (client_held_until, id) WHERE scope_behind;
-- Checkouts whose money is on its way get looks at Stripe until it is there; older versions gave them none.
UPDATE checkout SET next_at = updated_at WHERE state = 'processing' AND next_at IS NULL;
-- Payments about which their owner has to decide, for the list of notices.
CREATE INDEX payment_warned ON payment (book_id) WHERE early_fraud_warning = 'actionable';
CREATE INDEX payment_in_review ON payment (book_id) WHERE state = 'review';
