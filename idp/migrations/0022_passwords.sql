-- Passwords, as hashes that name their own parameters (PHC strings); a user has one at most.
CREATE TABLE passwords (
    user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    hash       TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- Links that prove an address so that a password can be set. The token is kept as a digest of this purpose alone.
CREATE TABLE password_links (
    token      TEXT PRIMARY KEY,
    identifier TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX password_links_by_identifier ON password_links (identifier, created_at);
CREATE INDEX password_links_by_expiry ON password_links (expires_at);
