-- What a client may be, in the names of RFC 7591, OpenID Connect Registration, RFC 9126 and RFC 9449 where they have one.
-- Lists of addresses and contacts are JSON texts, lists of words are separated by blanks, times without a date are seconds.
ALTER TABLE clients ADD COLUMN is_active BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE clients ADD COLUMN registered_by TEXT NOT NULL DEFAULT 'admin';
ALTER TABLE clients ADD COLUMN jwks TEXT;
ALTER TABLE clients ADD COLUMN jwks_uri TEXT;
ALTER TABLE clients ADD COLUMN token_endpoint_auth_signing_alg TEXT;
ALTER TABLE clients ADD COLUMN access_token_format TEXT NOT NULL DEFAULT 'jwt';
ALTER TABLE clients ADD COLUMN subject_type TEXT NOT NULL DEFAULT 'public';
ALTER TABLE clients ADD COLUMN sector_identifier_uri TEXT;
ALTER TABLE clients ADD COLUMN userinfo_signed_response_alg TEXT;
ALTER TABLE clients ADD COLUMN dpop_bound_access_tokens BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE clients ADD COLUMN require_pushed_authorization_requests BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE clients ADD COLUMN backchannel_logout_uri TEXT;
ALTER TABLE clients ADD COLUMN backchannel_logout_session_required BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE clients ADD COLUMN default_max_age BIGINT;
ALTER TABLE clients ADD COLUMN require_auth_time BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE clients ADD COLUMN default_acr_values TEXT NOT NULL DEFAULT '';
ALTER TABLE clients ADD COLUMN client_uri TEXT;
ALTER TABLE clients ADD COLUMN policy_uri TEXT;
ALTER TABLE clients ADD COLUMN tos_uri TEXT;
ALTER TABLE clients ADD COLUMN contacts TEXT NOT NULL DEFAULT '[]';
ALTER TABLE clients ADD COLUMN resources TEXT NOT NULL DEFAULT '[]';
ALTER TABLE clients ADD COLUMN last_used_at BIGINT;
ALTER TABLE clients ADD COLUMN registration_token_digest TEXT;
UPDATE clients SET registered_by = 'bootstrap' WHERE first_party;
