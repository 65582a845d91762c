-- The client that had asked for the same before, where the last one to ask for a switch found it done: both want it so.
ALTER TABLE user_switches ADD COLUMN also_by TEXT;
