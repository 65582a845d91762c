-- What the operator looks for where there is little of it among much else: deliveries that wait, and acts of one kind. An
-- entry of the first is gone when the delivery has ended.
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (created_at, id) WHERE state = 'waiting';
CREATE INDEX audit_by_action ON audit (action, at, id);
