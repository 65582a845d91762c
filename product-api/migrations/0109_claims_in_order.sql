-- oldest compatible migration: 0108
-- A claim takes the oldest due objects. Without the order of the whole key, it read and sorted all objects that are due.
DROP INDEX stripe_object_due;
CREATE INDEX stripe_object_due ON stripe_object (connection_id, next_at, kind, object_id) WHERE state = 'waiting';
