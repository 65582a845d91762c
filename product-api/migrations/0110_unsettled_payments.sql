-- oldest compatible migration: 0108
-- A comparison with Stripe reads the payments of a connection that are pending, disputed, or whose refunds are on their way. Without
-- these indexes it would read all payments, disputes and refunds of the connection.
CREATE INDEX payment_pending ON payment (connection_id, id) WHERE state = 'pending';
CREATE INDEX refund_pending ON refund (connection_id, payment_id) WHERE state IN ('pending', 'requires_action');
CREATE INDEX dispute_open_of_connection ON dispute (connection_id, payment_id) WHERE state IN ('inquiry', 'open');
