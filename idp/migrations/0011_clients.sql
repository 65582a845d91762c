-- OAuth clients (RFC 7591 names where it has one). Lists of addresses are JSON texts, lists of words are separated by blanks.
CREATE TABLE clients (
    id                           TEXT PRIMARY KEY,
    name                         TEXT NOT NULL,
    secret_digest                TEXT,
    token_endpoint_auth_method   TEXT NOT NULL,
    application_type             TEXT NOT NULL,
    redirect_uris                TEXT NOT NULL,
    post_logout_redirect_uris    TEXT NOT NULL,
    grant_types                  TEXT NOT NULL,
    scope                        TEXT NOT NULL,
    id_token_signed_response_alg TEXT NOT NULL,
    require_pkce                 BOOLEAN NOT NULL,
    first_party                  BOOLEAN NOT NULL,
    created_at                   BIGINT NOT NULL,
    updated_at                   BIGINT NOT NULL
);
