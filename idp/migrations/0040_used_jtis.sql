-- Ids of assertions and proofs that were used (RFC 7523 section 3, RFC 9449 section 11.1), as digests for their purpose.
CREATE TABLE used_jtis (
    digest TEXT NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX used_jtis_by_expiry ON used_jtis (expires_at);
