-- The six digits beside the link that proves an address: a MAC bound to the user, and how often they were mistyped.
ALTER TABLE address_proofs ADD COLUMN code TEXT NOT NULL DEFAULT '';
ALTER TABLE address_proofs ADD COLUMN tries BIGINT NOT NULL DEFAULT 0;
