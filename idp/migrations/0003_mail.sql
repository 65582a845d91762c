-- Sign-in links and codes (seed: VerificationToken). The link's token and the browser's attempt are kept as
-- digests, the code as a MAC, the address to go to afterwards sealed: none of it signs anybody in.
CREATE TABLE sign_in_tokens (
    token        TEXT PRIMARY KEY,
    identifier   TEXT NOT NULL,
    attempt      TEXT NOT NULL,
    code         TEXT NOT NULL,
    tries        BIGINT NOT NULL DEFAULT 0,
    callback_url TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX sign_in_tokens_by_identifier ON sign_in_tokens (identifier, created_at);
CREATE INDEX sign_in_tokens_by_attempt ON sign_in_tokens (attempt);
CREATE INDEX sign_in_tokens_by_expiry ON sign_in_tokens (expires_at);

-- When the last three sign-in mails to an address were asked for: an exact sliding window in one row.
CREATE TABLE mail_budgets (
    identifier TEXT PRIMARY KEY,
    newest     BIGINT NOT NULL,
    middle     BIGINT NOT NULL,
    oldest     BIGINT NOT NULL
);

-- Mail on its way out: the whole letter sealed, removed once a server took it.
CREATE TABLE outgoing_mail (
    id              TEXT PRIMARY KEY,
    sealed          TEXT NOT NULL,
    token           TEXT NOT NULL,
    attempts        BIGINT NOT NULL DEFAULT 0,
    next_attempt_at BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL
);
CREATE INDEX outgoing_mail_by_time ON outgoing_mail (next_attempt_at);
