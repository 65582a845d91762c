-- Of the events of one customer to one endpoint the first is sent, and the others wait behind it: those are in no index
-- of what is due, so that a claim meets only what it may take, however much waits.
ALTER TABLE webhook_delivery ADD COLUMN is_behind BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE webhook_delivery SET is_behind = TRUE WHERE state = 'waiting' AND EXISTS (
    SELECT 1 FROM webhook_delivery p WHERE p.endpoint_id = webhook_delivery.endpoint_id AND p.account_id = webhook_delivery.account_id
        AND p.state = 'waiting' AND p.n < webhook_delivery.n AND p.attempts <= 3);
DROP INDEX webhook_delivery_due;
DROP INDEX webhook_delivery_next;
CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint_id, next_at, n, id) WHERE state = 'waiting' AND NOT is_behind;
CREATE INDEX webhook_delivery_next ON webhook_delivery (next_at) WHERE state = 'waiting' AND NOT is_behind;

-- How the website called the customer when the event was handed out or sent for the first time: an event is the same
-- bytes each time. The empty text is none.
ALTER TABLE outbox ADD COLUMN external_id TEXT;
