-- The log of an endpoint, of one state or of all, is read by one index, which takes the place of the one without the
-- state: no delivery has an entry more, and each moves once when it ends.
DROP INDEX webhook_delivery_log;
CREATE INDEX webhook_delivery_log ON webhook_delivery (endpoint_id, state, created_at, event_id);
