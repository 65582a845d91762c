-- Rotation of a client's refresh tokens; NULL leaves it to the client's proof.
ALTER TABLE clients ADD COLUMN refresh_token_rotation BOOLEAN;
-- True if a client's assertions may be for the token endpoint, and not for the issuer alone: the default of clients that
-- registered themselves.
ALTER TABLE clients ADD COLUMN token_endpoint_as_audience BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE clients SET token_endpoint_as_audience = TRUE WHERE registered_by = 'dynamic';
-- Claims about a user that the user or a provider said: family_name, given_name, locale, preferred_username and zoneinfo, as a
-- JSON object of texts; NULL where nothing is known.
ALTER TABLE users ADD COLUMN profile TEXT;
-- The page at which a client's site begins a sign-in (OpenID Connect Core section 4).
ALTER TABLE clients ADD COLUMN initiate_login_uri TEXT;
-- The one algorithm of a client's request objects (RFC 9101), and whether each request has to be one.
ALTER TABLE clients ADD COLUMN request_object_signing_alg TEXT;
ALTER TABLE clients ADD COLUMN require_signed_request_object BOOLEAN NOT NULL DEFAULT FALSE;
