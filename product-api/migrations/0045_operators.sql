-- What the operator asks for: the trail newest first, of all, of one actor or about one thing, and deliveries that failed.
CREATE INDEX audit_in_order ON audit (at, id);
CREATE INDEX audit_by_actor ON audit (actor, at, id);
CREATE INDEX audit_by_subject ON audit (subject, at, id);
CREATE INDEX websites_in_order ON websites (created_at, id);
CREATE INDEX webhook_delivery_failed ON webhook_delivery (created_at, id) WHERE state = 'failed';
